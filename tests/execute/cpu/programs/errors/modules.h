// Modules and the functions in them.
#pragma once

#include "misuse.h"

inline void modules() {
  Module module = nullptr;
  Function function = nullptr;
  DeviceAddress address = 0;
  size_t size = 0;
  int value = 0;
  (void)buffer(); // a context
  say("module: null", DRIVER(ModuleLoad)(nullptr, "/nonexistent"));
  say("module: null path", DRIVER(ModuleLoad)(&module, nullptr));
  say("module: no such file", DRIVER(ModuleLoad)(&module, "/nonexistent"));
  say("module: a directory", DRIVER(ModuleLoad)(&module, "/"));
  say("module: empty file", DRIVER(ModuleLoad)(&module, "/dev/null"));
  say("module data: null", DRIVER(ModuleLoadData)(nullptr, "text"));
  say("module data: null image", DRIVER(ModuleLoadData)(&module, nullptr));
  say("module data: text", DRIVER(ModuleLoadData)(&module, "this is neither an ELF file nor assembly of any kind"));
  say("module unload: null", DRIVER(ModuleUnload)(nullptr));
  say("module function: null module", DRIVER(ModuleGetFunction)(&function, nullptr, "store"));
  say("module variable: null module", DRIVER(ModuleGetGlobal)(&address, &size, nullptr, "variable"));
  say("module launch: null function",
      LAUNCH_FUNCTION(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr));
  say("module attribute: null function",
      DRIVER(FuncGetAttribute)(&value, THREADS_ATTRIBUTE, nullptr));
}

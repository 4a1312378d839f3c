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
  MISTAKE("module: null", DRIVER(ModuleLoad)(nullptr, "/nonexistent"));
  MISTAKE("module: null path", DRIVER(ModuleLoad)(&module, nullptr));
  MISTAKE("module: no such file", DRIVER(ModuleLoad)(&module, "/nonexistent"));
  MISTAKE("module: a directory", DRIVER(ModuleLoad)(&module, "/"));
  MISTAKE("module: empty file", DRIVER(ModuleLoad)(&module, "/dev/null"));
  MISTAKE("module data: null", DRIVER(ModuleLoadData)(nullptr, "text"));
  MISTAKE("module data: null image", DRIVER(ModuleLoadData)(&module, nullptr));
  MISTAKE("module data: text", DRIVER(ModuleLoadData)(&module, "this is neither an ELF file nor assembly of any kind"));
  MISTAKE("module unload: null", DRIVER(ModuleUnload)(nullptr));
  MISTAKE("module function: null module", DRIVER(ModuleGetFunction)(&function, nullptr, "store"));
  MISTAKE("module variable: null module", DRIVER(ModuleGetGlobal)(&address, &size, nullptr, "variable"));
  MISTAKE("module launch: null function",
      LAUNCH_FUNCTION(nullptr, 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr));
  MISTAKE("module attribute: null function",
      DRIVER(FuncGetAttribute)(&value, THREADS_ATTRIBUTE, nullptr));
}

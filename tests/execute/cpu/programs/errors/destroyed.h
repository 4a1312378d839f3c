// Handles after their end, numbers that never were handles, and handles of another kind.
#pragma once

#include "misuse.h"

inline void destroyed_streams() {
  auto gone = [] {
    GPU(Stream_t) stream;
    (void)GPU(StreamCreate)(&stream);
    (void)GPU(StreamDestroy)(stream);
    return stream;
  };
  static int host[4];
  alone("destroyed stream: synchronize", [&] { return GPU(StreamSynchronize)(gone()); });
  alone("destroyed stream: query", [&] { return GPU(StreamQuery)(gone()); });
  alone("destroyed stream: destroy", [&] { return GPU(StreamDestroy)(gone()); });
  alone("destroyed stream: flags", [&] { unsigned f; return GPU(StreamGetFlags)(gone(), &f); });
  alone("destroyed stream: priority", [&] { int p; return GPU(StreamGetPriority)(gone(), &p); });
  alone("destroyed stream: copy", [&] {
    return GPU(MemcpyAsync)(buffer(), host, sizeof host, GPU(MemcpyHostToDevice), gone());
  });
  alone("destroyed stream: fill", [&] { return GPU(MemsetAsync)(buffer(), 0, 16, gone()); });
  alone("destroyed stream: launch", [&] {
    store<<<1, 1, 0, gone()>>>((int *)buffer());
    return GPU(GetLastError)();
  });
  alone("destroyed stream: malloc", [&] { void *p; return GPU(MallocAsync)(&p, 16, gone()); });
  alone("destroyed stream: host function", [&] { return GPU(LaunchHostFunc)(gone(), [](void *) {}, nullptr); });
  alone("destroyed stream: capture", [&] { return GPU(StreamBeginCapture)(gone(), GPU(StreamCaptureModeGlobal)); });
  alone("destroyed stream: record", [&] {
    GPU(Event_t) event;
    (void)GPU(EventCreate)(&event);
    return GPU(EventRecord)(event, gone());
  });
  alone("destroyed stream: wait", [&] {
    GPU(Event_t) event;
    (void)GPU(EventCreate)(&event);
    return GPU(StreamWaitEvent)(gone(), event, 0);
  });
  alone("no stream: synchronize", [] { return GPU(StreamSynchronize)(garbage<GPU(Stream_t)>()); });
  alone("no stream: launch", [] {
    store<<<1, 1, 0, garbage<GPU(Stream_t)>()>>>((int *)buffer());
    return GPU(GetLastError)();
  });
  alone("no stream: number 3", [] { return GPU(StreamSynchronize)(reinterpret_cast<GPU(Stream_t)>(3)); });
}

inline void destroyed_events() {
  auto gone = [] {
    GPU(Event_t) event;
    (void)GPU(EventCreate)(&event);
    (void)GPU(EventDestroy)(event);
    return event;
  };
  alone("destroyed event: synchronize", [&] { return GPU(EventSynchronize)(gone()); });
  alone("destroyed event: query", [&] { return GPU(EventQuery)(gone()); });
  alone("destroyed event: record", [&] { return GPU(EventRecord)(gone(), nullptr); });
  alone("destroyed event: destroy", [&] { return GPU(EventDestroy)(gone()); });
  alone("destroyed event: wait", [&] { return GPU(StreamWaitEvent)(nullptr, gone(), 0); });
  alone("destroyed event: elapsed", [&] {
    float ms;
    return GPU(EventElapsedTime)(&ms, gone(), gone());
  });
  alone("no event: synchronize", [] { return GPU(EventSynchronize)(garbage<GPU(Event_t)>()); });
  alone("no event: a stream", [] {
    GPU(Stream_t) stream;
    (void)GPU(StreamCreate)(&stream);
    return GPU(EventSynchronize)(reinterpret_cast<GPU(Event_t)>(stream));
  });
}

inline void destroyed_graphs() {
  auto gone = [] {
    GPU(Graph_t) graph;
    (void)GPU(GraphCreate)(&graph, 0);
    (void)GPU(GraphDestroy)(graph);
    return graph;
  };
  auto spent = [] {
    GPU(Graph_t) graph;
    GPU(GraphExec_t) exec;
    (void)GPU(GraphCreate)(&graph, 0);
    (void)GPU(GraphInstantiateWithFlags)(&exec, graph, 0);
    (void)GPU(GraphExecDestroy)(exec);
    return exec;
  };
  auto removed = [] {
    GPU(Graph_t) graph;
    GPU(GraphNode_t) node;
    (void)GPU(GraphCreate)(&graph, 0);
    (void)GPU(GraphAddEmptyNode)(&node, graph, nullptr, 0);
    (void)GPU(GraphDestroyNode)(node);
    return node;
  };
  alone("destroyed graph: destroy", [&] { return GPU(GraphDestroy)(gone()); });
  alone("destroyed graph: instantiate", [&] { GPU(GraphExec_t) e; return GPU(GraphInstantiateWithFlags)(&e, gone(), 0); });
  alone("destroyed graph: add", [&] { GPU(GraphNode_t) n; return GPU(GraphAddEmptyNode)(&n, gone(), nullptr, 0); });
  alone("destroyed graph: clone", [&] { GPU(Graph_t) g; return GPU(GraphClone)(&g, gone()); });
  alone("destroyed graph: nodes", [&] { size_t c = 0; return GPU(GraphGetNodes)(gone(), nullptr, &c); });
  alone("destroyed exec: launch", [&] { return GPU(GraphLaunch)(spent(), nullptr); });
  alone("destroyed exec: destroy", [&] { return GPU(GraphExecDestroy)(spent()); });
  alone("destroyed exec: upload", [&] { return GPU(GraphUpload)(spent(), nullptr); });
  alone("destroyed node: type", [&] { GPU(GraphNodeType) t; return GPU(GraphNodeGetType)(removed(), &t); });
  alone("destroyed node: destroy", [&] { return GPU(GraphDestroyNode)(removed()); });
  alone("node of a destroyed graph: type", [] {
    GPU(Graph_t) graph;
    GPU(GraphNode_t) node;
    GPU(GraphNodeType) type;
    (void)GPU(GraphCreate)(&graph, 0);
    (void)GPU(GraphAddEmptyNode)(&node, graph, nullptr, 0);
    (void)GPU(GraphDestroy)(graph);
    return GPU(GraphNodeGetType)(node, &type);
  });
  alone("no graph: instantiate", [] {
    GPU(GraphExec_t) exec;
    return GPU(GraphInstantiateWithFlags)(&exec, garbage<GPU(Graph_t)>(), 0);
  });
  alone("no graph: an exec", [&] {
    GPU(Graph_t) graph;
    GPU(GraphExec_t) exec;
    (void)GPU(GraphCreate)(&graph, 0);
    (void)GPU(GraphInstantiateWithFlags)(&exec, graph, 0);
    return GPU(GraphDestroy)(reinterpret_cast<GPU(Graph_t)>(exec));
  });
}

inline void destroyed_memory() {
  auto array = [] {
    GPU(ChannelFormatDesc) floats = {32, 0, 0, 0, GPU(ChannelFormatKindFloat)};
    GPU(Array_t) made;
    (void)GPU(MallocArray)(&made, &floats, 16, 16, 0);
    (void)GPU(FreeArray)(made);
    return made;
  };
  auto texture = [] {
    GPU(ResourceDesc) resource = {};
    GPU(TextureDesc) how = {};
    GPU(TextureObject_t) made = 0;
    resource.resType = GPU(ResourceTypeLinear);
    resource.res.linear.devPtr = buffer();
    resource.res.linear.desc = {32, 0, 0, 0, GPU(ChannelFormatKindFloat)};
    resource.res.linear.sizeInBytes = 256;
    (void)GPU(CreateTextureObject)(&made, &resource, &how, nullptr);
    (void)GPU(DestroyTextureObject)(made);
    return made;
  };
  auto pool = [] {
    GPU(MemPoolProps) properties = {};
    GPU(MemPool_t) made = nullptr;
    properties.allocType = GPU(MemAllocationTypePinned);
    properties.location.type = GPU(MemLocationTypeDevice);
    (void)GPU(MemPoolCreate)(&made, &properties);
    (void)GPU(MemPoolDestroy)(made);
    return made;
  };
  static float host[256];
  alone("destroyed array: free", [&] { return GPU(FreeArray)(array()); });
  alone("destroyed array: copy", [&] {
    return GPU(Memcpy2DToArray)(array(), 0, 0, host, 64, 64, 16, GPU(MemcpyHostToDevice));
  });
  alone("destroyed array: format", [&] { GPU(ChannelFormatDesc) f; return GPU(GetChannelDesc)(&f, array()); });
  alone("destroyed array: texture", [&] {
    GPU(ResourceDesc) resource = {};
    GPU(TextureDesc) how = {};
    GPU(TextureObject_t) made = 0;
    resource.resType = GPU(ResourceTypeArray);
    resource.res.array.array = array();
    return GPU(CreateTextureObject)(&made, &resource, &how, nullptr);
  });
  alone("no array: free", [] { return GPU(FreeArray)(garbage<GPU(Array_t)>()); });
  alone("destroyed texture: destroy", [&] { return GPU(DestroyTextureObject)(texture()); });
  alone("no texture: destroy", [] { return GPU(DestroyTextureObject)(GPU(TextureObject_t)(0x12345678)); });
  alone("no surface: destroy", [] { return GPU(DestroySurfaceObject)(GPU(SurfaceObject_t)(0x12345678)); });
  alone("destroyed pool: malloc", [&] { void *p; return GPU(MallocFromPoolAsync)(&p, 16, pool(), nullptr); });
  alone("destroyed pool: destroy", [&] { return GPU(MemPoolDestroy)(pool()); });
  alone("destroyed pool: trim", [&] { return GPU(MemPoolTrimTo)(pool(), 0); });
  alone("destroyed pool: set", [&] { return GPU(DeviceSetMemPool)(0, pool()); });
}

inline void destroyed_modules() {
  alone("no module: function", [] {
    (void)buffer();
    Function function;
    return DRIVER(ModuleGetFunction)(&function, garbage<Module>(), "store");
  });
  alone("no module: unload", [] {
    (void)buffer();
    return DRIVER(ModuleUnload)(garbage<Module>());
  });
  alone("no function: launch", [] {
    (void)buffer();
    return LAUNCH_FUNCTION(garbage<Function>(), 1, 1, 1, 1, 1, 1, 0, nullptr, nullptr, nullptr);
  });
  alone("launch: null arguments", [] {
    (void)buffer();
    return GPU(LaunchKernel)((const void *)store, dim3(1), dim3(1), nullptr, 0, nullptr);
  });
}

inline void destroyed() {
  destroyed_streams();
  destroyed_events();
  destroyed_graphs();
  destroyed_memory();
  destroyed_modules();
}

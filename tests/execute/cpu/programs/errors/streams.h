// Streams and what is issued to them.
#pragma once

#include "misuse.h"

inline void streams() {
  GPU(Stream_t) stream = nullptr, null = nullptr;
  // cudaStreamLegacy and cudaStreamPerThread; HIP has a name for the second alone.
  auto legacy = reinterpret_cast<GPU(Stream_t)>(1), perThread = reinterpret_cast<GPU(Stream_t)>(2);
  unsigned flags = 0;
  int priority = 0;
  MISTAKE("stream: null", GPU(StreamCreate)(nullptr));
  MISTAKE("stream: null with flags", GPU(StreamCreateWithFlags)(nullptr, 0));
  MISTAKE("stream: unknown flags", GPU(StreamCreateWithFlags)(&stream, 0xff0));
  MISTAKE("stream: null with priority", GPU(StreamCreateWithPriority)(nullptr, 0, 0));
  MISTAKE("stream: unknown flags with priority", GPU(StreamCreateWithPriority)(&stream, 0xff0, 0));
  MISTAKE("stream: unknown priority", GPU(StreamCreateWithPriority)(&stream, 0, 99));
  MISTAKE("stream destroy: null", GPU(StreamDestroy)(nullptr));
#ifndef __HIP__
  MISTAKE("stream destroy: legacy", GPU(StreamDestroy)(legacy));
#endif
  MISTAKE("stream destroy: per thread", GPU(StreamDestroy)(perThread));
  (void)GPU(StreamCreate)(&stream);
  MISTAKE("stream flags: null", GPU(StreamGetFlags)(stream, nullptr));
  MISTAKE("stream flags: default stream", GPU(StreamGetFlags)(null, &flags));
  MISTAKE("stream priority: null", GPU(StreamGetPriority)(stream, nullptr));
  MISTAKE("stream priority: default stream", GPU(StreamGetPriority)(null, &priority));
  MISTAKE("stream wait: null event", GPU(StreamWaitEvent)(stream, nullptr, 0));
  MISTAKE("stream callback: null", GPU(StreamAddCallback)(stream, nullptr, nullptr, 0));
  MISTAKE("stream callback: flags", GPU(StreamAddCallback)(stream, [](GPU(Stream_t), GPU(Error_t), void *) {}, nullptr, 1));
  MISTAKE("host function: null", GPU(LaunchHostFunc)(stream, nullptr, nullptr));
  GPU(Event_t) event = nullptr;
  (void)GPU(EventCreate)(&event);
  MISTAKE("stream wait: unknown flags", GPU(StreamWaitEvent)(stream, event, 77));
  (void)GPU(EventDestroy)(event);
  (void)legacy;

  GPU(Graph_t) graph = nullptr;
  GPU(StreamCaptureStatus) status;
  MISTAKE("capture: default stream", GPU(StreamBeginCapture)(null, GPU(StreamCaptureModeGlobal)));
  MISTAKE("capture: unknown mode", GPU(StreamBeginCapture)(stream, unknown<GPU(StreamCaptureMode)>()));
  MISTAKE("capture end: not begun", GPU(StreamEndCapture)(stream, &graph));
  MISTAKE("capture end: default stream", GPU(StreamEndCapture)(null, &graph));
  MISTAKE("capture status: null", GPU(StreamIsCapturing)(stream, nullptr));
  MISTAKE("capture status: default stream", GPU(StreamIsCapturing)(null, &status));
  HARMFUL("capture mode: null", GPU(ThreadExchangeStreamCaptureMode)(nullptr));
  GPU(StreamCaptureMode) mode = unknown<GPU(StreamCaptureMode)>();
  MISTAKE("capture mode: unknown", GPU(ThreadExchangeStreamCaptureMode)(&mode));
  (void)GPU(StreamBeginCapture)(stream, GPU(StreamCaptureModeRelaxed));
  MISTAKE("capture: twice", GPU(StreamBeginCapture)(stream, GPU(StreamCaptureModeRelaxed)));
  MISTAKE("capture end: null", GPU(StreamEndCapture)(stream, nullptr));
  (void)GPU(StreamEndCapture)(stream, &graph);
  (void)GPU(GetLastError)();
  (void)GPU(StreamDestroy)(stream);
}

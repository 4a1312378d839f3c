// Events.
#pragma once

#include "misuse.h"

inline void events() {
  GPU(Event_t) event = nullptr, other = nullptr, untimed = nullptr;
  float milliseconds = 0;
  say("event: null", GPU(EventCreate)(nullptr));
  say("event: null with flags", GPU(EventCreateWithFlags)(nullptr, 0));
  say("event: unknown flags", GPU(EventCreateWithFlags)(&event, 0xff0000));
  say("event: between processes, with times", GPU(EventCreateWithFlags)(&event, GPU(EventInterprocess)));
  say("event destroy: null", GPU(EventDestroy)(nullptr));
  say("event record: null", GPU(EventRecord)(nullptr, nullptr));
  say("event synchronize: null", GPU(EventSynchronize)(nullptr));
  say("event query: null", GPU(EventQuery)(nullptr));
  (void)GPU(EventCreate)(&event);
  (void)GPU(EventCreate)(&other);
  (void)GPU(EventCreateWithFlags)(&untimed, GPU(EventDisableTiming));
  say("event query: never recorded", GPU(EventQuery)(event));
  say("event synchronize: never recorded", GPU(EventSynchronize)(event));
  say("elapsed: never recorded", GPU(EventElapsedTime)(&milliseconds, event, other));
  (void)GPU(EventRecord)(event, nullptr);
  say("elapsed: end never recorded", GPU(EventElapsedTime)(&milliseconds, event, other));
  (void)GPU(EventRecord)(other, nullptr);
  (void)GPU(EventRecord)(untimed, nullptr);
  (void)GPU(DeviceSynchronize)();
  say("elapsed: null", GPU(EventElapsedTime)(nullptr, event, other));
  say("elapsed: null start", GPU(EventElapsedTime)(&milliseconds, nullptr, other));
  say("elapsed: null end", GPU(EventElapsedTime)(&milliseconds, event, nullptr));
  say("elapsed: without times", GPU(EventElapsedTime)(&milliseconds, event, untimed));
  say("event record: unknown flags", GPU(EventRecordWithFlags)(event, nullptr, 77));
  for (GPU(Event_t) made : {event, other, untimed}) (void)GPU(EventDestroy)(made);
}

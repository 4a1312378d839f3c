// Events.
#pragma once

#include "misuse.h"

inline void events() {
  GPU(Event_t) event = nullptr, other = nullptr, untimed = nullptr;
  float milliseconds = 0;
  MISTAKE("event: null", GPU(EventCreate)(nullptr));
  MISTAKE("event: null with flags", GPU(EventCreateWithFlags)(nullptr, 0));
  MISTAKE("event: unknown flags", GPU(EventCreateWithFlags)(&event, 0xff0000));
  MISTAKE("event: between processes, with times", GPU(EventCreateWithFlags)(&event, GPU(EventInterprocess)));
  MISTAKE("event destroy: null", GPU(EventDestroy)(nullptr));
  MISTAKE("event record: null", GPU(EventRecord)(nullptr, nullptr));
  MISTAKE("event synchronize: null", GPU(EventSynchronize)(nullptr));
  MISTAKE("event query: null", GPU(EventQuery)(nullptr));
  (void)GPU(EventCreate)(&event);
  (void)GPU(EventCreate)(&other);
  (void)GPU(EventCreateWithFlags)(&untimed, GPU(EventDisableTiming));
  MISTAKE("event query: never recorded", GPU(EventQuery)(event));
  MISTAKE("event synchronize: never recorded", GPU(EventSynchronize)(event));
  MISTAKE("elapsed: never recorded", GPU(EventElapsedTime)(&milliseconds, event, other));
  (void)GPU(EventRecord)(event, nullptr);
  MISTAKE("elapsed: end never recorded", GPU(EventElapsedTime)(&milliseconds, event, other));
  (void)GPU(EventRecord)(other, nullptr);
  (void)GPU(EventRecord)(untimed, nullptr);
  (void)GPU(DeviceSynchronize)();
  MISTAKE("elapsed: null", GPU(EventElapsedTime)(nullptr, event, other));
  MISTAKE("elapsed: null start", GPU(EventElapsedTime)(&milliseconds, nullptr, other));
  MISTAKE("elapsed: null end", GPU(EventElapsedTime)(&milliseconds, event, nullptr));
  MISTAKE("elapsed: without times", GPU(EventElapsedTime)(&milliseconds, event, untimed));
  MISTAKE("event record: unknown flags", GPU(EventRecordWithFlags)(event, nullptr, 77));
  for (GPU(Event_t) made : {event, other, untimed}) (void)GPU(EventDestroy)(made);
}

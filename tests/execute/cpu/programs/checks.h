// A line for each check, and how many failed.
#pragma once

#include <cstdio>

static int failures = 0;
static void check(const char *what, bool good) {
  std::printf("%s %s\n", good ? "ok" : "FAILED", what);
  failures += !good;
}

// Two threads count in one variable without a lock. `make test-sanitize` runs this first: a
// sanitizer that does not find this race would find none in the library either.
//
// The number of rounds matters: with a few thousand, one thread is done before the other begins.

import Dispatch

// SAFETY: there is none; this is the race.
nonisolated(unsafe) var count = 0

DispatchQueue.concurrentPerform(iterations: 2) { _ in
  for _ in 0..<3_000_000 { count += 1 }
}
print(count)

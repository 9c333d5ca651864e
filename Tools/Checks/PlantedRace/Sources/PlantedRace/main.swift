// Two threads count in one variable without a lock. `make test-sanitize` runs this first, because a sanitizer that
// misses this race would find none in the library either.
//
// The second thread must exist before the first one counts. On a loaded machine one thread would otherwise do the work
// of both, without a race. The number of rounds matters as well: with a few thousand, one thread ends before the other
// begins, and the sanitizer finds nothing.

import Dispatch

// SAFETY: there is none; this is the race.
nonisolated(unsafe) var count = 0

func countUp() {
  for _ in 0..<3_000_000 { count += 1 }
}

let hasStarted = DispatchSemaphore(value: 0)
let hasEnded = DispatchSemaphore(value: 0)
DispatchQueue.global().async {
  hasStarted.signal()
  countUp()
  hasEnded.signal()
}
hasStarted.wait()
countUp()
hasEnded.wait()
print(count)

// Two threads count in one variable without a lock. `make test-sanitize` runs this first: a
// sanitizer that does not find this race would find none in the library either.
//
// The second thread must be there before the first one counts: on a busy machine one thread would
// otherwise do the work of both, and there would be no race. The number of rounds matters: with a
// few thousand, one thread is done before the other begins, and the sanitizer finds nothing.

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

import CMachine
import Measuring
import Observation
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The cost of the machine itself.
enum Floors {
  /// One lock and unlock on each of two threads with a mutex of its own.
  static func twoLocks(_ count: Int) {
    Crew.run(2) { _ in LockPair.runAlone(count) }
  }

  final class Box: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  /// Refers to an object without retaining it.
  final class WeakBox: Sendable {
    weak let box: Box?
    init(_ box: Box) { self.box = box }
  }

  static var all: [Workload] { machine + language + work + observable }

  private static var machine: [Workload] {
    [
      Workload("lock and unlock (F)") { Prepared(isRight: true, run: LockPair.run) },
      Workload("retain and release") {
        let box = Box(1)
        // SAFETY: the closure below retains `box` through the counted reference.
        let address = unsafe Unmanaged.passUnretained(box).toOpaque()
        return Prepared(isRight: true) { count in
          for _ in 0..<count {
            // Through C, because the optimiser would remove the pair.
            guard let counted = unsafe opaque_pointer(address) else { return }
            let unmanaged = unsafe Unmanaged<Box>.fromOpaque(counted)
            _ = unsafe unmanaged.retain()
            _ = unsafe opaque_pointer(address)
            unsafe unmanaged.release()
          }
          withExtendedLifetime(box) {}
        }
      },
      Workload("load a weak reference") {
        let kept = Box(1)
        let reference = WeakBox(kept)
        return Prepared(isRight: reference.box != nil) { count in
          var sum = 0
          for _ in 0..<count { sum &+= reference.box?.number ?? 0 }
          keep(sum)
          withExtendedLifetime(kept) {}
        }
      },
      Workload("allocate and free an object") {
        Prepared(isRight: true) { count in
          for number in 0..<count { keep(makeBox(number).number) }
        }
      },
    ]
  }

  private static var language: [Workload] {
    [
      Workload("thread-specific read") {
        var key = pthread_key_t()
        unsafe pthread_key_create(&key, nil)
        return Prepared(isRight: true) { count in
          for _ in 0..<count { unsafe keep(Int(bitPattern: pthread_getspecific(key))) }
        }
      },
      Workload("atomic addition") {
        Prepared(isRight: true) { count in
          let number = Atomic<Int>(0)
          for _ in 0..<count { number.wrappingAdd(1, ordering: .relaxed) }
          keep(number.load(ordering: .relaxed))
        }
      },
      Workload("dictionary look-up") {
        let table = Dictionary(uniqueKeysWithValues: (0..<1_000).map { ($0, $0) })
        return Prepared(isRight: table[5] == 5) { count in
          var sum = 0
          for number in 0..<count { sum &+= table[number & 511] ?? 0 }
          keep(sum)
        }
      },
      Workload("task-local read, in a task that has bound it") {
        Prepared(isRight: true) { count in
          TaskLocals.$number.withValue(3) {
            var sum = 0
            for _ in 0..<count { sum &+= TaskLocals.number }
            keep(sum)
          }
        }
      },
      Workload("key path read") {
        let box = Box(1)
        let path = Self.path()
        return Prepared(isRight: box[keyPath: path] == 1) { count in
          var sum = 0
          for _ in 0..<count { sum &+= box[keyPath: path] }
          keep(sum)
        }
      },
    ]
  }

  private static var work: [Workload] {
    [
      Workload("start a bare Task and let it end", count: 10_000) {
        let executor = TaskStart.QueueExecutor()
        return Prepared(isRight: true) { count in
          for _ in 0..<count {
            Task(executorPreference: executor) {}
            executor.drain()
          }
        }
      },
      Workload("AsyncStream element", count: 20_000) {
        let executor = TaskStart.QueueExecutor()
        let seen = Tally()
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        Task(executorPreference: executor) {
          for await _ in stream { seen.add() }
        }
        let send: (Int) -> Void = {
          continuation.yield($0)
          executor.drain()
        }
        executor.drain()
        send(1)
        return Prepared(isRight: seen.number == 1) { count in
          for number in 0..<count { send(number) }
        }
      },
    ]
  }

  private static var observable: [Workload] {
    [
      Workload("@Observable read (O)") { Prepared(isRight: true, run: readObservable) },
      Workload("@Observable write (O)") { Prepared(isRight: true, run: writeObservable) },
    ]
  }

  /// A path that the optimiser does not see through.
  @inline(never)
  private static func path() -> KeyPath<Box, Int> { \.number }

  private enum TaskLocals {
    @TaskLocal static var number = 0
  }

  @inline(never)
  private static func makeBox(_ number: Int) -> Box { Box(number) }

  private static let peer = Peer()

  static func readObservable(_ count: Int) {
    var sum = 0
    for _ in 0..<count { sum &+= peer.count }
    keep(sum)
  }

  static func writeObservable(_ count: Int) {
    for number in 0..<count { peer.count = number }
  }
}

/// The hand-written class that O is measured on; used by one thread.
@Observable
// SAFETY: only the main thread uses it in the benchmarks.
final class Peer: @unchecked Sendable {
  var count = 0
}

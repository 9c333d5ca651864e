import CMachine
import Observation
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What the machine itself costs.
enum Floors {
  // SAFETY: made once; handed to the pthread functions alone.
  private nonisolated(unsafe) static let mutex = unsafe makeMutex()

  /// F: one uncontended lock and unlock.
  static func lock(_ count: Int) {
    let mutex = unsafe mutex
    for _ in 0..<count {
      unsafe pthread_mutex_lock(mutex)
      unsafe pthread_mutex_unlock(mutex)
    }
  }

  /// One lock and unlock on each of two threads with a mutex of its own.
  static func twoLocks(_ count: Int) {
    Crew.run(2) { _ in
      let mutex = unsafe makeMutex()
      for _ in 0..<count {
        unsafe pthread_mutex_lock(mutex)
        unsafe pthread_mutex_unlock(mutex)
      }
      unsafe pthread_mutex_destroy(mutex)
      unsafe mutex.deallocate()
    }
  }

  private static func makeMutex() -> UnsafeMutablePointer<pthread_mutex_t> {
    let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    unsafe mutex.initialize(to: unsafe pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
    return unsafe mutex
  }

  /// Starts and ends a second thread: a process with one thread has cheaper locks and counts.
  static func startSecondThread() {
    #if canImport(Darwin)
    var thread: pthread_t?
    unsafe pthread_create(&thread, nil, { _ in nil }, nil)
    if let thread = unsafe thread { unsafe pthread_join(thread, nil) }
    #else
    var thread = pthread_t()
    unsafe pthread_create(&thread, nil, { _ in nil }, nil)
    pthread_join(thread, nil)
    #endif
  }

  final class Box: Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
  }

  static var all: [Workload] {
    [
      Workload("floor: lock and unlock (F)") { Prepared(isRight: true, run: lock) },
      Workload("floor: retain and release") {
        let box = Box(1)
        // SAFETY: `box` is kept by the closure below through the reference that counts it.
        let address = unsafe Unmanaged.passUnretained(box).toOpaque()
        return Prepared(isRight: true) { count in
          for _ in 0..<count {
            // Through C, or the two would be seen to be nothing together.
            guard let counted = unsafe opaque_pointer(address) else { return }
            let unmanaged = unsafe Unmanaged<Box>.fromOpaque(counted)
            _ = unsafe unmanaged.retain()
            _ = unsafe opaque_pointer(address)
            unsafe unmanaged.release()
          }
          withExtendedLifetime(box) {}
        }
      },
      Workload("floor: allocate and free an object") {
        Prepared(isRight: true) { count in
          for number in 0..<count { keep(makeBox(number).number) }
        }
      },
      Workload("floor: thread-specific read") {
        var key = pthread_key_t()
        unsafe pthread_key_create(&key, nil)
        return Prepared(isRight: true) { count in
          for _ in 0..<count { unsafe keep(Int(bitPattern: pthread_getspecific(key))) }
        }
      },
      Workload("floor: atomic addition") {
        Prepared(isRight: true) { count in
          let number = Atomic<Int>(0)
          for _ in 0..<count { number.wrappingAdd(1, ordering: .relaxed) }
          keep(number.load(ordering: .relaxed))
        }
      },
      Workload("floor: dictionary look-up") {
        let table = Dictionary(uniqueKeysWithValues: (0..<1_000).map { ($0, $0) })
        return Prepared(isRight: table[5] == 5) { count in
          var sum = 0
          for number in 0..<count { sum &+= table[number & 511] ?? 0 }
          keep(sum)
        }
      },
      Workload("floor: @Observable read (O)") { Prepared(isRight: true, run: readObservable) },
      Workload("floor: @Observable write (O)") { Prepared(isRight: true, run: writeObservable) },
    ]
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
// SAFETY: the benchmarks touch it from the main thread alone.
final class Peer: @unchecked Sendable {
  var count = 0
}

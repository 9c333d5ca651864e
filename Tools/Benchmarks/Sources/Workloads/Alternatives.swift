import Measuring
import Observation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The same work without this library, as a programmer would write it.
enum Alternatives {
  static var observableRead: Alternative { Alternative(.observable) { Floors.readObservable } }
  static var observableWrite: Alternative { Alternative(.observable) { Floors.writeObservable } }

  static var observableAdd: Alternative {
    Alternative(.observable) {
      let peer = Observed()
      return { count in
        for _ in 0..<count { peer.count += 1 }
      }
    }
  }

  /// Reads in an open tracking scope, for a given number of reads.
  static func trackedObservableRead(_ count: Int) {
    withObservationTracking {
      Floors.readObservable(count)
    } onChange: {
    }
  }

  static var plainRead: Alternative {
    Alternative(.plain) {
      let guarded = Guarded(5)
      return { count in
        var sum = 0
        for _ in 0..<count { sum &+= guarded.with { $0 } }
        keep(sum)
      }
    }
  }

  static var plainWrite: Alternative {
    Alternative(.plain) {
      let guarded = Guarded(5)
      return { count in
        for number in 0..<count { guarded.with { $0 = number } }
      }
    }
  }

  static var plainAdd: Alternative {
    Alternative(.plain) {
      let guarded = Guarded(5)
      return { count in
        for _ in 0..<count { guarded.with { $0 += 1 } }
      }
    }
  }

  static func observableRows(_ size: Int) -> Alternative {
    Alternative(.observable) {
      let rows = (0..<size).map { _ in Observed() }
      return { count in
        var sum = 0
        for _ in 0..<count {
          for row in rows { sum &+= row.count }
        }
        keep(sum)
      }
    }
  }

  static func plainRows(_ size: Int) -> Alternative {
    Alternative(.plain) {
      let rows = (0..<size).map { Guarded($0) }
      return { count in
        var sum = 0
        for _ in 0..<count {
          for row in rows { sum &+= row.with { $0 } }
        }
        keep(sum)
      }
    }
  }

  /// Objects appended to an array and removed, without another owner.
  static func observableAppend(_ size: Int) -> Alternative {
    Alternative(.observable) {
      let list = ObservedList(size)
      return { count in
        for _ in 0..<count {
          list.rows.append(Observed())
          list.rows.removeLast()
        }
      }
    }
  }
}

/// A class as it is written by hand.
@Observable
// SAFETY: only the main thread uses it in the benchmarks.
final class Observed: @unchecked Sendable {
  var count = 0
}

@Observable
private final class ObservedList {
  var rows: [Observed]
  init(_ size: Int) { rows = (0..<size).map { _ in Observed() } }
}

/// A value behind the system's mutex.
// SAFETY: `value` is accessed only with the mutex held, which lives as long as this object.
@safe final class Guarded<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  init(_ value: Value) {
    self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe mutex.initialize(to: unsafe pthread_mutex_t())
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  func with<Result>(_ body: (inout Value) -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body(&value)
  }
}

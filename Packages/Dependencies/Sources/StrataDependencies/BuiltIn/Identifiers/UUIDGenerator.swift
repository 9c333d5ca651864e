public import Foundation
import StrataConcurrency

/// Makes identifiers that no one else has.
///
/// ```swift
/// @Dependency(\.uuid) var uuid
/// let id = uuid()
/// ```
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// Makes a generator that asks a closure each time, on the thread that wants the identifier.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// A generator that always gives the same identifier.
  public static func constant(_ uuid: UUID) -> UUIDGenerator {
    UUIDGenerator { uuid }
  }

  /// A new generator that counts: `00000000-0000-0000-0000-000000000000`, then
  /// `…-000000000001` and so on, each once, from any number of threads.
  public static var incrementing: UUIDGenerator {
    let next = Locked<UInt64>(0, rank: .leaf)
    return UUIDGenerator {
      let number = next.withLock { next in
        defer { next += 1 }
        return next
      }
      return numbered(number)
    }
  }

  /// The identifier that ``incrementing`` gives after `number` others.
  public static func numbered(_ number: UInt64) -> UUID {
    func byte(_ index: UInt64) -> UInt8 { UInt8(truncatingIfNeeded: number >> (8 * index)) }
    return UUID(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, 0,
        byte(7), byte(6), byte(5), byte(4), byte(3), byte(2), byte(1), byte(0)
      )
    )
  }

  /// A new identifier.
  public func callAsFunction() -> UUID { generate() }
}

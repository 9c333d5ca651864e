import StrataConcurrency

/// Passes a generator of random numbers to a closure.
///
/// ```swift
/// @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
/// let die = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
/// ```
///
/// Safe from any thread. Each number is drawn by itself, and no lock is held while the closure
/// runs: closures on two threads draw alternately from the one sequence.
public struct WithRandomNumberGenerator: Sendable {
  /// The generator that the closure borrows.
  public struct Generator: RandomNumberGenerator, Sendable {
    fileprivate let draw: @Sendable () -> UInt64

    /// The next 64 random bits.
    public func next() -> UInt64 { draw() }
  }

  private let generator: Generator

  /// Makes one that draws from a closure, which may be called by several threads at once.
  public init(_ draw: @escaping @Sendable () -> UInt64) {
    generator = Generator(draw: draw)
  }

  /// Draws from the system, unpredictably.
  public static let system = WithRandomNumberGenerator {
    var system = SystemRandomNumberGenerator()
    return system.next()
  }

  /// Draws the sequence of a seed from its beginning: that of `SplitMix64`, the same on every
  /// platform.
  public static func seeded(_ seed: UInt64) -> WithRandomNumberGenerator {
    let state = Locked(SplitMix64(seed: seed), rank: .leaf)
    return WithRandomNumberGenerator { state.withLock { $0.next() } }
  }

  /// Runs a closure with the generator.
  ///
  /// - Returns: The value that `work` returns.
  /// - Throws: The error that `work` throws.
  public func callAsFunction<Result>(
    _ work: (inout Generator) throws -> Result
  ) rethrows -> Result {
    var generator = generator
    return try work(&generator)
  }
}

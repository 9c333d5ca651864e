/// A small generator of pseudo-random numbers whose whole state is its seed.
///
/// The algorithm is SplitMix64 (Steele, Lea and Flood, 2014): a counter stepped by an odd constant and mixed by two
/// multiplications. It passes the usual batteries of tests and needs eight bytes. It gives the same numbers on every
/// platform, which a schedule needs to be repeatable. It is not for secrets.
public struct SplitMix64: RandomNumberGenerator, Sendable, Hashable {
  private var state: UInt64

  /// Makes a generator; equal seeds give equal numbers.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next number.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number below a bound, every one as likely as the others up to 2⁻³² of the bound.
  ///
  /// This uses multiplication, not the standard library's rejection, so that each call takes one step.
  ///
  /// - Precondition: `bound` is not zero.
  public mutating func next(below bound: UInt32) -> UInt32 {
    precondition(bound > 0, "SplitMix64: there is no number below 0")
    return UInt32(truncatingIfNeeded: ((next() >> 32) &* UInt64(bound)) >> 32)
  }
}

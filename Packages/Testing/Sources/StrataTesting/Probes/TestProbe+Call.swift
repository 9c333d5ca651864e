// There is one function for each number of arguments, because `probe.call` is passed as a closure of any type.
// Swift 6.3 crashes over a reference to a method with a parameter pack.
extension TestProbe {
  /// Records a call with any number of values: `probe(1, "one")`.
  public func callAsFunction<each Value: Sendable>(_ values: repeat each Value) {
    var arguments: [any Sendable] = []
    for value in repeat each values { arguments.append(value) }
    record(arguments)
  }

  /// Records a call without values.
  public func call() { record([]) }

  /// Records a call with one value.
  public func call<A: Sendable>(_ a: A) { record([a]) }

  /// Records a call with two values.
  public func call<A: Sendable, B: Sendable>(_ a: A, _ b: B) { record([a, b]) }

  /// Records a call with three values.
  public func call<A: Sendable, B: Sendable, C: Sendable>(_ a: A, _ b: B, _ c: C) {
    record([a, b, c])
  }

  /// Records a call with four values.
  public func call<A: Sendable, B: Sendable, C: Sendable, D: Sendable>(
    _ a: A,
    _ b: B,
    _ c: C,
    _ d: D
  ) {
    record([a, b, c, d])
  }

  /// Records a call with five values.
  public func call<A: Sendable, B: Sendable, C: Sendable, D: Sendable, E: Sendable>(
    _ a: A,
    _ b: B,
    _ c: C,
    _ d: D,
    _ e: E
  ) {
    record([a, b, c, d, e])
  }

  /// Records a call with six values.
  public func call<
    A: Sendable,
    B: Sendable,
    C: Sendable,
    D: Sendable,
    E: Sendable,
    F: Sendable
  >(
    _ a: A,
    _ b: B,
    _ c: C,
    _ d: D,
    _ e: E,
    _ f: F
  ) {
    record([a, b, c, d, e, f])
  }
}

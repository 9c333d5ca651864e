public import StrataTesting

// The operators that make a predicate which says how its sides differ. They are here and nowhere
// else, so that only files which import this module see them; elsewhere than in an assertion the
// compiler takes the ones that return `Bool`.

/// Compares, in an assertion, two values.
public func == <Value: Equatable>(left: Value, right: Value) -> TestPredicate {
  .equality(left, right)
}

// By itself, because the compiler looks no further than `Int`'s own operator where both sides are
// integers, unless there is another one of these very types.
/// Compares, in an assertion, two integers.
@_disfavoredOverload
public func == (left: Int, right: Int) -> TestPredicate {
  .equality(left, right)
}

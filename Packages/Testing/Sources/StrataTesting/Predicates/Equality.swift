public import Foundation

// The operators that make a predicate which says how its sides differ. Only files that import a module for tests see
// them. Outside an assertion the compiler takes the operators that return `Bool`.

/// Compares, in an assertion, two values.
public func == <Value: Equatable>(left: Value, right: Value) -> TestPredicate {
  .equality(left, right)
}

// Each of these types has an overload. If both sides are of a type of the standard library, the compiler looks no
// further than that type's operator, unless there is another one of the very same type.
/// Compares, in an assertion, two integers.
@_disfavoredOverload
public func == (left: Int, right: Int) -> TestPredicate {
  .equality(left, right)
}

/// Compares, in an assertion, two strings.
@_disfavoredOverload
public func == (left: String, right: String) -> TestPredicate {
  .equality(left, right)
}

/// Compares, in an assertion, two Boolean values.
@_disfavoredOverload
public func == (left: Bool, right: Bool) -> TestPredicate {
  .equality(left, right)
}

/// Compares, in an assertion, two numbers.
@_disfavoredOverload
public func == (left: Double, right: Double) -> TestPredicate {
  .equality(left, right)
}

/// Compares, in an assertion, two numbers.
@_disfavoredOverload
public func == (left: Float, right: Float) -> TestPredicate {
  .equality(left, right)
}

/// Compares, in an assertion, two integers.
@_disfavoredOverload
public func == (left: UInt, right: UInt) -> TestPredicate {
  .equality(left, right)
}

/// Compares, in an assertion, two integers.
@_disfavoredOverload
public func == (left: Int64, right: Int64) -> TestPredicate {
  .equality(left, right)
}

/// Compares, in an assertion, two integers.
@_disfavoredOverload
public func == (left: UInt64, right: UInt64) -> TestPredicate {
  .equality(left, right)
}

/// Compares, in an assertion, two integers.
@_disfavoredOverload
public func == (left: Int32, right: Int32) -> TestPredicate {
  .equality(left, right)
}

/// Compares, in an assertion, two integers.
@_disfavoredOverload
public func == (left: UInt32, right: UInt32) -> TestPredicate {
  .equality(left, right)
}

/// Compares, in an assertion, two integers.
@_disfavoredOverload
public func == (left: UInt8, right: UInt8) -> TestPredicate {
  .equality(left, right)
}

/// Compares, in an assertion, two characters.
@_disfavoredOverload
public func == (left: Character, right: Character) -> TestPredicate {
  .equality(left, right)
}

/// Compares, in an assertion, two numbers.
@_disfavoredOverload
public func == (left: CGFloat, right: CGFloat) -> TestPredicate {
  .equality(left, right)
}

// An integer literal beside another type is an `Int` to the compiler, and Swift has an operator for two types. Each of
// these is of the very types of that.

/// Compares, in an assertion, an integer and a literal.
@_disfavoredOverload
public func == (left: Int8, right: Int) -> TestPredicate {
  equality(left, right)
}

/// Compares, in an assertion, an integer and a literal.
@_disfavoredOverload
public func == (left: Int16, right: Int) -> TestPredicate {
  equality(left, right)
}

/// Compares, in an assertion, an integer and a literal.
@_disfavoredOverload
public func == (left: Int32, right: Int) -> TestPredicate {
  equality(left, right)
}

/// Compares, in an assertion, an integer and a literal.
@_disfavoredOverload
public func == (left: Int64, right: Int) -> TestPredicate {
  equality(left, right)
}

/// Compares, in an assertion, an integer and a literal.
@_disfavoredOverload
public func == (left: UInt, right: Int) -> TestPredicate {
  equality(left, right)
}

/// Compares, in an assertion, an integer and a literal.
@_disfavoredOverload
public func == (left: UInt8, right: Int) -> TestPredicate {
  equality(left, right)
}

/// Compares, in an assertion, an integer and a literal.
@_disfavoredOverload
public func == (left: UInt16, right: Int) -> TestPredicate {
  equality(left, right)
}

/// Compares, in an assertion, an integer and a literal.
@_disfavoredOverload
public func == (left: UInt32, right: Int) -> TestPredicate {
  equality(left, right)
}

/// Compares, in an assertion, an integer and a literal.
@_disfavoredOverload
public func == (left: UInt64, right: Int) -> TestPredicate {
  equality(left, right)
}

/// Compares two integers in the type of the left one, if it has the right one.
private func equality<Left: BinaryInteger>(_ left: Left, _ right: Int) -> TestPredicate {
  if let right = Left(exactly: right) { return .equality(left, right) }
  return TestPredicate(false) { FailureText.unequal(left, right) }
}

/// An external state of which a test asserts the parts that its lines read.
///
/// The changes of such a state are no changes of the tree. So a test compares the states themselves.
@_spi(Strata)
public protocol AssertableState: ExternalState {
  /// Whether a tester of its own asserts each change of the state.
  var hasTester: Bool { get }

  /// An earlier state in which the parts that were read are those of a later state.
  ///
  /// - Parameters:
  ///   - reads: The reads of an assertion; those of other trees are ignored.
  ///   - earlier: The state that was asserted before.
  ///   - later: The state that the assertion has read.
  /// - Returns: The state that is asserted now.
  func asserting(
    _ reads: [SlotRead],
    of earlier: any Sendable,
    asIn later: any Sendable
  ) -> any Sendable

  /// The property of a model that was read, and its value.
  ///
  /// - Returns: `nil` if the read is none of a property; a list of models has no value.
  func testedProperty(of read: SlotRead) -> (name: String, value: Any?)?

  /// The expression that leads from the variable of a test to a context of the tree: `.model.$rows[1]`.
  ///
  /// - Returns: `nil` if no expression is known to lead there.
  func testExpression(of context: Context) -> String?
}

/// Names one property of a context by its index in the layout and its type.
///
/// A slot is a number. It is made once, where a model's properties are declared, either from the
/// layout (``Layout/slot(_:as:)``, which checks the type) or directly by generated code.
@frozen
public struct Slot<Value>: Sendable {
  /// The index in the layout's list of slots.
  public let index: Int

  /// Makes a slot without a check against a layout.
  ///
  /// - Precondition: The layout of each context that the slot is used with has a slot of exactly
  ///   this type at `index`. Debug builds check it at each access; release builds do not.
  @inlinable
  @inline(__always)
  public init(uncheckedIndex index: Int) {
    self.index = index
  }
}

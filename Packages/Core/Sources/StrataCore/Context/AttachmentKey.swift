public import StrataConcurrency

/// Names a value that any context may have beside its slots, with its initial value.
///
/// Every context of a kind has all its slots from the beginning. An attachment is made at its first
/// use, only in the contexts that use it. It costs the other contexts nothing.
///
/// An attachment is itself a small context with one slot, in the tree of its owner. Its reads are tracked. Its writes
/// are observed, recorded, locked by transactions and rejected as those of any slot. It ends with its owner.
///
/// Make a key once and store it, because two keys are two values even with the same name.
///
/// ```swift
/// let visits = AttachmentKey("visits", in: AttachmentFamily("statistics"), initial: 0)
/// context[attachment: visits] += 1
/// ```
public struct AttachmentKey<Value: Sendable>: Sendable {
  /// The layout that all attachments of this key have, and no other context.
  public let layout: Layout
  let makeInitial: @Sendable () -> Value
  let isEqual: (@Sendable (Value, Value) -> Bool)?

  /// Makes a key.
  ///
  /// - Parameters:
  ///   - name: The value's name, for diagnostics and dumps.
  ///   - family: The family that the value belongs to.
  ///   - declaration: The value's declaration, for diagnostics.
  ///   - initial: The value of an attachment without a write. Each read before the first write evaluates it, outside
  ///     all locks.
  public init(
    _ name: String,
    in family: AttachmentFamily,
    declaration: CallSite? = nil,
    initial: @autoclosure @escaping @Sendable () -> Value
  ) {
    self.init(name, in: family, declaration: declaration, makeInitial: initial, isEqual: nil)
  }

  /// Makes a key of values that can be compared: an equal write notifies no one.
  ///
  /// - Parameters:
  ///   - name: The value's name, for diagnostics and dumps.
  ///   - family: The family that the value belongs to.
  ///   - declaration: The value's declaration, for diagnostics.
  ///   - initial: The value of an attachment without a write.
  public init(
    _ name: String,
    in family: AttachmentFamily,
    declaration: CallSite? = nil,
    initial: @autoclosure @escaping @Sendable () -> Value
  ) where Value: Equatable {
    self.init(name, in: family, declaration: declaration, makeInitial: initial) { $0 == $1 }
  }

  /// Makes a key of values that are compared by a closure, if there is one.
  ///
  /// - Parameters:
  ///   - name: The value's name, for diagnostics and dumps.
  ///   - family: The family that the value belongs to.
  ///   - declaration: The value's declaration, for diagnostics.
  ///   - makeInitial: Gives the value of an attachment without a write.
  ///   - isEqual: Whether two values are equal; called outside all locks.
  public init(
    _ name: String,
    in family: AttachmentFamily,
    declaration: CallSite? = nil,
    makeInitial: @escaping @Sendable () -> Value,
    isEqual: (@Sendable (Value, Value) -> Bool)?
  ) {
    layout = Layout(
      attachment: AttachmentDescription(
        family: family,
        name: name,
        areSame: isEqual.map(Self.untyped)
      ),
      slot: .value(name, Value.self, declaration: declaration, isPrivate: !family.isRecorded)
    )
    self.makeInitial = makeInitial
    self.isEqual = isEqual
  }

  /// An equality of values whose type the caller does not know; values of another type differ.
  private static func untyped(
    _ isEqual: @escaping @Sendable (Value, Value) -> Bool
  ) -> @Sendable (Any, Any) -> Bool {
    { one, other in
      guard let one = one as? Value, let other = other as? Value else { return false }
      return isEqual(one, other)
    }
  }

  var id: ObjectIdentifier { ObjectIdentifier(layout) }

  /// The one slot of an attachment.
  var slot: Slot<Value> { Slot(uncheckedIndex: 0) }
}

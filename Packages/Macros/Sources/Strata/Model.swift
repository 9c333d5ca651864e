import StrataModels

/// Turns a struct into a model: a handle to state in a tree.
///
/// ```swift
/// @Model struct Counter {
///   var count = 0
///   func increment() { count += 1 }
/// }
///
/// let counter = Counter().withAnchor()
/// counter.increment() // from any thread; every copy of `counter` sees it
/// ```
///
/// Each stored `var` moves to the model's node, where copies share it and changes are observed. A child, an
/// optional or a collection of children, or a container of them becomes part of the tree. A `let` stays a
/// constant of the handle. Computed and `static` properties stay as they are, and so do those with a property
/// wrapper, or another attribute that begins with a capital letter. The initializers are those that the struct
/// would have without the macro.
///
/// `willSet` and `didSet` run once for each write and each change in place, outside all locks.
///
/// Any thread may use a model, so its stored values are `Sendable`, which the compiler checks. Functions are the
/// exception, because they are usually declared without `@Sendable`; their owner must know which threads call
/// them. For a constant of another type, `nonisolated(unsafe)` asserts the same.
///
/// The macro writes the conformances to `Model` and `CustomReflectable`. If the struct itself declares
/// `Equatable`, `==` compares all stored properties except functions. If it declares `Hashable`, `hash(into:)`
/// covers the same. Members that you write by hand are not written again.
///
/// In a generic model the type of a property determines its treatment: write `T: Equatable` to make equal writes
/// silent, and `T: ModelContainer` if `T` contains models.
///
/// A model belongs to no actor. In a module whose default isolation is the main actor, write
/// `nonisolated struct`, or state the conformance: `struct Counter: Model`.
@attached(
  member,
  names: named(_modelNode),
  named(modelNode),
  named(modelLayout),
  named(_makeModelLayout)
)
@attached(memberAttribute)
@attached(
  extension,
  conformances: Model,
  Sendable,
  CustomReflectable,
  MemberwiseEquatable,
  MemberwiseHashable,
  names: named(customMirror),
  named(isMemberwiseEqual),
  named(hashMembers)
)
public macro Model() = #externalMacro(module: "StrataMacros", type: "ModelMacro")

/// Moves one property of a model to its node; `@Model` adds this to each stored `var` whose first value it sees.
///
/// That is a property with a value at its declaration, in a struct whose initializer the compiler writes.
///
/// - Parameters:
///   - slot: The property's index among them.
///   - makesNode: Whether its first value makes the node; then it needs none of its own.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
public macro _ModelSlot(_ slot: Int, makesNode: Bool = false) =
  #externalMacro(module: "StrataMacros", type: "ModelSlotMacro")

/// Moves one property of a model to its node; `@Model` adds this to each other stored `var`.
///
/// The compiler sees by a mark whether an initializer has given it its first value. The other macro writes none,
/// because each expansion takes time.
///
/// - Parameter slot: The property's index among them.
@attached(accessor, names: named(init), named(get), named(set), named(_modify))
@attached(peer, names: prefixed(_modelSlot_))
public macro _ModelMarkedSlot(_ slot: Int) =
  #externalMacro(module: "StrataMacros", type: "ModelMarkedSlotMacro")

public import Observation
import StrataCore
public import StrataExtensions

/// A struct whose instances are handles to state in a tree.
///
/// A model declares state, and the operations on it. Copies of a model are handles to the same state; writing
/// works through a `let`. Models compose: a property may contain a model, an optional one, a collection of them,
/// or an enum with models as payload. ``withAnchor(fileID:filePath:line:column:_:)`` on the outermost model
/// activates the whole.
///
/// The `@Model` macro writes the conformance. By hand it is:
///
/// ```swift
/// struct Counter: Model {
///   static let modelLayout = ModelLayout<Counter>("Counter") { $0.slot("count", \.count) }
///   var modelNode = ModelNode<Counter>()
///
///   var count: Int {
///     get { modelNode[0] }
///     nonmutating set { modelNode[0] = newValue }
///     nonmutating _modify { yield &modelNode[0] }
///   }
///
///   init(count: Int = 0) { modelNode.initialize(0, to: count) }
/// }
/// ```
///
/// The number is the property's index in the layout. Each observed stored property is one slot; `let` properties
/// are ordinary stored ones. Every slot gets its first value in `init`.
public protocol Model: ModelContainer, Identifiable, Sendable, Observable, CustomStringConvertible,
  DumpRepresentable
where ID: Sendable {
  /// The events that this kind of model sends by `send` of its node.
  associatedtype Event: Sendable = Never

  /// The list of this kind's properties; a stored constant, except in generic types.
  static var modelLayout: ModelLayout<Self> { get }

  /// The node that ties this handle to its state; set by the conformance's own code alone.
  var modelNode: ModelNode<Self> { get set }

  /// Called once in each incarnation of the model, when it has become part of a live tree.
  ///
  /// Parents are activated before their children, so that they can listen to them. Writes in it are part of the
  /// first state that observers of the parents see.
  func onActivate()
}

extension Model {
  /// Does nothing.
  public func onActivate() {}

  /// The model's access to its tree: tasks, events, dependencies, transactions.
  ///
  /// Meant for the model's own methods.
  @inlinable
  public var node: ModelNode<Self> { modelNode }

  /// The type's name and the values of its properties.
  ///
  /// A model inside itself is `Name(↻)` there, and one inside a hundred others `Name(…)`.
  public var description: String {
    let (context, layout) = (modelNode.context, Self.modelLayout.layout)
    return OpenDescription.of(context) {
      layout.slots.indices.map { "\(layout.slots[$0].name): \(context.describeValue(at: $0))" }
    }
  }

  /// Whether two handles are to the same state.
  public func isSameModel(as other: Self) -> Bool {
    modelNode.context === other.modelNode.context
  }

  /// The identity made for the model at its creation; anchoring preserves it.
  public var modelID: ModelID { ModelID(modelNode.context.id) }
}

extension Model where Self: CustomReflectable {
  /// The type's name and the children of the mirror: with `@Model` all stored properties, also constants.
  ///
  /// A model inside itself is `Name(↻)` there, and one inside a hundred others `Name(…)`.
  public var description: String {
    OpenDescription.of(modelNode.context) {
      customMirror.children.map { "\($0.label ?? "_"): \(NestedDescription.of($0.value))" }
    }
  }
}

extension Model where ID == ModelID {
  /// The identity made for the model at its creation.
  public var id: ModelID { modelID }
}

/// The identity of a model that declares none of its own.
public struct ModelID: Sendable, Hashable, CustomStringConvertible {
  private let context: ContextID

  init(_ context: ContextID) {
    self.context = context
  }

  /// `#42`.
  public var description: String { context.description }
}

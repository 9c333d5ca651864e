import StrataConcurrency
public import StrataCore

/// The list of the properties of one kind of model.
public struct ModelLayout<M: Model>: Sendable {
  /// The engine's layout.
  public let layout: Layout

  /// Makes a layout.
  ///
  /// - Parameters:
  ///   - name: The kind's name.
  ///   - fileID: The file of the declaration, for reports.
  ///   - filePath: The path of the declaration, for reports.
  ///   - line: The line of the declaration, for reports.
  ///   - column: The column of the declaration, for reports.
  ///   - describe: Adds the slots, in order; the first one has the number 0.
  public init(
    _ name: String,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ describe: (inout Slots) -> Void
  ) {
    let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    var slots = Slots(name: name)
    describe(&slots)
    layout = Layout(
      name: name,
      slots: slots.descriptors,
      hooks: ModelHooks<M>(
        mistakes: KindMistakes(slots.hiddenModels, in: M.self, declaredAt: place),
        declaration: slots.descriptors.first?.declaration ?? place
      )
    )
  }

  init(_ layout: Layout) {
    self.layout = layout
  }

  /// Collects the slots of a layout.
  public struct Slots {
    let name: String
    var descriptors: [SlotDescriptor] = []
    /// The properties whose models would not be found.
    fileprivate(set) var hiddenModels: [KindMistakes.HiddenModel] = []

    /// Adds a slot for plain values.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - property: The property, for its type.
    ///   - isPrivate: Whether the property is private, so that no test can read it.
    ///   - isUnrecorded: Whether recordings leave out its values.
    ///   - fileID: The file of the declaration, for reports.
    ///   - filePath: The path of the declaration, for reports.
    ///   - line: The line of the declaration, for reports.
    ///   - column: The column of the declaration, for reports.
    public mutating func slot<Value>(
      _ name: String,
      _ property: KeyPath<M, Value>,
      isPrivate: Bool = false,
      isUnrecorded: Bool = false,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) {
      let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      descriptors.append(
        .value(
          name,
          Value.self,
          declaration: place,
          isPrivate: isPrivate,
          isUnrecorded: isUnrecorded
        )
      )
      let property = "\(self.name).\(name)"
      if Value.self is any ModelContainer.Type {
        hide(.unknownContainer(property, Value.self), at: place)
      } else if let hidden = HiddenModels(in: Value.self) {
        hide(.hiddenModels(property, Value.self, hidden), at: place)
      }
    }

    /// Reports that models in a property would not be found, and notes it for the tests that follow.
    private mutating func hide(_ diagnostic: ModelDiagnostic, at place: CallSite) {
      let models = KindMistakes.HiddenModel(diagnostic: diagnostic, declaration: place)
      models.report()
      hiddenModels.append(models)
    }

    /// Adds a slot for values that contain models.
    ///
    /// - Parameters:
    ///   - name: The property's name.
    ///   - property: The property, for its type.
    ///   - isPrivate: Whether the property is private, so that no test can read it.
    ///   - isUnrecorded: Whether recordings leave out its values.
    ///   - fileID: The file of the declaration, for reports.
    ///   - filePath: The path of the declaration, for reports.
    ///   - line: The line of the declaration, for reports.
    ///   - column: The column of the declaration, for reports.
    public mutating func slot<Value: ModelContainer>(
      _ name: String,
      _ property: KeyPath<M, Value>,
      isPrivate: Bool = false,
      isUnrecorded: Bool = false,
      fileID: StaticString = #fileID,
      filePath: StaticString = #filePath,
      line: UInt = #line,
      column: UInt = #column
    ) {
      let place = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
      descriptors.append(
        .container(
          name,
          Value.self,
          declaration: place,
          isPrivate: isPrivate,
          isUnrecorded: isUnrecorded
        )
      )
      if let hidden = HiddenModels(inContainer: Value.self) {
        hide(.hiddenModels("\(self.name).\(name)", Value.self, hidden), at: place)
      }
      if let kind = Value.self as? any Model.Type {
        RequiredModels.note("\(self.name).\(name)", of: M.self, requires: kind, at: place)
      }
    }
  }
}

@available(*, unavailable)
extension ModelLayout.Slots: Sendable {}

/// Forwards the engine's calls on contexts to their models.
struct ModelHooks<M: Model>: ContextHooks, ModelHandles {
  let mistakes: KindMistakes?
  /// The declaration of the type.
  let declaration: CallSite
  /// Computed once, because finding it out takes longer than activating a model that does nothing.
  private let isMoreThanItsNode = M.isMoreThanItsNode

  func activate(_ context: Context) {
    let known = isMoreThanItsNode ? context.keptHandle as? M : M.bareHandle(of: context)
    guard let model = known else { return }
    if Cause.isRecorded {
      Cause.with(.activation, name: context.layout.name, at: declaration) { model.onActivate() }
    } else {
      model.onActivate()
    }
    mistakes?.report(in: model)
  }

  func anyHandle(of context: Context) -> (any Model)? { M.handle(of: context) }

  func identity(of context: Context) -> AnyHashable? {
    M.handle(of: context).map { AnyHashable($0.id) }
  }

  func identity(of context: Context, handle: (any Sendable)?) -> AnyHashable? {
    (handle as? M).map { AnyHashable($0.id) } ?? identity(of: context)
  }

  func identityHash(of context: Context, handle: (any Sendable)?) -> Int? {
    (handle as? M ?? M.handle(of: context))?.id.hashValue
  }

  var declaresIdentity: Bool { M.ID.self != ModelID.self }

  /// A model with `let` properties or others that are no slots is more than its node.
  var keepsHandles: Bool { M.isMoreThanItsNode }
}

/// Makes handles of contexts whose kind of model is not known.
protocol ModelHandles {
  func anyHandle(of context: Context) -> (any Model)?
}

extension Context {
  /// The handle of the model that the context belongs to, without anchor.
  var anyModel: (any Model)? { (layout.hooks as? any ModelHandles)?.anyHandle(of: self) }
}

extension Model {
  static var isMoreThanItsNode: Bool {
    MemoryLayout<Self>.size != MemoryLayout<ModelNode<Self>>.size
  }

  /// The handle of a context, without anchor.
  ///
  /// - Returns: `nil` if the context is of another kind, or if it has `let` properties and its lifetime is over.
  static func handle(of context: Context) -> Self? {
    guard context.layout === modelLayout.layout else { return nil }
    if isMoreThanItsNode { return context.keptHandle as? Self }
    return bareHandle(of: context)
  }

  /// The handle of a context of this kind that stores nothing but its node.
  fileprivate static func bareHandle(of context: Context) -> Self {
    // SAFETY: `modelNode` is stored, and a value of the node's size can store nothing else. A bare node
    // has the same members as any node, in the same order.
    unsafe withUnsafePointer(to: BareNode(context: context, anchor: nil)) { node in
      unsafe UnsafeRawPointer(node).assumingMemoryBound(to: Self.self).pointee
    }
  }
}

/// A node of no particular type of model, whose type need not be looked up.
private struct BareNode {
  let context: Context
  let anchor: Anchor?
}

import StrataCore
public import StrataExtensions

extension Model {
  /// The constants and the properties, for dumps and diffs.
  ///
  /// A model in a constant is part of no tree below this one; it is shown by its name and identity.
  public var dumpRepresentation: DumpRepresentation {
    .members(constants(of: Mirror(reflecting: self)) + slotMembers)
  }

  /// The identity of the state, as ``modelID``: models may be inside themselves.
  public var dumpIdentity: AnyHashable? { AnyHashable(modelID) }

  /// The values of the slots, as they are now; untracked.
  private var slotMembers: [(label: String, value: Any)] {
    let context = modelNode.context
    return context.layout.slots.indices.map { slot in
      (context.layout.slots[slot].name, context.anyValue(at: slot) ?? Released())
    }
  }

  /// The children of a mirror beside the slots and the members of the conformance.
  fileprivate func constants(of mirror: Mirror) -> [(label: String, value: Any)] {
    let slots = Set(modelNode.context.layout.slots.map(\.name))
    return mirror.children.compactMap { child in
      guard let label = child.label, !slots.contains(label), label != "modelNode",
        !label.hasPrefix("_model")
      else { return nil }
      guard let model = child.value as? any Model else { return (label, child.value) }
      return (label, ModelReference(name: "\(type(of: model))", id: model.modelID))
    }
  }
}

extension Model where Self: CustomReflectable {
  /// The children of the mirror: with `@Model` all stored properties, also constants.
  ///
  /// A model in a constant is shown by its name and identity.
  public var dumpRepresentation: DumpRepresentation {
    let slots = Set(modelNode.context.layout.slots.map(\.name))
    let mirror = customMirror
    let properties = mirror.children.compactMap { child in
      child.label.flatMap { slots.contains($0) ? (label: $0, value: child.value) : nil }
    }
    return .members(constants(of: mirror) + properties)
  }
}

/// Stands for a model that is not shown.
private struct ModelReference: DumpRepresentable {
  let name: String
  let id: ModelID

  var dumpRepresentation: DumpRepresentation { .text("\(name) \(id)") }
}

/// Stands for a value that a removed model has released.
private struct Released: DumpRepresentable {
  var dumpRepresentation: DumpRepresentation { .text("…") }
}

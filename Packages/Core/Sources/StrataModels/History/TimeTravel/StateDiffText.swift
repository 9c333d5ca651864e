import StrataCore
import StrataExtensions

/// Writes changes of properties as lines that went and lines that came.
struct StateDiffText {
  let maxLines: Int

  func text(of changes: [LoggedChange]) -> String {
    var dump = ValueDump()
    for change in changes where change.isStructural {
      for value in [change.oldValue, change.newValue] {
        (value as? any ContextContainer)?.forEachContext { context in
          guard let hooks = context.layout.hooks as? any ModelNaming else { return }
          dump = hooks.showingReferences(dump)
        }
      }
    }
    let old = State(members: changes.map { (Self.label($0), $0.oldValue as Any) })
    let new = State(members: changes.map { (Self.label($0), $0.newValue as Any) })
    return ValueDiff(dump: dump, maxLines: maxLines).text(from: old, to: new) ?? ""
  }

  private static func label(_ change: LoggedChange) -> String {
    let layout = change.context.layout
    return "\(layout.name) \(change.context.id).\(layout.slots[change.slot].name)"
  }

  /// The values of one of the two states, under the name that the text gives them.
  private struct State: DumpRepresentable {
    let members: [(label: String, value: Any)]

    var dumpRepresentation: DumpRepresentation { .members(members) }
  }
}

/// The operations on a type of model that need no static type.
protocol ModelNaming {
  /// The dump that shows models of this kind by their name and identity.
  func showingReferences(_ dump: ValueDump) -> ValueDump
}

extension ModelHooks: ModelNaming {
  func showingReferences(_ dump: ValueDump) -> ValueDump {
    dump.showing(M.self) { model in
      let context = model.modelNode.context
      return .text("\(context.layout.name) \(context.id)")
    }
  }
}

import StrataConcurrency
import StrataCore

/// The models that each thread is describing, to cut cycles.
///
/// A rejected model may contain itself, and so may one in no tree; its description would not end.
enum OpenDescription {
  private static let open = Locked<[ThreadIdentity: [ContextID]]>([:], rank: .leaf)

  /// The kind's name around the members of a description, `Name(↻)` inside the context's own, or `Name(…)` inside
  /// too many others.
  static func of(_ context: Context, _ parts: () -> [String]) -> String {
    let name = context.layout.name
    switch enter(context.id) {
    case .again: return "\(name)(↻)"
    case .tooDeep: return "\(name)(…)"
    case .entered: break
    }
    defer { leave() }
    return "\(name)(\(parts().joined(separator: ", ")))"
  }

  /// How many models are described inside one another.
  ///
  /// A description is recursive, and a chain of models may be longer than a stack is deep.
  private static let limit = 100

  private enum Entry {
    case entered
    case again
    case tooDeep
  }

  private static func enter(_ id: ContextID) -> Entry {
    open.withLock { open in
      let models = open[.current] ?? []
      if models.contains(id) { return .again }
      if models.count >= limit { return .tooDeep }
      open[.current, default: []].append(id)
      return .entered
    }
  }

  private static func leave() {
    open.withLock { open in
      open[.current]?.removeLast()
      if open[.current]?.isEmpty ?? false { open[.current] = nil }
    }
  }
}

import StrataConcurrency
import StrataCore

/// The models that each thread is describing, to cut cycles.
///
/// A model that was refused may hold itself, and one in no tree may as well; its description would
/// not come to an end.
enum OpenDescription {
  private static let open = Locked<[ThreadIdentity: [ContextID]]>([:], rank: .leaf)

  /// The kind's name around the parts of a description, or `Name(↻)` inside the context's own.
  static func of(_ context: Context, _ parts: () -> [String]) -> String {
    let name = context.layout.name
    guard enter(context.id) else { return "\(name)(↻)" }
    defer { leave() }
    return "\(name)(\(parts().joined(separator: ", ")))"
  }

  private static func enter(_ id: ContextID) -> Bool {
    open.withLock { open in
      if open[.current]?.contains(id) ?? false { return false }
      open[.current, default: []].append(id)
      return true
    }
  }

  private static func leave() {
    open.withLock { open in
      open[.current]?.removeLast()
      if open[.current]?.isEmpty ?? false { open[.current] = nil }
    }
  }
}

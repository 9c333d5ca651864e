import StrataExtensions

/// Writes values and contexts on one line, of a bounded length.
package struct WriteText: Sendable {
  /// The number of characters that a text may have before it is cut.
  let limit: Int
  private let dump = ValueDump(maxDepth: 4, maxLines: 24)

  package init(limit: Int) {
    self.limit = limit
  }

  /// The text of a value.
  package func text(of value: Any) -> String {
    // The most frequent types need no mirror.
    switch value {
    case let number as Int: return "\(number)"
    case let flag as Bool: return "\(flag)"
    case let text as String where text.utf8.count <= limit: return cut(String(reflecting: text))
    default: break
    }
    let lines = dump.text(of: value).split(separator: "\n")
    return cut(lines.map { $0.drop { $0 == " " } }.joined(separator: " "))
  }

  /// A value for a log: the value itself if it is small, else its text.
  func kept(_ value: Any) -> KeptText {
    switch value {
    case let number as Int: .number(number)
    case let flag as Bool: .flag(flag)
    case let text as String where text.utf8.count <= limit: .short(text)
    default: .text(text(of: value))
    }
  }

  /// The kind and identity of a context, `Row[3]`.
  package func name(of context: Context) -> String {
    "\(context.layout.name)[\(identity(of: context) ?? "\(context.id)")]"
  }

  /// The contexts in a structural slot's value, `[Row[1], Row[2], … 7 more]`.
  package func contexts(of value: Any) -> String? {
    guard let container = value as? any ContextContainer else { return nil }
    var contexts: [Context] = []
    container.forEachContext { contexts.append($0) }
    let names = contexts.prefix(8).map(name)
    let rest = contexts.count > 8 ? ["… \(contexts.count - 8) more"] : []
    return cut("[\((names + rest).joined(separator: ", "))]")
  }

  /// A context's position below a slot of its parent.
  package func place(of context: Context, in slot: SlotDescriptor?) -> WrittenPlace {
    let isOneOfMany = slot.map { $0.type is any Collection.Type } ?? false
    return WrittenPlace(
      kind: context.layout.name,
      property: slot?.name,
      id: identity(of: context) ?? (isOneOfMany ? "\(context.id)" : nil)
    )
  }

  /// The path of a property below a context: `rows[3].title`; `nil` if the property is not below it.
  package func path(to context: Context, _ slot: Int, below top: Context) -> String? {
    guard let trail = context.trail(from: top) else { return nil }
    let places = trail.dropFirst().map { place(of: $0.context, in: $0.slot) }
    let property = context.layout.slots[slot].name
    return places.isEmpty ? property : "\(places.path).\(property)"
  }

  /// The identity that a context declares; user code.
  func identity(of context: Context) -> String? {
    guard context.layout.declaresIdentity,
      let identity = context.layout.hooks?.identity(of: context)
    else { return nil }
    return cut(String(describing: identity.base))
  }

  private func cut(_ text: String) -> String {
    text.utf8.count <= limit || text.count <= limit ? text : text.prefix(limit) + "…"
  }
}

/// Looks for the handles of some contexts in the container that holds them.
///
/// What has joined a list stands at its end as a rule. So lists are searched from the end, and the search
/// is over with the last handle that is looked for: a row that is appended costs the same at any length.
public struct HandleSearch {
  /// The contexts that are looked for and not found yet.
  private var wanted: Wanted
  /// What was found.
  private(set) var handles: [ObjectIdentifier: any Sendable] = [:]

  private enum Wanted {
    /// A set costs more to make than one comparison for each context.
    case one(Context)
    case some(Set<ObjectIdentifier>)
    case none
  }

  /// Begins the search for contexts whose layout keeps handles.
  init(for contexts: [Context]) {
    wanted =
      if contexts.count == 1 {
        contexts[0].layout.keepsHandles ? .one(contexts[0]) : .none
      } else {
        Self.some(of: contexts)
      }
  }

  private static func some(of contexts: [Context]) -> Wanted {
    var identities: Set<ObjectIdentifier> = []
    contexts.forEachUncounted { context in
      if context.layout.keepsHandles { identities.insert(ObjectIdentifier(context)) }
    }
    return identities.isEmpty ? .none : .some(identities)
  }

  /// Whether nothing is looked for any more.
  public var isOver: Bool {
    if case .none = wanted { true } else { false }
  }

  /// Looks at an element of a list, which may hold several contexts.
  ///
  /// - Parameter element: The element; its handles are asked for only if they are looked for.
  public mutating func look(at element: borrowing some ContextContainer) {
    var isHeld = false
    element.forEachContext { isHeld = isHeld || isWanted($0) }
    if isHeld { element.findHandles(&self) }
  }

  /// Takes a handle if it is looked for.
  ///
  /// - Parameters:
  ///   - handle: The handle; the first one of a context is kept.
  ///   - context: The context that it is of.
  public mutating func take(_ handle: any Sendable, of context: Context) {
    guard isWanted(context) else { return }
    handles[ObjectIdentifier(context)] = handle
    switch wanted {
    case .some(var identities):
      wanted = .none
      identities.remove(ObjectIdentifier(context))
      if !identities.isEmpty { wanted = .some(identities) }
    case .one, .none: wanted = .none
    }
  }

  private func isWanted(_ context: Context) -> Bool {
    switch wanted {
    case .one(let one): one === context
    case .some(let identities): identities.contains(ObjectIdentifier(context))
    case .none: false
    }
  }
}

@available(*, unavailable)
extension HandleSearch: Sendable {}

extension BidirectionalCollection where Element: ContextContainer {
  /// Looks for handles in the elements of a list, from the end.
  @inlinable
  func findHandlesFromEnd(_ search: inout HandleSearch) {
    for element in reversed() {
      if search.isOver { return }
      search.look(at: element)
    }
  }
}

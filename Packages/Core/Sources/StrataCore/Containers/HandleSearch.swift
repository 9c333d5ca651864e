/// Looks for the handles of some contexts in their container.
///
/// A context that has joined a list is usually its last element. Lists are therefore searched from the end, until the
/// last wanted handle is found. To append a row costs the same at any length.
public struct HandleSearch {
  /// The wanted contexts that are not found yet.
  private var wanted: Wanted
  /// The handles found so far.
  private(set) var handles: [ObjectIdentifier: any Sendable] = [:]

  private enum Wanted {
    /// A set costs more to make than one comparison for each context.
    case one(Context)
    case some(Set<ObjectIdentifier>)
    case none
  }

  /// Begins the search for contexts whose layout stores handles.
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

  /// Whether all handles are found.
  public var isOver: Bool {
    if case .none = wanted { true } else { false }
  }

  /// Searches an element of a list, which may contain several contexts.
  ///
  /// - Parameter element: The element; its handles are requested only if they are wanted.
  public mutating func look(at element: borrowing some ContextContainer) {
    var isHeld = false
    element.forEachContext { isHeld = isHeld || isWanted($0) }
    if isHeld { element.findHandles(&self) }
  }

  /// Takes a handle if it is wanted.
  ///
  /// - Parameters:
  ///   - handle: The handle; the first one of a context counts.
  ///   - context: The context of the handle.
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

public import StrataCore
@_spi(Strata) public import StrataExtensions

/// Remembers the change log of the running change.
///
/// It is no list of contexts: the change log says what has changed, so an edit costs the same among ten elements
/// and among ten thousand.
public struct IdentifiedArrayRoster<ID: Hashable, Element>: ContextRoster {
  enum State {
    /// Nothing has happened since the tree agreed with the array.
    case settled
    /// Edits are taken down.
    case recording(IdentifiedArrayJournalToken)
    /// The array was assigned, so its edits would not describe the difference.
    case assigned
  }

  var state = State.settled

  /// The slots of the contexts, where they matter.
  public var places: [ObjectIdentifier: ContainerPlace]?

  /// The membership of an empty array.
  public init() {}
}

@available(*, unavailable)
extension IdentifiedArrayRoster: Sendable {}

extension IdentifiedArray: ContextContainer where Element: ContextContainer & Identifiable {
  /// Handles, if each element is one.
  @inlinable
  public static var contents: ContainerContents {
    Element.contents == .handle ? .handles : .mixed
  }

  /// Calls a closure with each context of each element, in order.
  @inlinable
  public func forEachContext(_ body: (Context) -> Void) {
    for element in self { element.forEachContext(body) }
  }

  /// Calls a closure with each handle of each element, in order.
  public func forEachHandle(_ body: (Context, any Sendable) -> Void) {
    for element in self { element.forEachHandle(body) }
  }

  /// Calls a closure with each context of each element and its slot; the position in the array is no slot.
  public func forEachPlace(
    below place: ContainerPlace,
    _ body: (Context, ContainerPlace) -> Void
  ) {
    for element in self {
      element.forEachPlace(below: Self.place(of: element, below: place), body)
    }
  }

  /// Replaces handles in each element.
  public mutating func replaceContexts(_ replacement: (Context) -> Context?) {
    for index in indices {
      var element = self[index]
      element.replaceContexts(replacement)
      self[index] = element
    }
  }

  /// Removes the elements that have to go as a whole.
  public mutating func removeContexts(where isRefused: (Context) -> Bool) -> Bool {
    for index in indices.reversed() {
      var element = self[index]
      var isHeld = false
      element.forEachContext { isHeld = isHeld || isRefused($0) }
      guard isHeld else { continue }
      if element.removeContexts(where: isRefused) {
        remove(at: index)
      } else {
        self[index] = element
      }
    }
    return false
  }

  /// Whether the elements are the same, one by one.
  public func isSameBesideContexts(as other: Self) -> Bool {
    elementsEqual(other) { $0.isSame(as: $1) }
  }

  /// Starts to record the edits, unless that has begun.
  public mutating func willChange(_ roster: inout IdentifiedArrayRoster<ID, Element>) {
    if case .settled = roster.state { roster.state = .recording(beginJournal()) }
  }

  /// Gives up taking down edits.
  public mutating func wasAssigned(_ roster: inout IdentifiedArrayRoster<ID, Element>) {
    roster.state = .assigned
  }
}

extension IdentifiedArray where Element: ContextContainer & Identifiable {
  /// Reads the change log of the change that has ended.
  ///
  /// - Complexity: O(number of edits); O(number of elements) if the change log does not know them, as after an
  ///   assignment or a sort.
  public mutating func reconcile(
    _ roster: inout IdentifiedArrayRoster<ID, Element>
  ) -> StructureEdits {
    guard case .recording(let token) = roster.state else {
      roster.state = .settled
      return StructureEdits(whole: contexts)
    }
    roster.state = .settled
    guard let journal = takeJournal(token) else { return StructureEdits(whole: contexts) }
    var edits = StructureEdits()
    for edit in journal { edit.add(to: &edits) }
    // The change log has the elements, so the earlier elements need no search.
    edits.takeHandles { search in
      for edit in journal.reversed() where !search.isOver { edit.newElement?.findHandles(&search) }
    }
    let continued = continueByIdentity(&edits, &roster)
    if !continued.isEmpty { replaceContexts(by: continued) }
    return edits
  }

  /// Puts continued contexts back into the elements that contain their replacements.
  private mutating func replaceContexts(by continued: [ObjectIdentifier: Context]) {
    for index in indices {
      var isAffected = false
      self[index].forEachContext {
        isAffected = isAffected || continued[ObjectIdentifier($0)] != nil
      }
      guard isAffected else { continue }
      var element = self[index]
      element.replaceContexts { continued[ObjectIdentifier($0)] }
      self[index] = element
    }
  }

  /// The empty array, for elements with an identity of their own.
  public static func makeEmpty() -> Self? {
    IdentifiedArray<Element.ID, Element>() as? Self
  }

  private var contexts: [Context] {
    var contexts: [Context] = []
    forEachContext { contexts.append($0) }
    return contexts
  }
}

extension IdentifiedArrayEdit where Element: ContextContainer {
  /// The element that the edit has inserted.
  fileprivate var newElement: Element? {
    switch self {
    case .insert(let element, at: _), .replace(_, with: let element, at: _): element
    case .remove, .move: nil
    }
  }

  fileprivate func add(to edits: inout StructureEdits) {
    switch self {
    case .insert(let element, at: _):
      element.forEachContext { edits.add($0) }
    case .remove(let element, at: _):
      element.forEachContext { edits.remove($0) }
    case .replace(let old, with: let new, at: _):
      old.forEachContext { edits.remove($0) }
      new.forEachContext { edits.add($0) }
    case .move(_, from: let start, to: let end):
      if start != end { edits.noteMove() }
    }
  }
}

extension IdentifiedArray: ModelContainer where Element: ModelContainer & Identifiable {
  /// Shows each element.
  public mutating func visitModels(_ visitor: inout some ModelVisitor) {
    for index in indices {
      var element = self[index]
      if visitor.visit(&element) { self[index] = element }
    }
  }
}

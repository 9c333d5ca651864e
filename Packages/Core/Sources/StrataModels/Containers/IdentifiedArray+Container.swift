public import StrataCore
@_spi(Strata) public import StrataExtensions

/// Remembers the change log of the running change.
///
/// It is no list of contexts: the change log says what has changed, so an edit costs the same among ten elements
/// and among ten thousand.
public struct IdentifiedArrayRoster<ID: Hashable, Element>: ContextRoster {
  typealias Edits = [IdentifiedArrayEdit<Element>]

  enum State {
    /// Nothing has happened since the tree agreed with the array.
    case settled
    /// Edits are taken down. Those of former changes in the transaction come first; `nil` if they are unknown.
    case recording(IdentifiedArrayJournalToken, after: Edits?)
    /// A change in the transaction has ended. The edits since the last commit are known, or `nil`.
    case recorded(Edits?)
    /// The array was assigned, so its edits would not describe the difference.
    case assigned
  }

  private(set) var state = State.settled
  /// Whether the array may have had elements at the last commit.
  private(set) var hadElements = true

  /// The slots of the contexts, where they matter.
  public var places: [ObjectIdentifier: ContainerPlace]?
  /// Whether the contexts may have another order than that in which they joined.
  public var isReordered = false

  /// The membership of an empty array.
  public init() {}

  /// Notes that a change in place begins.
  ///
  /// - Parameters:
  ///   - isEmpty: Whether the array is empty.
  ///   - begin: Begins a change log.
  mutating func beginChange(isEmpty: Bool, _ begin: () -> IdentifiedArrayJournalToken) {
    switch state {
    case .settled:
      hadElements = !isEmpty
      state = .recording(begin(), after: [])
    case .recorded(let former): state = .recording(begin(), after: former)
    case .recording, .assigned: break
    }
  }

  /// Notes an assignment.
  mutating func noteAssignment() {
    if case .settled = state { hadElements = true }
    state = .assigned
  }

  /// Notes that a change in a transaction has ended.
  ///
  /// - Parameters:
  ///   - limit: How many edits are recorded at most.
  ///   - take: Takes the change log; `nil` if it is lost.
  /// - Returns: The edits of this change alone; `nil` if they are unknown.
  mutating func endChange(
    limit: Int,
    _ take: (IdentifiedArrayJournalToken) -> Edits?
  ) -> Edits? {
    guard case .recording(let token, after: var all) = state else {
      state = .recorded(nil)
      return nil
    }
    // Released here, so that the list grows in place.
    state = .recorded(nil)
    let edits = take(token)
    if let edits, let count = all?.count, count + edits.count <= limit {
      all?.append(contentsOf: edits)
      state = .recorded(all)
    }
    return edits
  }

  /// Adds edits that were made after the change had ended.
  mutating func add(_ edits: Edits) {
    guard case .recorded(var all?) = state else { return }
    state = .recorded(nil)
    all += edits
    state = .recorded(all)
  }

  /// Ends the record, because the tree is about to agree with the array.
  ///
  /// - Parameter take: Takes the change log; `nil` if it is lost.
  /// - Returns: The edits since the last commit; `nil` if they are unknown.
  mutating func settle(_ take: (IdentifiedArrayJournalToken) -> Edits?) -> Edits? {
    defer { state = .settled }
    switch state {
    case .settled, .assigned: return nil
    case .recorded(let edits): return edits
    case .recording(let token, after: let former):
      let edits = take(token)
      guard let former, let edits else { return nil }
      return former.isEmpty ? edits : former + edits
    }
  }
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
    roster.beginChange(isEmpty: isEmpty) { beginJournal() }
  }

  /// Gives up taking down edits.
  public mutating func wasAssigned(_ roster: inout IdentifiedArrayRoster<ID, Element>) {
    roster.noteAssignment()
  }
}

extension IdentifiedArray where Element: ContextContainer & Identifiable {
  /// Reads the change log of the change in a transaction that has ended.
  ///
  /// - Complexity: As ``reconcile(_:)``.
  public mutating func continueLives(
    _ roster: inout IdentifiedArrayRoster<ID, Element>,
    _ membership: () -> OpenMembership
  ) {
    guard roster.hadElements else { return }
    let membership = membership()
    var edits = StructureEdits()
    if let journal = roster.endChange(limit: 64 + count, { takeJournal($0) }) {
      for edit in journal { edit.add(to: &edits) }
    } else {
      edits = membership.edits(ofWhole: contexts)
    }
    let continued = membership.continued(by: edits, in: self, from: roster.places)
    if !continued.isEmpty { roster.add(replaceContexts(by: continued)) }
  }

  /// Reads the change log of the change that has ended.
  ///
  /// - Complexity: O(number of edits); O(number of elements) if the change log does not know them, as after an
  ///   assignment or a sort.
  public mutating func reconcile(
    _ roster: inout IdentifiedArrayRoster<ID, Element>
  ) -> StructureEdits {
    guard let journal = roster.settle({ takeJournal($0) }) else {
      return StructureEdits(whole: contexts, isReordered: roster.isReordered)
    }
    var edits = StructureEdits()
    for edit in journal { edit.add(to: &edits) }
    if !roster.isReordered { roster.isReordered = isReordered(by: journal) }
    // The change log has the elements, so the earlier elements need no search.
    edits.takeHandles { search in
      for edit in journal.reversed() where !search.isOver { edit.newElement?.findHandles(&search) }
    }
    let continued = continueByIdentity(&edits, &roster)
    if !continued.isEmpty { replaceContexts(by: continued) }
    return edits
  }

  /// Puts continued contexts back into the elements that contain their replacements.
  ///
  /// - Returns: The edits that do the same.
  @discardableResult
  private mutating func replaceContexts(
    by continued: [ObjectIdentifier: Context]
  ) -> [IdentifiedArrayEdit<Element>] {
    var edits: [IdentifiedArrayEdit<Element>] = []
    for index in indices {
      var isAffected = false
      self[index].forEachContext {
        isAffected = isAffected || continued[ObjectIdentifier($0)] != nil
      }
      guard isAffected else { continue }
      let former = self[index]
      var element = former
      element.replaceContexts { continued[ObjectIdentifier($0)] }
      self[index] = element
      edits.append(.replace(former, with: element, at: index))
    }
    return edits
  }

  /// The empty array, for elements with an identity of their own.
  public static func makeEmpty() -> Self? {
    IdentifiedArray<Element.ID, Element>() as? Self
  }

  /// Whether edits may bring elements that have the order in which they joined into another one.
  private func isReordered(by journal: [IdentifiedArrayEdit<Element>]) -> Bool {
    // Elements join behind the others, wherever they are inserted.
    var end = journal.reduce(count) { $0 - $1.growth }
    for edit in journal {
      if edit.reorders(before: end) { return true }
      end += edit.growth
    }
    return false
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

  /// By how many elements the array becomes longer.
  fileprivate var growth: Int {
    switch self {
    case .insert: 1
    case .remove: -1
    case .replace, .move: 0
    }
  }

  /// Whether a context may stand elsewhere afterwards than behind those that joined before it.
  ///
  /// - Parameter end: The number of elements before the edit.
  /// - Returns: `false` if none does.
  fileprivate func reorders(before end: Int) -> Bool {
    switch self {
    case .insert(_, at: let index): return index < end
    case .remove: return false
    case .move(_, from: let start, to: let target): return start != target
    case .replace(let old, with: let new, at: let index):
      guard index < end - 1 else { return false }
      var former: [Context] = []
      var current: [Context] = []
      old.forEachContext { former.append($0) }
      new.forEachContext { current.append($0) }
      return !former.elementsEqual(current, by: ===)
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

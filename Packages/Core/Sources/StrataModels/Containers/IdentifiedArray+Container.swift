public import StrataCore
@_spi(Strata) public import StrataExtensions

/// Remembers the change log of the running change.
///
/// It is no list of contexts: the change log says what has changed, so an edit costs the same among ten elements
/// and among ten thousand.
public struct IdentifiedArrayMembership<ID: Hashable, Element>: ContextMembership {
  typealias Edits = [IdentifiedArrayEdit<Element>]

  /// How the array came to differ from the one of the last commit.
  enum Difference {
    /// By edits.
    case edits(Edits)
    /// It was assigned, or the edits are too many; the contexts of the last commit in their order, or none if they are
    /// not known.
    case whole(former: [Context])
  }

  enum State {
    /// Nothing has happened since the tree agreed with the array.
    case settled
    /// Edits are taken down. What has happened before in the transaction comes first.
    case recording(IdentifiedArrayChangeToken, after: Difference)
    /// A change in the transaction has ended, or the array was assigned.
    case recorded(Difference)
  }

  private(set) var state = State.settled
  /// Whether the array may have had elements at the last commit.
  private(set) var hadElements = true

  /// The slots of the contexts, where they matter.
  public var places: [ObjectIdentifier: ContainerPlace]?

  /// The membership of an empty array.
  public init() {}

  /// Notes that a change in place begins.
  ///
  /// - Parameters:
  ///   - isEmpty: Whether the array is empty.
  ///   - begin: Begins a change log.
  mutating func beginChange(isEmpty: Bool, _ begin: () -> IdentifiedArrayChangeToken) {
    switch state {
    case .settled:
      hadElements = !isEmpty
      state = .recording(begin(), after: .edits([]))
    case .recorded(let former): state = .recording(begin(), after: former)
    case .recording: break
    }
  }

  /// Notes an assignment.
  ///
  /// - Parameter contexts: Finds the contexts that the array had before.
  mutating func noteAssignment(over contexts: () -> [Context]) {
    switch state {
    case .settled:
      hadElements = true
      state = .recorded(.whole(former: contexts()))
    case .recording(_, after: .whole(let former)), .recorded(.whole(let former)):
      state = .recorded(.whole(former: former))
    case .recording(_, after: .edits), .recorded(.edits):
      state = .recorded(.whole(former: []))
    }
  }

  /// Notes that a change in a transaction has ended.
  ///
  /// - Parameters:
  ///   - limit: How many edits are recorded at most.
  ///   - take: Takes the change log; `nil` if it is lost.
  /// - Returns: The edits of this change alone; `nil` if they are unknown.
  mutating func endChange(
    limit: Int,
    _ take: (IdentifiedArrayChangeToken) -> Edits?
  ) -> Edits? {
    guard case .recording(let token, after: var before) = state else { return nil }
    // Released here, so that the list grows in place.
    state = .settled
    let edits = take(token)
    if case .edits(var all) = before {
      before = .whole(former: [])
      if let edits, all.count + edits.count <= limit {
        all.append(contentsOf: edits)
        before = .edits(all)
      }
    }
    state = .recorded(before)
    return edits
  }

  /// Adds edits that were made after the change had ended.
  mutating func add(_ edits: Edits) {
    guard case .recorded(.edits(var all)) = state else { return }
    state = .settled
    all += edits
    state = .recorded(.edits(all))
  }

  /// Ends the record, because the tree is about to agree with the array.
  ///
  /// - Parameter take: Takes the change log; `nil` if it is lost.
  /// - Returns: The difference since the last commit; `nil` if nothing has happened.
  mutating func settle(_ take: (IdentifiedArrayChangeToken) -> Edits?) -> Difference? {
    defer { state = .settled }
    switch state {
    case .settled: return nil
    case .recorded(let difference): return difference
    case .recording(let token, after: let before):
      let edits = take(token)
      guard case .edits(let former) = before else { return before }
      guard let edits else { return .whole(former: []) }
      return .edits(former.isEmpty ? edits : former + edits)
    }
  }
}

@available(*, unavailable)
extension IdentifiedArrayMembership: Sendable {}

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
  public mutating func willChange(_ membership: inout IdentifiedArrayMembership<ID, Element>) {
    membership.beginChange(isEmpty: isEmpty) { beginChangeLog() }
  }

  /// Gives up taking down edits.
  public mutating func wasAssigned(
    _ membership: inout IdentifiedArrayMembership<ID, Element>,
    over former: Self?
  ) {
    membership.noteAssignment { former?.contexts ?? [] }
  }
}

extension IdentifiedArray where Element: ContextContainer & Identifiable {
  /// Reads the change log of the change in a transaction that has ended.
  ///
  /// - Complexity: As ``reconcile(_:)``.
  public mutating func continueLifetimes(
    _ membership: inout IdentifiedArrayMembership<ID, Element>,
    _ openMembership: () -> OpenMembership
  ) {
    guard membership.hadElements else { return }
    let openMembership = openMembership()
    var edits = StructureEdits()
    if let changeLog = membership.endChange(limit: 64 + count, { takeChangeLog($0) }) {
      for edit in changeLog { edit.add(to: &edits) }
    } else {
      edits = openMembership.edits(ofWhole: contexts)
    }
    let continued = openMembership.continued(by: edits, in: self, from: membership.places)
    if !continued.isEmpty { membership.add(replaceContexts(by: continued)) }
  }

  /// Reads the change log of the change that has ended.
  ///
  /// - Complexity: O(number of edits); O(number of elements) if the change log does not know them, as after an
  ///   assignment or a sort.
  public mutating func reconcile(
    _ membership: inout IdentifiedArrayMembership<ID, Element>
  ) -> StructureEdits {
    let changeLog: IdentifiedArrayChanges<Element>
    switch membership.settle({ takeChangeLog($0) }) {
    case .edits(let edits)?: changeLog = edits
    case .whole(let former)?: return StructureEdits(whole: contexts, former: former)
    case nil:
      let contexts = contexts
      return StructureEdits(whole: contexts, former: contexts)
    }
    var edits = StructureEdits()
    for edit in changeLog { edit.add(to: &edits) }
    // The change log has the elements, so the earlier elements need no search.
    edits.takeHandles { search in
      for edit in changeLog.reversed() where !search.isOver {
        edit.newElement?.findHandles(&search)
      }
    }
    let continued = continueByIdentity(&edits, &membership)
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

  fileprivate var contexts: [Context] {
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

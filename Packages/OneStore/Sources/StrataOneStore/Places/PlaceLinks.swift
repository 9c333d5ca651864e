import StrataConcurrency
import StrataCore

/// Holds the contexts of the places of one list, and says itself what of it has changed.
///
/// The engine asks after each change. A comparison with what was there before would look at each context.
struct PlaceLinks: ContextContainer, Sendable {
  // Shared by copies, which a transaction keeps: a copy of all links would be made for each change. Most lists are
  // always empty, and have no memory of their own.
  private var list: PlaceLinkList?
  /// Whether there may be any number of places, and not one or none.
  private let isCollection: Bool

  init() { self.init([], isCollection: true) }

  init(_ places: [AnyPlace], isCollection: Bool) {
    list = places.isEmpty ? nil : PlaceLinkList(places.map { $0.context })
    self.isCollection = isCollection
  }

  private var contexts: [Context] { list?.contexts ?? [] }

  static var contents: ContainerContents { .handles }

  func forEachContext(_ body: (Context) -> Void) {
    for context in contexts { body(context) }
  }

  mutating func replaceContexts(_ replacement: (Context) -> Context?) {}

  mutating func removeContexts(where isRefused: (Context) -> Bool) -> Bool {
    list?.keep(contexts.filter { !isRefused($0) })
    return false
  }

  static func makeEmpty() -> PlaceLinks? { PlaceLinks() }

  mutating func wasAssigned(_ membership: inout PlaceLinkMembership, over former: PlaceLinks?) {
    membership.isAssigned = true
  }

  mutating func reconcile(_ membership: inout PlaceLinkMembership) -> StructureEdits {
    let edits = list?.takeEdits() ?? StructureEdits()
    defer { membership = PlaceLinkMembership(isNew: false) }
    if membership.isAssigned { return StructureEdits(whole: contexts) }
    // Changes before the engine's first question are new with all the rest.
    return membership.isNew ? StructureEdits(added: contexts) : edits
  }

  /// Makes a change of the list.
  mutating func make(_ edit: PlaceLinkEdit) {
    let list = list ?? PlaceLinkList([])
    list.make(edit)
    self.list = list
  }

  /// Makes the list agree with places.
  mutating func become(_ places: [AnyPlace]) {
    let (former, next) = (contexts, places.map { $0.context })
    let (old, new) = (Set(former.map(ObjectIdentifier.init)), Set(next.map(ObjectIdentifier.init)))
    make(
      PlaceLinkEdit(
        range: 0..<former.count,
        contexts: next,
        added: next.filter { !old.contains(ObjectIdentifier($0)) },
        removed: former.filter { !new.contains(ObjectIdentifier($0)) }
      )
    )
  }
}

// Reports name an element of a collection by its position.
extension PlaceLinks: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { contexts.count }

  subscript(position: Int) -> Context { contexts[position] }
}

// Recordings show one model, or one that may be missing, otherwise than a list of one.
extension PlaceLinks: CustomReflectable {
  var customMirror: Mirror {
    Mirror(self, unlabeledChildren: contexts, displayStyle: isCollection ? .collection : .optional)
  }
}

/// The memory of links: whether the engine knows them.
struct PlaceLinkMembership: ContextMembership {
  var isNew: Bool
  var isAssigned = false

  init() { isNew = true }

  init(isNew: Bool) { self.isNew = isNew }
}

/// A change of a list of links.
struct PlaceLinkEdit: Sendable {
  /// The replaced links, and their replacements.
  let range: Range<Int>
  let contexts: [Context]
  /// The contexts that are new.
  let added: [Context]
  /// The contexts that have gone.
  let removed: [Context]
}

/// The contexts, and what of them has changed since that was asked for.
private final class PlaceLinkList: Sendable {
  private struct State: Sendable {
    var contexts: [Context]
    var edits = StructureEdits()
  }

  private let state: Locked<State>

  init(_ contexts: [Context]) {
    state = Locked(State(contexts: contexts), rank: .leaf)
  }

  var contexts: [Context] { state.withLock { $0.contexts } }

  func keep(_ contexts: [Context]) {
    let former = state.withLock { state in
      defer { state.contexts = contexts }
      return state.contexts
    }
    withExtendedLifetime(former) {}
  }

  func make(_ edit: PlaceLinkEdit) {
    // The edit retains what goes, so that nothing is released under the lock.
    state.withLock { state in
      state.contexts.replaceSubrange(edit.range, with: edit.contexts)
      if state.edits.isChanged {
        for context in edit.removed { state.edits.remove(context) }
        for context in edit.added { state.edits.add(context) }
      } else {
        state.edits = StructureEdits(added: edit.added, removed: edit.removed, isChanged: true)
      }
    }
  }

  func takeEdits() -> StructureEdits {
    state.withLock { state in
      defer { state.edits = StructureEdits() }
      return state.edits
    }
  }
}

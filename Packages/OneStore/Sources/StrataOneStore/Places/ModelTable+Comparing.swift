import StrataCore
import Synchronization

extension ModelTable {
  /// Compares the last state of the parent with the new one.
  @unsafe
  func compareContainers(
    _ former: UnsafeRawPointer,
    _ now: UnsafeMutableRawPointer,
    _ effects: inout Effects
  ) {
    let old = unsafe ownField.pointer(in: former).pointee.container
    let container = unsafe ownField.container(in: now)
    if unsafe Models.isIdentical(old, to: container.pointee) { return }
    let oldRaw = unsafe former + ownField.offset
    guard areAllShown,
      let common = unsafe ownField.common(oldRaw, UnsafeRawPointer(container)),
      common.counts.old == ids.count
    else {
      return unsafe compareAll(old, container, &effects)
    }
    let newIDs = unsafe Models.elementIDs(of: container.pointee, in: common.newMiddle)
    if common.oldMiddle.count == newIDs.count, ids[common.oldMiddle].elementsEqual(newIDs) {
      for position in common.oldMiddle where !places[position].isPlain {
        unsafe places[position].compare(old, at: position, container, &effects)
      }
      return
    }
    guard noteKnown(removing: common.oldMiddle, adding: newIDs) else {
      return unsafe compareAll(old, container, &effects)
    }
    unsafe restructure(common.oldMiddle, newIDs, old, container, &effects)
    unsafe setIndexes(from: common.start, in: UnsafeRawPointer(container))
  }

  /// Compares the identities of all elements.
  @unsafe
  private func compareAll(
    _ old: Models.Container,
    _ now: UnsafeMutablePointer<Models.Container>,
    _ effects: inout Effects
  ) {
    let isSame = unsafe Models.hasSameStructure(old, as: now.pointee)
    let raw = unsafe isSame ? ids : Models.elementIDs(of: now.pointee)
    if raw == ids {
      for (position, place) in places.enumerated() where !place.isPlain {
        unsafe place.compare(old, at: position, now, &effects)
      }
      return
    }
    let newIDs = distinct(raw)
    known = nil
    areAllShown = raw.count == newIDs.count
    unsafe restructure(0..<ids.count, newIDs, old, now, &effects)
    unsafe setIndexes(from: 0, in: UnsafeRawPointer(now))
  }

  /// Looks whether an element that a model of its own has changed is another one now: then that model's place ends, and
  /// another begins.
  ///
  /// - Parameters:
  ///   - place: The place of the model.
  ///   - hint: Where the changed element is.
  ///   - state: The parent's.
  ///   - effects: What follows.
  /// - Complexity: O(number of elements).
  @unsafe
  func noteIdentity(
    of place: Child,
    changedAt hint: Int,
    in state: UnsafeMutableRawPointer,
    _ effects: inout Effects
  ) {
    let now = unsafe ownField.container(in: state)
    let container = unsafe now.pointee
    let raw = Models.elementIDs(of: container)
    guard raw.indices.contains(hint), raw[hint] != place.elementID,
      var last = Models.element(raw[hint], near: hint, in: container)?.state
    else { return }
    // A container of the program's own may give another position; then nothing is known of the others.
    var formerIDs = raw
    formerIDs[hint] = place.elementID
    let positions = distinct(formerIDs) == ids ? firstPositions(in: formerIDs) : nil
    // Otherwise another element has the identity too. The end of the change has compared it with the former one, and
    // the place shows it from now on.
    if !raw.contains(place.elementID) {
      unsafe withUnsafeMutablePointer(to: &last) {
        unsafe place.updateReaders(UnsafeMutableRawPointer($0), .state, &effects)
      }
      place.end(with: last)
    } else if positions == nil {
      return
    }
    let newIDs = distinct(raw)
    known = nil
    areAllShown = raw.count == newIDs.count
    unsafe restructure(0..<ids.count, newIDs, container, at: positions, now, &effects)
    unsafe setIndexes(from: 0, in: UnsafeRawPointer(now))
  }

  /// The first position of each identity, in their order.
  private func firstPositions(in ids: [ID]) -> [Int] {
    var known: Set<ID> = []
    return ids.indices.filter { known.insert(ids[$0]).inserted }
  }

  /// Takes note of other identities.
  ///
  /// - Returns: Whether each is there once.
  private func noteKnown(removing range: Range<Int>, adding newIDs: [ID]) -> Bool {
    if ownField.haveUniqueIDs { return true }
    var next = known.take() ?? Set(ids)
    for id in ids[range] { next.remove(id) }
    for id in newIDs where !next.insert(id).inserted { return false }
    known = next
    return true
  }

  /// Makes the places of a range agree with other identities.
  ///
  /// - Parameters:
  ///   - range: The places.
  ///   - newIDs: The identities, each once.
  ///   - former: The container before.
  ///   - positions: Where it has the elements of the range, if not where their places are.
  ///   - now: The container.
  ///   - effects: What follows.
  @unsafe
  private func restructure(
    _ range: Range<Int>,
    _ newIDs: [ID],
    _ former: Models.Container,
    at positions: [Int]? = nil,
    _ now: UnsafeMutablePointer<Models.Container>,
    _ effects: inout Effects
  ) {
    // Index loops: an iterator, and a key path, of an unknown type are looked up at each use.
    let container = unsafe now.pointee
    let (start, count) = (range.lowerBound, newIDs.count)
    // An element that comes, or goes, is no move: then there is nothing to look up.
    let mayMove = !range.isEmpty && count > 0
    var left: [ID: Int] = [:]
    if mayMove { for position in range { left[ids[position]] = position } }
    var (between, contexts, added): ([Child], [Context], [Context]) = ([], [], [])
    between.reserveCapacity(count)
    contexts.reserveCapacity(count)
    for offset in 0..<count {
      let place: Child
      if mayMove, let formerPosition = left.removeValue(forKey: newIDs[offset]) {
        place = places[formerPosition]
        place.position.store(start + offset, ordering: .relaxed)
        if !place.isPlain {
          let formerPosition = positions?[formerPosition] ?? formerPosition
          unsafe place.compare(former, at: formerPosition, now, &effects)
        }
      } else {
        place = makePlace(newIDs[offset], at: start + offset, in: container)
        added.append(place.context)
      }
      between.append(place)
      contexts.append(place.context)
    }
    let shift = count - range.count
    if shift != 0 {
      for position in range.upperBound..<places.count {
        places[position].position.store(position + shift, ordering: .relaxed)
      }
    }
    // In the former order.
    var (removed, isShown) = ([Context](), !parent.store.isOverridden)
    for position in range where !mayMove || left[ids[position]] != nil {
      let place = places[position]
      // A view that sees it in the override has to look for another place.
      if !place.isPlain { isShown = true }
      if !place.hasEnded.load(ordering: .relaxed) { place.end(in: former, at: position) }
      removed.append(place.context)
    }
    linkEdit = PlaceLinkEdit(
      range: range,
      contexts: contexts,
      added: added,
      removed: removed
    )
    replace(range, with: newIDs, between)
    effects.tables.append(self)
    if isShown { noteStructure(&effects) }
  }

  /// Looks what views see otherwise than before.
  @unsafe
  func refreshContainers(
    _ former: UnsafeRawPointer?,
    _ now: UnsafeMutableRawPointer,
    _ effects: inout Effects
  ) {
    let container = unsafe ownField.container(in: now)
    guard let former = unsafe former else {
      noteStructure(&effects)
      let newIDs = unsafe Models.elementIDs(of: container.pointee)
      return unsafe refresh(newIDs, from: 0, nil, nil, container.pointee, &effects)
    }
    let old = unsafe ownField.pointer(in: former).pointee.container
    if unsafe Models.isIdentical(old, to: container.pointee) { return }
    var (start, oldIDs, newIDs): (Int, [ID], [ID])
    let oldRaw = unsafe former + ownField.offset
    if let common = unsafe ownField.common(oldRaw, UnsafeRawPointer(container)) {
      start = common.start
      oldIDs = Models.elementIDs(of: old, in: common.oldMiddle)
      newIDs = unsafe Models.elementIDs(of: container.pointee, in: common.newMiddle)
    } else {
      start = 0
      oldIDs = Models.elementIDs(of: old)
      newIDs = unsafe Models.elementIDs(of: container.pointee)
    }
    var positions: [ID: Int]?
    if oldIDs != newIDs {
      noteStructure(&effects)
      let found = oldIDs.enumerated().map { ($1, start + $0) }
      positions = Dictionary(found) { first, _ in first }
      // The views that show them look for other places, so the end of the override concerns none of them.
      if !presentGhosts.isEmpty { forgetGhosts(Set(oldIDs).subtracting(newIDs)) }
    }
    unsafe refresh(newIDs, from: start, old, positions, container.pointee, &effects)
  }

  /// Looks what views of elements see otherwise than before.
  ///
  /// - Parameters:
  ///   - newIDs: The elements.
  ///   - start: Where the first is.
  ///   - old: The container before.
  ///   - positions: Where elements were; `nil` if all are where they were.
  ///   - now: The container.
  ///   - effects: What follows.
  @unsafe
  private func refresh(
    _ newIDs: [ID],
    from start: Int,
    _ old: Models.Container?,
    _ positions: [ID: Int]?,
    _ now: Models.Container,
    _ effects: inout Effects
  ) {
    let ghosts = presentGhosts
    var live: [ID: Child]?
    for (offset, id) in newIDs.enumerated() {
      let position = start + offset
      var place: Child?
      if position < places.count, places[position].elementID == id {
        place = places[position]
      } else {
        if live == nil {
          live = Dictionary(places.map { ($0.elementID, $0) }) { first, _ in first }
        }
        place = live?[id]
      }
      // Views may show the place from before the store had the element.
      for case let place? in [place, ghosts.isEmpty ? nil : ghosts[id]] where !place.isPlain {
        guard var state = Models.element(id, near: position, in: now)?.state else { continue }
        var former: Element.State?
        if let old, let formerPosition = positions.map({ $0[id] }) ?? position {
          former = Models.element(id, near: formerPosition, in: old)?.state
        }
        unsafe withUnsafeMutablePointer(to: &state) { state in
          unsafe place.refresh(from: former, state, &effects)
        }
      }
    }
  }
}

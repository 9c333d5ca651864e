extension ListMembership {
  /// Applies the few differences that a comparison has found, and returns the edits.
  ///
  /// Only the edits allocate memory.
  ///
  /// - Returns: `nil` if there are too many differences; the list is unchanged then.
  /// - Complexity: O(number of contexts removed at the end). Each other change moves the words behind it.
  @usableFromInline
  mutating func follow(_ comparison: ListComparison) -> StructureEdits? {
    guard !comparison.isMany, comparison.tail < 0 || comparison.count - comparison.tail == 1 else {
      return nil
    }
    let end = comparison.tail < 0 ? comparison.expected : contexts.count
    var come = FewContexts()
    var gone = FewContexts()
    for index in 0..<comparison.stepCount {
      let step = comparison[index]
      if step.kind != .removed { come.append(step.word) }
      if step.kind != .inserted { gone.append(word(at: step.place)) }
    }
    if comparison.tail >= 0 { come.append(comparison.tailWord) }
    let edits = edits(come, gone, from: end)
    apply(comparison, from: end)
    return edits
  }

  /// The contexts in only one of two sets; the second set also includes the end of the list.
  private func edits(
    _ come: FewContexts,
    _ gone: FewContexts,
    from end: Int
  ) -> StructureEdits {
    var edits = StructureEdits(isChanged: true)
    for index in 0..<come.count where !gone.contains(come[index]) {
      let isMoved = (end..<contexts.count).contains { word(at: $0) == come[index] }
      if !isMoved { edits.added.append(come.context(at: index)) }
    }
    for index in 0..<gone.count where !come.contains(gone[index]) {
      edits.removed.append(gone.context(at: index))
    }
    if contexts.count - end > 1 { edits.removed.reserveCapacity(gone.count + contexts.count - end) }
    for place in end..<contexts.count where !come.contains(word(at: place)) {
      edits.removed.append(contexts[place])
    }
    return edits
  }

  /// Changes the list from its end on, so that the indices stay valid.
  private mutating func apply(_ comparison: ListComparison, from end: Int) {
    if end < contexts.count { contexts.removeSubrange(end...) }
    if comparison.tail >= 0 { contexts.append(FewContexts.context(of: comparison.tailWord)) }
    for index in (0..<comparison.stepCount).reversed() {
      let step = comparison[index]
      switch step.kind {
      case .removed: contexts.remove(at: step.place)
      case .inserted: contexts.insert(FewContexts.context(of: step.word), at: step.place)
      case .substituted: contexts[step.place] = FewContexts.context(of: step.word)
      }
    }
  }

  private func word(at place: Int) -> UInt {
    UncountedContext(contexts[place]).word
  }
}

/// At most five contexts, as words; no memory of its own.
// SAFETY: made and used inside one `reconcile`, during which the container or the list retains each.
@safe
private struct FewContexts {
  private var words: (UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0)
  private(set) var count = 0

  subscript(index: Int) -> UInt {
    switch index {
    case 0: words.0
    case 1: words.1
    case 2: words.2
    case 3: words.3
    default: words.4
    }
  }

  mutating func append(_ word: UInt) {
    switch count {
    case 0: words.0 = word
    case 1: words.1 = word
    case 2: words.2 = word
    case 3: words.3 = word
    default: words.4 = word
    }
    count += 1
  }

  func contains(_ word: UInt) -> Bool {
    for index in 0..<count where self[index] == word { return true }
    return false
  }

  func context(at index: Int) -> Context { Self.context(of: self[index]) }

  /// The context at the address in a word.
  static func context(of word: UInt) -> Context {
    guard let address = unsafe UnsafeRawPointer(bitPattern: word) else {
      preconditionFailure("ListMembership: a context has no address")
    }
    // SAFETY: the word was taken from a context that the container, or this list, still retains.
    return unsafe Unmanaged<Context>.fromOpaque(address).takeUnretainedValue()
  }
}

/// Finds which parts of two groups correspond.
enum DumpMatching {
  /// One step on the way from the old parts to the new ones.
  enum Step {
    /// A part that both have.
    case keep(DumpChild)
    /// A part that the old group alone has.
    case remove(DumpChild)
    /// A part that the new group alone has.
    case insert(DumpChild)
    /// A part that changed, and how to name it.
    case change(DumpChild, DumpChild, label: String?)
  }

  static func steps(from old: DumpGroup, to new: DumpGroup) -> [Step] {
    // Ids that are unique on one side only cannot be relied on.
    switch old.kind == new.kind ? old.kind : .ordered {
    case .labeled:
      return byName(old.children, new.children, name: { $0.label ?? "" }, label: { $0.label })
    case .identified:
      return byName(
        old.children,
        new.children,
        name: { $0.id ?? "" },
        label: { child in child.id.map { "[id: \($0)]" } }
      )
    case .unordered:
      return edits(old.children, new.children).map(step)
    case .ordered:
      return byLikeness(old.children, new.children)
    }
  }

  /// Parts of one name correspond.
  ///
  /// Parts that stay in order are unchanged, the others are removed and inserted.
  private static func byName(
    _ old: [DumpChild],
    _ new: [DumpChild],
    name: (DumpChild) -> String,
    label: (DumpChild) -> String?
  ) -> [Step] {
    let oldNames = old.map(name)
    let newNames = new.map(name)
    guard Set(oldNames).count == old.count, Set(newNames).count == new.count else {
      return byPosition(old, new)
    }
    let places = Dictionary(uniqueKeysWithValues: zip(newNames, new.indices))
    let common = LongestRise.of(oldNames.map { places[$0] })
    var steps: [Step] = []
    var next = 0
    for (position, child) in old.enumerated() {
      guard common.contains(position), let place = places[oldNames[position]] else {
        steps.append(.remove(child))
        continue
      }
      while next < place {
        steps.append(.insert(new[next]))
        next += 1
      }
      steps.append(pair(child, new[place], label: label(child)))
      next = place + 1
    }
    return steps + new[next...].map { .insert($0) }
  }

  /// Parts that are equal correspond.
  ///
  /// Between those, a part that went and one that came at the same position are one that changed.
  private static func byLikeness(_ old: [DumpChild], _ new: [DumpChild]) -> [Step] {
    var steps: [Step] = []
    var removed: [(position: Int, child: DumpChild)] = []
    var inserted: [DumpChild] = []
    var position = 0
    func flush() {
      for (left, right) in zip(removed, inserted) {
        steps.append(pair(left.child, right, label: "[\(left.position)]"))
      }
      let paired = min(removed.count, inserted.count)
      steps += removed.dropFirst(paired).map { .remove($0.child) }
      steps += inserted.dropFirst(paired).map { .insert($0) }
      removed = []
      inserted = []
    }
    for edit in edits(old, new) {
      switch edit {
      case .removed(let child):
        removed.append((position, child))
        position += 1
      case .inserted(let child):
        inserted.append(child)
      case .kept(let child):
        flush()
        steps.append(.keep(child))
        position += 1
      }
    }
    flush()
    return steps
  }

  private static func byPosition(_ old: [DumpChild], _ new: [DumpChild]) -> [Step] {
    let both = zip(old, new).enumerated().map { position, pair in
      Self.pair(pair.0, pair.1, label: pair.0.label ?? "[\(position)]")
    }
    return both + old.dropFirst(new.count).map { .remove($0) }
      + new.dropFirst(old.count).map { .insert($0) }
  }

  private static func pair(_ old: DumpChild, _ new: DumpChild, label: String?) -> Step {
    old == new ? .keep(old) : .change(old, new, label: label)
  }

  private static func step(_ edit: Edit) -> Step {
    switch edit {
    case .kept(let child): .keep(child)
    case .removed(let child): .remove(child)
    case .inserted(let child): .insert(child)
    }
  }
}

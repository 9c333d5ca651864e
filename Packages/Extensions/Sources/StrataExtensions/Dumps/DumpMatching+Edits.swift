extension DumpMatching {
  /// A part of the old or the new group, or of both.
  enum Edit {
    case kept(DumpChild)
    case removed(DumpChild)
    case inserted(DumpChild)
  }

  /// The fewest removals and insertions, in the order of the parts.
  static func edits(_ old: [DumpChild], _ new: [DumpChild]) -> [Edit] {
    let prefix = zip(old, new).prefix { $0 == $1 }.count
    let (oldRest, newRest) = (old.dropFirst(prefix), new.dropFirst(prefix))
    let suffix = zip(oldRest.reversed(), newRest.reversed()).prefix { $0 == $1 }.count
    let middle = between(Array(oldRest.dropLast(suffix)), Array(newRest.dropLast(suffix)))
    return old.prefix(prefix).map { .kept($0) } + middle + old.suffix(suffix).map { .kept($0) }
  }

  private static func between(_ old: [DumpChild], _ new: [DumpChild]) -> [Edit] {
    // The standard library's algorithm is quadratic in the differences.
    if old.isEmpty || new.isEmpty || old.count > 4_000_000 / new.count {
      return old.map { .removed($0) } + new.map { .inserted($0) }
    }
    let difference = new.difference(from: old)
    var removals: Set<Int> = []
    var insertions: Set<Int> = []
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removals.insert(offset)
      case .insert(let offset, _, _): insertions.insert(offset)
      }
    }
    var edits: [Edit] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      if removals.contains(left) {
        edits.append(.removed(old[left]))
        left += 1
      } else if insertions.contains(right) {
        edits.append(.inserted(new[right]))
        right += 1
      } else {
        edits.append(.kept(old[left]))
        left += 1
        right += 1
      }
    }
    return edits
  }
}

/// The longest rising subsequence: the parts that need not move.
enum LongestRise {
  /// The positions of the longest subsequence whose values rise; nil values are not in it.
  static func of(_ values: [Int?]) -> Set<Int> {
    // `tails[k]` is the position that ends the best rise of k + 1 values so far.
    var tails: [Int] = []
    var tailValues: [Int] = []
    var previous = [Int](repeating: -1, count: values.count)
    for (position, value) in values.enumerated() {
      guard let value else { continue }
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if tailValues[middle] < value { low = middle + 1 } else { high = middle }
      }
      if low > 0 { previous[position] = tails[low - 1] }
      if low == tails.count {
        tails.append(position)
        tailValues.append(value)
      } else {
        tails[low] = position
        tailValues[low] = value
      }
    }
    var result: Set<Int> = []
    var position = tails.last ?? -1
    while position >= 0 {
      result.insert(position)
      position = previous[position]
    }
    return result
  }
}

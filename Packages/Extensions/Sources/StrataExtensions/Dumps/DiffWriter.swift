/// Writes the lines of a difference.
struct DiffWriter {
  /// Whether parts that did not change are written as they are.
  let showsUnchanged: Bool
  private(set) var lines: [String] = []

  init(showsUnchanged: Bool) {
    self.showsUnchanged = showsUnchanged
  }

  /// Writes two parts that differ.
  mutating func write(
    _ old: DumpChild,
    _ new: DumpChild,
    label: String?,
    indentation: Int
  ) {
    guard case .group(let left) = old.node, case .group(let right) = new.node,
      left.kind.corresponds(to: right.kind), left.open == right.open, left.close == right.close
    else {
      write(old, sign: "-", indentation)
      write(new, sign: "+", indentation)
      return
    }
    let space = String(repeating: "  ", count: indentation)
    lines.append("  " + space + (label.map { $0 + ": " } ?? "") + left.open)
    write(DumpMatching.steps(from: left, to: right), indentation + 1)
    lines.append("  " + space + left.close)
  }

  private mutating func write(_ steps: [DumpMatching.Step], _ indentation: Int) {
    var unchanged: [DumpChild] = []
    for step in steps {
      if case .keep(let child) = step {
        unchanged.append(child)
        continue
      }
      flush(&unchanged, indentation)
      switch step {
      case .keep: break
      case .remove(let child): write(child, sign: "-", indentation)
      case .insert(let child): write(child, sign: "+", indentation)
      case .change(let old, let new, let label):
        write(old, new, label: label, indentation: indentation)
      }
    }
    flush(&unchanged, indentation)
  }

  /// Writes parts that did not change: one line as it is, more as their number.
  private mutating func flush(_ unchanged: inout [DumpChild], _ indentation: Int) {
    guard let first = unchanged.first else { return }
    guard !showsUnchanged else {
      for child in unchanged { write(child, sign: " ", indentation) }
      unchanged = []
      return
    }
    let space = "  " + String(repeating: "  ", count: indentation)
    if unchanged.count == 1, case .leaf(let text) = first.node {
      lines.append(space + (first.label.map { $0 + ": " } ?? "") + text)
    } else {
      lines.append(space + "… \(unchanged.count) unchanged")
    }
    unchanged = []
  }

  private mutating func write(_ child: DumpChild, sign: String, _ indentation: Int) {
    for line in child.node.lines(label: child.label, indentation: indentation) {
      lines.append("\(sign) \(line)")
    }
  }
}

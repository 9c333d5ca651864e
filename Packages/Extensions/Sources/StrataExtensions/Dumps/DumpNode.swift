/// The text of a value as a tree, which dumps write and diffs compare.
indirect enum DumpNode: Equatable {
  /// A text on one line.
  case leaf(String)
  /// Parts on lines of their own between two texts.
  case group(DumpGroup)
}

/// The parts of a value, one to a line or more.
///
/// Groups, and parts, are equal when their texts are: kinds and ids only decide which parts correspond.
struct DumpGroup: Equatable {
  /// How parts of two groups correspond.
  enum Kind: Equatable {
    /// By label: members, payloads, dictionaries.
    case labeled
    /// By identity, in an order that means something.
    case identified
    /// By equality, in an order that means something.
    case ordered
    /// By equality; the order means nothing.
    case unordered

    /// Whether parts of two groups can be compared one by one.
    func corresponds(to other: Kind) -> Bool { self == other || isList && other.isList }

    private var isList: Bool { self == .identified || self == .ordered }
  }

  var kind: Kind
  var open: String
  var close: String
  var children: [DumpChild]
  /// Hashes the texts, so that a comparison finds unequal groups at once.
  private let digest: Int

  init(_ kind: Kind, open: String, close: String, children: [DumpChild]) {
    self.kind = kind
    self.open = open
    self.close = close
    self.children = children
    var hasher = Hasher()
    hasher.combine(open)
    for child in children { child.hash(into: &hasher) }
    digest = hasher.finalize()
  }

  /// The same parts between longer texts.
  func wrapped(open prefix: String, close suffix: String) -> DumpGroup {
    DumpGroup(kind, open: prefix + open, close: close + suffix, children: children)
  }

  static func == (left: Self, right: Self) -> Bool {
    left.digest == right.digest && left.open == right.open && left.close == right.close
      && left.children == right.children
  }

  func combineDigest(into hasher: inout Hasher) { hasher.combine(digest) }
}

/// A part of a value.
struct DumpChild: Equatable {
  /// The text before the part: a member's name, a key.
  var label: String?
  /// The text of the part's identity in an identified collection.
  var id: String?
  var node: DumpNode

  init(label: String? = nil, id: String? = nil, node: DumpNode) {
    self.label = label
    self.id = id
    self.node = node
  }

  static func == (left: Self, right: Self) -> Bool {
    left.label == right.label && left.node == right.node
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(label)
    switch node {
    case .leaf(let text): hasher.combine(text)
    case .group(let group): group.combineDigest(into: &hasher)
    }
  }
}

extension DumpNode {
  /// The lines of the text.
  func lines(label: String? = nil, indentation: Int = 0) -> [String] {
    var lines: [String] = []
    write(label: label, indentation: indentation, to: &lines)
    return lines
  }

  private func write(label: String?, indentation: Int, to lines: inout [String]) {
    let start = String(repeating: "  ", count: indentation) + (label.map { $0 + ": " } ?? "")
    switch self {
    case .leaf(let text):
      lines.append(start + text)
    case .group(let group):
      lines.append(start + group.open)
      for child in group.children {
        child.node.write(label: child.label, indentation: indentation + 1, to: &lines)
      }
      lines.append(String(repeating: "  ", count: indentation) + group.close)
    }
  }
}

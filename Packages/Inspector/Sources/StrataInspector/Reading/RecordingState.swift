/// What a recorded program's state was at one moment.
///
/// ```swift
/// let before = RecordingState(contents.records, through: 11)
/// let after = RecordingState(contents.records, through: 12)
/// let patch = JSONPatch(from: before.json(of: 1), to: after.json(of: 1))
/// ```
public struct RecordingState: Sendable, Hashable {
  /// One tree at that moment.
  public struct Tree: Sendable, Hashable {
    /// The node to begin at.
    public var root: String
    /// The name of the root's type.
    public var name: String
    /// The nodes by their numbers, each an object of its properties.
    public var nodes: [String: JSONValue] = [:]
    /// The last commit that is in it; 0 if none is.
    public var commit = 0
    /// Whether it has ended.
    public var hasEnded = false
  }

  /// The trees by their numbers.
  public private(set) var trees: [Int: Tree] = [:]

  /// Makes the state before the first record.
  public init() {}

  /// Makes the state after some records.
  ///
  /// - Parameters:
  ///   - records: The records of one recording, from the first on.
  ///   - commit: The last commit that counts; all when left out.
  /// - Complexity: O(size of the records).
  public init(_ records: some Sequence<RecordingRecord>, through commit: Int = .max) {
    for record in records { _ = apply(record, through: commit) }
  }

  /// Gives the state of a tree as one value.
  ///
  /// - Parameter tree: The tree's number.
  /// - Returns: The nodes by their numbers; `null` for a tree that is not known.
  public func json(of tree: Int) -> JSONValue {
    guard let nodes = trees[tree]?.nodes else { return .null }
    return .object(JSONObject(nodes.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
  }

  /// Goes on by one record.
  ///
  /// - Parameter record: The record that follows.
  /// - Returns: What is wrong with it, if it does not fit; what fits of it is applied.
  /// - Complexity: O(size of the record), and what moving the elements of a changed array takes.
  @discardableResult
  public mutating func apply(_ record: RecordingRecord) -> String? {
    apply(record, through: .max)
  }

  private mutating func apply(_ record: RecordingRecord, through last: Int) -> String? {
    switch record {
    // A session that begins again has a record for each tree that lives.
    case .header(let record):
      if record.session > 1 { for tree in trees.keys { trees[tree]?.hasEnded = true } }
      return nil
    case .tree(let record):
      trees[record.tree, default: Tree(root: record.root, name: record.name)].root = record.root
      trees[record.tree]?.hasEnded = false
      return nil
    case .treeEnd(let record):
      trees[record.tree]?.hasEnded = true
      return nil
    case .state(let record): return record.commit > last ? nil : replace(record)
    case .write(let record):
      return record.commit > last ? nil : change(record.tree, record.patch, record.commit)
    case .node(let record):
      let commit = record.commit ?? trees[record.tree]?.commit ?? 0
      return commit > last ? nil : change(record.tree, record.patch ?? JSONPatch(), commit)
    default: return nil
    }
  }

  private mutating func replace(_ record: RecordedState) -> String? {
    guard trees[record.tree] != nil else { return "There is no tree \(record.tree)." }
    guard let members = record.value.members else { return "A state has to be an object." }
    var nodes: [String: JSONValue] = [:]
    for (name, value) in members { nodes[name] = value }
    trees[record.tree]?.nodes = nodes
    trees[record.tree]?.commit = record.commit
    return nil
  }

  private mutating func change(_ tree: Int, _ patch: JSONPatch, _ commit: Int) -> String? {
    guard trees[tree] != nil else { return "There is no tree \(tree)." }
    trees[tree]?.commit = commit
    for operation in patch.operations {
      guard let tokens = JSONPointer.tokens(of: operation.path), let node = tokens.first else {
        return "The patch does not lead to a node."
      }
      if let problem = change(tree, node, tokens.dropFirst(), operation) {
        return "The patch cannot be applied at \"\(operation.path)\": \(problem)."
      }
    }
    return nil
  }

  private mutating func change(
    _ tree: Int,
    _ node: String,
    _ tokens: ArraySlice<String>,
    _ operation: JSONPatch.Operation
  ) -> String? {
    guard tokens.isEmpty else {
      guard trees[tree]?.nodes[node] != nil else { return "there is no node \(node)" }
      return operation.apply(
        to: &trees[tree, default: Tree(root: "", name: "")].nodes[node, default: .null],
        tokens
      )
    }
    switch operation {
    case .add(_, let value), .replace(_, let value): trees[tree]?.nodes[node] = value
    case .remove:
      guard trees[tree]?.nodes.removeValue(forKey: node) != nil else {
        return "there is no node \(node)"
      }
    }
    return nil
  }
}

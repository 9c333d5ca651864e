import StrataModels

/// Does the same commands to two trees of models, to one of them in one transaction.
enum BatchRun {
  /// Runs commands.
  ///
  /// - Throws: The difference.
  static func run(_ commands: [TreeCommand]) throws {
    // Inside a transaction what was added is not in the tree yet, and may be anchored.
    let commands = commands.filter { ![.anchor, .anchorAgain].contains($0.kind) }
    var single = TreeRun(undo: nil)
    for command in commands { single.perform(command) }

    let stack = ModelUndoStack()
    var batched = TreeRun(undo: stack)
    let first = batched.found
    batched.branch.node.transaction {
      for command in commands { batched.perform(command) }
    }
    try expect(batched.found, toBe: single.found, "batched")
    try batched.compareLiving(with: single.found, after: "the batch")
    guard stack.undoCount < 2 else {
      throw TreeRun.Difference(description: "\(stack.undoCount) entries for one transaction")
    }
    stack.undo()
    try expect(batched.found, toBe: first, "undone")
    try batched.compareLiving(with: first, after: "undo")
    stack.redo()
    try expect(batched.found, toBe: single.found, "redone")
    try batched.compareLiving(with: single.found, after: "redo")
  }

  private static func expect(
    _ found: PlainBranch,
    toBe expected: PlainBranch,
    _ place: String
  ) throws {
    guard found != expected else { return }
    let text = ValueDiff().text(from: expected, to: found) ?? ""
    throw TreeRun.Difference(description: "\(place):\n\(text)")
  }
}

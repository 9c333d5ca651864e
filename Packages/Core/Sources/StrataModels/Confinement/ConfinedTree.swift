import StrataConcurrency
import StrataCore
@_spi(Strata) public import StrataDependencies

/// A tree of models that one isolation domain has to itself: it takes no lock.
///
/// A tree that all threads may use takes its lock at almost each access. This one cannot be sent: it stays in
/// the actor, or with the thread, that holds it, which the compiler proves, and an access only asks which
/// thread it is on. Reads of texts, lists and models, and all writes, cost a fraction.
///
/// ```swift
/// actor Library {
///   private let shelf = ConfinedTree(Shelf())
///
///   func add(_ title: String) {
///     shelf.withModel { shelf in shelf.books.append(Book(title: title)) }
///   }
/// }
/// ```
///
/// Models of the tree work in the closures of ``withModel(isolation:_:)`` as in any tree: with lists,
/// transactions, derived values, undo, events, observers. Outside they end the program, at the access, with
/// the line where the tree was made; only numbers and other plain bytes may be read from anywhere.
///
/// Work that the models start runs inside as well: on the actor in which the tree was last used or, where
/// there is none, each step of it when a closure of `withModel` has returned. Outside are tasks with an
/// executor of their own, and tasks of others that follow a stream of the tree.
///
/// Let go of what cancels something in the tree (an observation, a subscription) inside, too.
public struct ConfinedTree<Root: Model> {
  private let anchor: ConfinedAnchor
  private let root: Root

  /// Makes a model and everything it holds alive, for as long as the tree is held.
  ///
  /// - Parameters:
  ///   - root: A model that is in no tree. If it lives in one already, or is frozen, that is reported, and it
  ///     stays where it is.
  ///   - isolation: Where the models' work runs: the caller's actor.
  ///   - fileID: The caller's file, for reports.
  ///   - filePath: The caller's path, for reports.
  ///   - line: The caller's line, for reports.
  ///   - column: The caller's column, for reports.
  ///   - dependencies: Changes dependencies for the whole tree.
  /// - Complexity: O(size of the tree).
  public init(
    _ root: Root,
    isolation: (any Actor)? = #isolation,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    dependencies: (@Sendable (inout DependencyValues) -> Void)? = nil
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    anchor = ConfinedAnchor(
      root.modelNode.context,
      at: callSite,
      isolation: isolation,
      prepare: root.preparation(dependencies)
    )
    self.root = root.withoutAnchor
  }

  /// Calls a closure with the root; inside, the models of the tree may be used.
  ///
  /// May be called inside itself. The closure cannot suspend: between two steps of an asynchronous function,
  /// others use the tree.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor: leave it to the compiler.
  ///   - body: Uses the models.
  /// - Returns: What `body` returns. Models among it may be used inside again, and nowhere else.
  /// - Throws: What `body` throws.
  /// - Complexity: O(1): two locked instructions for the outermost call, none for those inside.
  @discardableResult
  public func withModel<Result, Failure: Error>(
    isolation: (any Actor)? = #isolation,
    _ body: (Root) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try anchor.withAccess(isolation: isolation) { () throws(Failure) in try body(root) }
  }
}

@available(*, unavailable, message: "A confined tree stays in the actor or thread that holds it.")
extension ConfinedTree: Sendable {}

import StrataConcurrency
import StrataCore
@_spi(Strata) public import StrataDependencies

/// A tree of models that one isolation domain owns exclusively, and locks once for many accesses.
///
/// A tree that all threads may use takes its lock at almost each access. This one cannot be sent: the compiler
/// proves that it stays in the actor, or with the thread, that owns it. In the closures of ``withModel(_:)``,
/// reads of texts, lists and models, and all writes, check the thread and lock nothing.
///
/// ```swift
/// actor Library {
///   private let tree = ConfinedTree(BookcaseModel())
///
///   func add(_ title: String) {
///     tree.withModel { bookcase in bookcase.books.append(BookModel(title: title)) }
///   }
/// }
/// ```
///
/// Models work as in any tree. Other code may use them outside, through handles or in work that they have
/// started. It takes the lock, and waits while a closure of `withModel` has it.
public struct ConfinedTree<Root: Model> {
  private let anchor: ConfinedAnchor
  private let root: Root

  /// Activates a model and everything below it, for as long as the tree is retained.
  ///
  /// - Parameters:
  ///   - root: A model that is in no tree. If it is already active in one, or is frozen, that is reported, and it
  ///     stays there.
  ///   - fileID: The caller's file, for reports.
  ///   - filePath: The caller's path, for reports.
  ///   - line: The caller's line, for reports.
  ///   - column: The caller's column, for reports.
  ///   - dependencies: Changes dependencies for the whole tree.
  /// - Complexity: O(size of the tree).
  public init(
    _ root: Root,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    dependencies: (@Sendable (inout DependencyValues) -> Void)? = nil
  ) {
    let callSite = CallSite(fileID: fileID, filePath: filePath, line: line, column: column)
    let context = root.modelNode.context
    anchor = ConfinedAnchor(context, at: callSite, prepare: root.preparation(dependencies))
    self.root = root.withoutAnchor
  }

  /// Calls a closure with the root, and locks the tree once for all accesses in it.
  ///
  /// A call inside the closure is allowed. Other users of the tree wait until the closure returns, so it should
  /// be short, and must not wait for one of them.
  ///
  /// - Parameter body: Uses the models.
  /// - Returns: The result of `body`.
  /// - Throws: The error of `body`.
  /// - Complexity: O(1): one lock pair, none for a call inside another.
  @discardableResult
  public func withModel<Result: ~Copyable, Failure: Error>(
    _ body: (Root) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try anchor.withAccess { () throws(Failure) in try body(root) }
  }
}

@available(*, unavailable, message: "A confined tree stays in the actor or thread that holds it.")
extension ConfinedTree: Sendable {}

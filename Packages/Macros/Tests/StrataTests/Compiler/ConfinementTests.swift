#if os(Linux)
import Testing

/// The compiler's proofs about a tree that one isolation domain owns exclusively. The first line of each source
/// is the import.
@Suite(.serialized) struct ConfinementTests {
  private static let model = """
    @Model struct Bookcase { var title = "" }

    """

  /// The same uses as those of a confined tree, but this one may be shared.
  private static let shared = """
    struct SharedTree<Root: Model>: Sendable {
      let root: Root
      init(_ root: Root) { self.root = root }
      func withModel<Result>(_ body: (Root) -> Result) -> Result { body(root) }
    }

    """

  /// Each function lets two isolation domains have one tree.
  private static let leaks = """
    actor Library {
      let tree = ConfinedTree(Bookcase())
      func lend() -> ConfinedTree<Bookcase> { tree }
      func hand(to archive: Archive) async { await archive.take(tree) }
      func work() { Task.detached { [tree] in tree.withModel { $0.title = "one" } } }
    }
    actor Archive {
      var tree: ConfinedTree<Bookcase>?
      func take(_ tree: sending ConfinedTree<Bookcase>) { self.tree = tree }
    }
    func borrow(from library: Library) async {
      await library.lend().withModel { $0.title = "borrowed" }
    }
    func captured() {
      let tree = ConfinedTree(Bookcase())
      Task { tree.withModel { $0.title = "one" } }
      tree.withModel { $0.title = "other" }
    }
    func handedOn(to archive: Archive) async {
      let tree = ConfinedTree(Bookcase())
      await archive.take(tree)
      tree.withModel { $0.title = "still mine" }
    }

    """

  private static let keeper = """
    struct Keeper: Sendable { let tree: ConfinedTree<Bookcase> }
    func share(_ tree: ConfinedTree<Bookcase>) -> any Sendable { tree }

    """

  @Test func aTreeThatTwoDomainsWouldHaveIsRefused() throws {
    #expect(
      try Compiler.diagnostics(of: Self.model + Self.leaks, upTo: .flow) == [
        "6: error: sending 'self.tree' risks causing data races [#SendingRisksDataRace]",
        """
        7: error: passing closure as a 'sending' parameter risks causing data races between \
        'self'-isolated code and concurrent execution of the closure \
        [#SendingClosureRisksDataRace]
        """,
        """
        14: error: non-Sendable 'ConfinedTree<Bookcase>'-typed result can not be returned from \
        actor-isolated instance method 'lend()' to nonisolated context
        """,
        """
        18: error: sending value of non-Sendable type '() async -> ()' risks causing data races \
        [#SendingRisksDataRace]
        """,
        "23: error: sending 'tree' risks causing data races [#SendingRisksDataRace]",
      ]
    )
    #expect(
      try Compiler.diagnostics(of: Self.model + Self.keeper) == [
        """
        3: error: stored property 'tree' of 'Sendable'-conforming struct 'Keeper' has non-Sendable \
        type 'ConfinedTree<Bookcase>'
        """,
        """
        4: error: conformance of 'ConfinedTree<Root>' to 'Sendable' is unavailable: A confined tree \
        stays in the actor or thread that holds it.
        """,
      ]
    )
  }

  /// The compiler therefore rejects the tree, and nothing else about the programs.
  @Test func theSameProgramsWithASharedTreeAreAccepted() throws {
    let source = (Self.leaks + Self.keeper).replacing("ConfinedTree", with: "SharedTree")
    #expect(try Compiler.diagnostics(of: Self.model + Self.shared + source, upTo: .flow) == [])
  }

  @Test func aTreeThatStaysOrIsHandedOnIsAccepted() throws {
    let source = """
      actor Library {
        private let tree: ConfinedTree<Bookcase>
        init(_ tree: sending ConfinedTree<Bookcase>) { self.tree = tree }
        func rename(_ title: String) { tree.withModel { $0.title = title } }
        var model: Bookcase { tree.withModel { $0 } }
      }
      @MainActor final class Screen {
        private let tree = ConfinedTree(Bookcase())
        func show() { tree.withModel { $0.title = "shown" } }
      }
      func used() async -> Bookcase {
        let tree = ConfinedTree(Bookcase())
        tree.withModel { $0.title = "mine" }
        let library = Library(tree)
        await library.rename("theirs")
        // Models may go anywhere.
        return await library.model
      }
      func taken() {
        let tree = ConfinedTree(Bookcase())
        tree.withModel { $0.title = "mine" }
        Task { tree.withModel { $0.title = "the task's" } }
      }

      """
    #expect(try Compiler.diagnostics(of: Self.model + source, upTo: .flow) == [])
  }
}
#endif

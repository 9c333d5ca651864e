import Foundation
import StrataConcurrency
import StrataModels
import Testing

/// Uses of a confined tree from outside: by its own work, and by other owners of a handle.
@Suite struct ConfinedWorkTests {
  @Test func tasksGoOnBetweenTheClosures() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let library = Library(ConfinedTree(Bookcase()))
      await library.use { bookcase in
        bookcase.work("a", steps: 3)
        bookcase.work("b", steps: 3)
        #expect(bookcase.steps.isEmpty)
      }
      try await simulation.clock.sleep(for: .seconds(1))
      let steps = await library.use { $0.steps }
      #expect(steps.filter { $0.hasPrefix("a") } == ["a0", "a1", "a2"])
      #expect(steps.filter { $0.hasPrefix("b") } == ["b0", "b1", "b2"])
    }
  }

  @Test func replacingWorkRunsAsInAnyTree() async throws {
    _ = try await withSimulation(seed: 2) { simulation in
      let library = Library(ConfinedTree(Bookcase()))
      await library.use { bookcase in
        bookcase.node.task(id: bookcase.name) { name in bookcase.steps.append(name) }
        bookcase.node.onChange(of: bookcase.name, initial: false, cancelPrevious: true) { _, name in
          await Task.yield()
          bookcase.steps.append("changed to \(name)")
        }
      }
      try await simulation.clock.sleep(for: .seconds(1))
      await library.use { $0.name = "shelf" }
      try await simulation.clock.sleep(for: .seconds(1))
      let steps = await library.use { $0.steps }
      #expect(steps.sorted() == ["bookcase", "changed to shelf", "shelf"])
    }
  }

  @Test func workThatIsIsolatedToAnActorUsesTheTree() async {
    let lectern = await Lectern()
    await lectern.start()
    #expect(await lectern.finished() == "done")
  }

  @Test func threadsOutsideAreSerialisedWithTheClosures() {
    let tree = ConfinedTree(Bookcase(books: [Book()]))
    let outside = tree.withModel { $0 }
    let thread = DispatchGroup()
    thread.enter()
    Thread {
      for _ in 0..<2_000 {
        outside.books[0].pages += 1
        outside.name += "x"
        outside.node.transaction { outside.books[0].title += "y" }
      }
      thread.leave()
    }.start()
    for _ in 0..<2_000 {
      tree.withModel { bookcase in
        let (before, name) = (bookcase.books[0].pages, bookcase.name)
        bookcase.books[0].pages += 1
        bookcase.name += "x"
        bookcase.node.transaction { bookcase.books[0].title += "y" }
        // No other thread was here meanwhile, unless this thread had to wait for it.
        #expect(bookcase.books[0].pages > before && bookcase.name.count > name.count)
      }
    }
    thread.wait()
    tree.withModel { bookcase in
      #expect(bookcase.books[0].pages == 4_000)
      #expect(bookcase.name.count == 8 + 4_000)
      #expect(bookcase.books[0].title.count == 6 + 4_000)
    }
  }

  @Test func aClosureLocksOutWhoeverIsOutside() {
    let tree = ConfinedTree(Bookcase())
    let outside = tree.withModel { $0 }
    let thread = DispatchGroup()
    tree.withModel { bookcase in
      thread.enter()
      Thread {
        outside.name = "outside"
        thread.leave()
      }.start()
      for number in 0..<1_000 {
        bookcase.name = "\(number)"
        #expect(bookcase.name == "\(number)")
      }
    }
    thread.wait()
    #expect(outside.name == "outside")
  }

  @Test func aClosureWaitsForAChangeInPlaceOutside() {
    let tree = ConfinedTree(Bookcase(name: ""))
    let outside = tree.withModel { $0 }
    let (isInside, thread) = (DispatchSemaphore(value: 0), DispatchGroup())
    thread.enter()
    Thread {
      change(&outside.name) { name in
        isInside.signal()
        // Needs the tree, and so waits for the end of this change.
        for _ in 0..<1_000 { outside.steps.append("") }
        name = "changed"
      }
      thread.leave()
    }.start()
    isInside.wait()
    #expect(tree.withModel { $0.name } == "changed")
    thread.wait()
  }

  @Test func aModelWhoseWorkIsStillUnwindingMayMoveHere() async throws {
    _ = try await withSimulation(seed: 3) { simulation in
      let other = Bookcase(books: [Book(title: "moved")]).withAnchor()
      let book = other.books[0]
      book.node.task { try? await simulation.clock.sleep(for: .seconds(1)) }
      try await simulation.clock.sleep(for: .milliseconds(1))
      other.books = []
      let library = Library(ConfinedTree(Bookcase()))
      await library.use { $0.books = [book] }
      try await simulation.clock.sleep(for: .seconds(2))
      #expect(await library.use { $0.books.map(\.title) } == ["moved"])
    }
  }

  @Test func aTaskIsCancelledWithItsTree() async throws {
    _ = try await withSimulation(seed: 4) { simulation in
      let log = Log()
      do {
        let library = Library(ConfinedTree(Bookcase()))
        await library.use { bookcase in
          bookcase.node.task {
            try? await simulation.clock.sleep(for: .seconds(60))
            log.add(Task.isCancelled ? "cancelled" : "slept")
          }
        }
        try await simulation.clock.sleep(for: .seconds(1))
      }
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(log.entries == ["cancelled"])
    }
  }

  @Test func aTreeIsHandedOnToAnotherActor() async {
    let tree = ConfinedTree(Bookcase())
    tree.withModel { $0.name = "first" }
    let library = Library(tree)
    #expect(await library.use { $0.name } == "first")
  }
}

/// The main actor has a tree to itself.
@MainActor private final class Lectern {
  private let tree = ConfinedTree(Bookcase())
  private let (done, isDone) = AsyncStream<Void>.makeStream()

  func start() {
    tree.withModel { bookcase in
      bookcase.node.task { [isDone] in
        bookcase.name = "done"
        isDone.finish()
      }
    }
  }

  func finished() async -> String {
    for await _ in done {}
    return tree.withModel { $0.name }
  }
}

/// Runs a closure on a value in place.
private func change<Value>(_ value: inout Value, _ body: (inout Value) -> Void) { body(&value) }

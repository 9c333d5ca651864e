import StrataConcurrency
import StrataModels
import Testing

/// What models of a confined tree start runs inside of it.
@Suite struct ConfinedWorkTests {
  @Test func tasksRunOnTheActor() async throws {
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

  @Test func tasksOfManyTreesRunWhileTheirActorsWork() async {
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          let library = Library(ConfinedTree(Bookcase()))
          let (stream, done) = AsyncStream<Void>.makeStream()
          await library.use { $0.work("a", steps: 50) { done.finish() } }
          for _ in 0..<50 { await library.use { $0.name += "x" } }
          for await _ in stream {}
          #expect(await library.use { $0.steps.count } == 50)
        }
      }
    }
  }

  @Test func withoutAnActorStepsAreDoneWhenTheTreeIsLeft() {
    let tree = ConfinedTree(Bookcase())
    tree.withModel { bookcase in
      bookcase.node.task {
        bookcase.steps.append("outer")
        bookcase.node.task { bookcase.steps.append("inner") }
      }
      #expect(bookcase.steps.isEmpty)
    }
    // A step waits for the next time if it was added by one that ran.
    #expect(tree.withModel { $0.steps } == ["outer"])
    #expect(tree.withModel { $0.steps } == ["outer", "inner"])
  }

  @Test func workOfTheActivationWaitsForTheActor() async throws {
    _ = try await withSimulation(seed: 2) { simulation in
      let bookcase = Bookcase().withSetup { $0.work("first", steps: 1) }
      // Made where there is no actor, as an actor's stored properties are.
      let library = Library(ConfinedTree(bookcase, isolation: nil))
      await library.use { $0.work("second", steps: 1) }
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(await library.use { $0.steps.sorted() } == ["first0", "second0"])
    }
  }

  @Test func aTaskIsCancelledWithItsTreeAndUnwindsOutside() async throws {
    _ = try await withSimulation(seed: 3) { simulation in
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

  @Test func workOfTheTreeMayLetGoOfTheLastHolder() async throws {
    _ = try await withSimulation(seed: 4) { simulation in
      let log = Log()
      let holder = Locked<Library?>(Library(ConfinedTree(Bookcase())), rank: .leaf)
      await holder.withLock { $0 }?.use { bookcase in
        bookcase.node.onCancel { log.add("ended") }
        bookcase.node.task { _ = holder.withLock { $0.take() } }
      }
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(log.entries == ["ended"])
    }
  }

  @Test func aTreeIsHandedOnToAnotherActor() async throws {
    _ = try await withSimulation(seed: 5) { simulation in
      let tree = ConfinedTree(Bookcase())
      tree.withModel { $0.name = "first" }
      let library = Library(tree)
      #expect(await library.use { $0.name } == "first")
      await library.use { $0.work("b", steps: 2) }
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(await library.use { $0.steps } == ["b0", "b1"])
    }
  }
}

import StrataConcurrency
import StrataModels
import Testing

/// Closures that are called where the change is made.
@Suite struct OnChangeTests {
  @Test func tellsOldAndNewBeforeTheWriteReturns() {
    let log = Log()
    let model = Search("a") { model in
      model.node.onChange(of: model.query) { old, new in log.add("\(old) \(new)") }
    }
    .withAnchor()
    #expect(log.entries == ["a a"])
    model.query = "b"
    #expect(log.entries == ["a a", "a b"])
    model.query = "b"
    model.limit = 1
    model.query = "c"
    #expect(log.entries == ["a a", "a b", "b c"])
  }

  @Test func withoutTheInitialCallTheFirstOldValueIsThatOfTheActivation() {
    let log = Log()
    let model = Search("a") { model in
      model.node.onChange(of: model.query, initial: false) { old, new in log.add("\(old) \(new)") }
    }
    .withAnchor()
    #expect(log.entries.isEmpty)
    model.query = "b"
    #expect(log.entries == ["a b"])
  }

  /// Changes by the activation after the call, its own writes and those of children, are one change.
  @Test func noChangeAfterTheRegistrationIsMissed() {
    let log = Log()
    let root = Search("a") { model in
      let count = { @Sendable in model.rows.reduce(model.limit) { $0 + $1.limit } }
      model.node.onChange(of: count(), initial: false) { old, new in log.add("\(old) \(new)") }
      model.node.onChange(of: count()) { old, new in log.add("initial \(old) \(new)") }
      model.limit = 100
      model.rows = [Search { $0.limit = 1 }, Search { $0.limit = 2 }]
    }
    .withAnchor()
    #expect(log.entries == ["10 103", "initial 103 103"])
    root.node.onChange(of: root.query, initial: false) { old, new in log.add("\(old) \(new)") }
    root.query = "b"
    #expect(log.entries.last == "a b")
  }

  @Test func aTransactionIsOneChangeAndNoneIfItChangesBack() {
    let log = Log()
    let model = Search("a") { model in
      model.node.onChange(of: (model.query, model.limit), initial: false) { old, new in
        log.add("\(old.0)\(old.1) \(new.0)\(new.1)")
      }
    }
    .withAnchor()
    model.node.transaction {
      model.query = "b"
      model.limit = 3
    }
    model.node.transaction {
      model.query = "c"
      model.query = "b"
    }
    #expect(log.entries == ["a10 b3"])
  }

  @Test func aClosureMayWriteWhatItFollows() {
    let log = Log()
    let model = Search { model in
      model.node.onChange(of: model.limit) { old, new in
        log.add("\(old) \(new)")
        if new < 13 { model.limit = new + 1 }
      }
    }
    .withAnchor()
    #expect(model.limit == 13)
    #expect(log.entries == ["10 10", "10 11", "11 12", "12 13"])
  }

  @Test func endsWithItsHandleWithItsKeyAndWithTheModel() {
    let log = Log()
    let root = Search().withAnchor()
    root.rows = [
      Search("a") { model in
        model.node.onChange(of: model.query, initial: false) { _, new in log.add("keyed \(new)") }
          .cancel(for: "key")
        model.node.onChange(of: model.query, initial: false) { _, new in log.add("model \(new)") }
      }
    ]
    let row = root.rows[0]
    let handle = row.node.onChange(of: row.query, initial: false) { _, new in
      log.add("handle \(new)")
    }
    row.query = "b"
    handle.cancel()
    row.query = "c"
    row.node.cancelAll(for: "key")
    row.query = "d"
    #expect(
      log.entries == ["keyed b", "model b", "handle b", "keyed c", "model c", "model d"]
    )
    #expect(row.node.context.observerSites.count == 1)
    root.rows = []
    #expect(row.node.context.observerSites.isEmpty)
    #expect(row.node.context.work.isEmpty)
  }

  @Test func modelsAreComparedByWhoTheyAre() {
    let log = Log()
    let model = Search { model in
      model.node.onChange(of: model.rows, initial: false) { old, new in
        log.add("\(old.count) \(new.map(\.query))")
      }
    }
    .withAnchor()
    model.rows = [Search("a"), Search("b")]
    model.rows[0].query = "x"
    model.rows.swapAt(0, 1)
    #expect(log.entries == [#"0 ["a", "b"]"#, #"2 ["b", "x"]"#])
  }

  @Test func onAModelInNoTreeItIsReportedAndNeverCalled() {
    let log = Log()
    let texts = reports {
      let model = Search("a")
      model.node.onChange(of: model.query) { _, new in log.add(new) }
      model.query = "b"
    }
    #expect(texts.count == 1)
    #expect(log.entries.isEmpty)
  }

  /// Each call's old value is the new one of the call before, and the last value is delivered.
  @Test func writesOfManyThreadsAreToldAsOneChain() {
    let calls = Locked<[(Int, Int)]>([], rank: .leaf)
    let model = Search { model in
      model.node.onChange(of: model.limit, initial: false) { old, new in
        calls.withLock { $0.append((old, new)) }
      }
    }
    .withAnchor()
    onThreads(4) { _ in for _ in 0..<500 { model.limit += 1 } }
    let told = calls.withLock { $0 }
    #expect(told.first?.0 == 10)
    #expect(told.last?.1 == 2_010)
    #expect(zip(told, told.dropFirst()).allSatisfy { $0.1 == $1.0 && $1.0 < $1.1 })
  }
}

/// Bodies that run in a task.
@Suite struct OnChangeTaskTests {
  @Test func tellsEachChangeInOrderAlsoThoseBeforeItsTaskBegins() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let log = Log()
      let model = Search("a") { model in
        model.node.onChange(of: model.query) { old, new in
          await Task.yield()
          log.add("\(old) \(new)")
        }
      }
      .withAnchor()
      for query in ["b", "c", "d"] { model.query = query }
      await log.count(4)
      #expect(log.entries == ["a a", "a b", "b c", "c d"])
    }
  }

  @Test func withoutTheInitialOneBeginsWithTheValueOfTheActivation() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let log = Log()
      let model = Search("a") { model in
        model.node.onChange(of: model.query, initial: false) { old, new in
          await Task.yield()
          log.add("\(old) \(new)")
        }
      }
      .withAnchor()
      model.query = "b"
      await log.count(1)
      #expect(log.entries == ["a b"])
    }
  }

  @Test func cancelPreviousEndsTheBodyOfTheChangeBefore() async {
    let failure = await searchSchedules(seeds: 0..<40) { _ in
      let log = Log()
      let model = Search("0") { model in
        model.node.onChange(of: model.query, cancelPrevious: true) { _, new in
          log.add("begin \(new)")
          if new != "2" { await untilCancelled() }
          await Task.yield()
          log.add("end \(new)")
        }
      }
      .withAnchor()
      await log.count(1)
      model.query = "1"
      model.query = "2"
      while log.entries.last != "end 2" { await Task.yield() }
      guard log.entries == ["begin 0", "end 0", "begin 1", "end 1", "begin 2", "end 2"] else {
        throw Disorder(entries: log.entries)
      }
    }
    #expect(failure == nil)
  }

  private struct Disorder: Error {
    let entries: [String]
  }

  @Test func anErrorGoesToCatchOrIsReportedAndMayEndIt() async throws {
    struct Failure: Error {}
    let (log, texts) = (Log(), Log())
    let handler: ReportSink.Handler = { texts.add($0.message) }
    _ = try await ReportSink.withHandler(handler) {
      try await withSimulation(seed: 1) { _ in
        let model = Search("a") { model in
          model.node.onChange(of: model.query, abortIfOperationThrows: true) { _, new in
            log.add("first \(new)")
            throw Failure()
          } catch: { _ in
            log.add("caught")
          }
          model.node.onChange(of: model.query) { _, new in
            if new == "a" { throw Failure() }
            log.add("second \(new)")
          }
        }
        .withAnchor()
        while texts.entries.isEmpty || log.entries.count < 2 { await Task.yield() }
        model.query = "b"
        await log.count(3)
        #expect(log.entries == ["first a", "caught", "second b"])
        #expect(model.node.context.runningTasks.count == 1)
      }
    }
    #expect(texts.entries.count == 1)
  }
}

import StrataConcurrency
import StrataModels
import Testing

/// Work that begins anew whenever a value changes.
@Suite struct TaskOfValueTests {
  @Test func runsNowAndAnewWithEachNewValue() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let log = Log()
      let model = Search("a") { model in
        model.node.task(id: model.query) { query in log.add(query) }
      }
      .withAnchor()
      await log.count(1)
      model.query = "a"
      model.limit = 3
      model.query = "b"
      await log.count(2)
      #expect(log.entries == ["a", "b"])
    }
  }

  @Test func beginsWithTheValueAtTheEndOfTheActivation() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let log = Log()
      let model = Search("a") { model in
        model.node.task(id: model.query) { query in log.add(query) }
        model.query = "b"
      }
      .withAnchor()
      await log.count(1)
      model.query = "c"
      await log.count(2)
      #expect(log.entries == ["b", "c"])
    }
  }

  /// In any order of the jobs.
  @Test func bodiesNeverOverlapAndTheLastValueIsNeverMissed() async {
    let failure = await searchSchedules(seeds: 0..<60) { _ in
      let log = Log()
      let model = Search("0") { model in
        model.node.task(id: model.query) { query in
          log.add("begin \(query)")
          await Task.yield()
          if query != "3" { await untilCancelled() }
          for _ in 0..<3 { await Task.yield() }
          log.add("end \(query)")
        }
      }
      .withAnchor()
      for query in 1...3 {
        model.query = "\(query)"
        await Task.yield()
      }
      while log.entries.last != "end 3" { await Task.yield() }
      for pair in stride(from: 0, to: log.entries.count, by: 2) {
        let (begin, end) = (log.entries[pair], log.entries[pair + 1])
        guard begin.hasPrefix("begin"), end == begin.replacing("begin", with: "end") else {
          throw Overlap(entries: log.entries)
        }
      }
    }
    #expect(failure == nil)
  }

  private struct Overlap: Error {
    let entries: [String]
  }

  @Test func skipsValuesThatWereReplacedBeforeTheirBodyBegan() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let log = Log()
      let model = Search("a") { model in
        model.node.task(id: model.query) { query in
          log.add("begin \(query)")
          if query == "a" { await untilCancelled() }
        }
      }
      .withAnchor()
      await log.count(1)
      for query in ["b", "c", "d"] { model.query = query }
      await log.count(2)
      #expect(log.entries == ["begin a", "begin d"])
    }
  }

  @Test func severalValuesInOneTransactionAreOneBeginning() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let log = Log()
      let model = Search("a") { model in
        model.node.task(id: (model.query, model.limit)) { query, limit in
          log.add("\(query) \(limit)")
        }
        model.node.task(id: (model.query, model.limit, model.results)) { query, limit, results in
          log.add("\(query) \(limit) \(results.count)")
        }
      }
      .withAnchor()
      await log.count(2)
      model.node.transaction {
        model.query = "b"
        model.limit = 3
      }
      await log.count(4)
      #expect(Set(log.entries[..<2]) == ["a 10", "a 10 0"])
      #expect(Set(log.entries[2...]) == ["b 3", "b 3 0"])
    }
  }

  @Test func modelsBeginItAnewWhenOthersCome() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let log = Log()
      let model = Search { model in
        model.node.task(id: model.rows) { rows in log.add(rows.map(\.query).joined()) }
      }
      .withAnchor()
      await log.count(1)
      model.rows.append(Search("x"))
      await log.count(2)
      model.rows[0].query = "renamed"
      model.rows.append(Search("y"))
      await log.count(3)
      #expect(log.entries == ["", "x", "renamedy"])
    }
  }

  @Test func whatAReplacedBodyWritesHasNoEffectAndIsReported() async throws {
    let (log, texts) = (Log(), Log())
    let handler: ReportSink.Handler = { texts.add($0.message) }
    _ = try await ReportSink.withHandler(handler) {
      try await withSimulation(seed: 1) { _ in
        let model = Search("a") { model in
          model.node.task(id: model.query) { query in
            log.add("begin \(query)")
            if query == "a" { await untilCancelled() }
            model.results.append(query)
            model.limit = 0
            log.add("end \(query)")
          }
        }
        .withAnchor()
        await log.count(1)
        model.query = "b"
        await log.count(4)
        #expect(log.entries == ["begin a", "end a", "begin b", "end b"])
        #expect(model.results == ["b"])
        #expect(model.limit == 0)
      }
    }
    #expect(
      texts.entries == [
        """
        Search.results (declared at StrataModelsTests/Search.swift:10) was written by a task that had \
        been cancelled because newer work replaced it. The write has no effect. Look at \
        Task.isCancelled after each await, and leave to the newer work what has to be set in any case.
        """
      ]
    )
  }

  @Test func cancelledByHandABodyStillWritesAndNoneFollows() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let log = Log()
      let handle = Locked<CancellationHandle?>(nil, rank: .leaf)
      let model = Search("a") { model in
        let work = model.node.task(id: model.query) { query in
          log.add("begin \(query)")
          await untilCancelled()
          model.results.append(query)
          log.add("end")
        }
        handle.withLock { $0 = work }
      }
      .withAnchor()
      await log.count(1)
      handle.withLock { $0 }?.cancel()
      await log.count(2)
      model.query = "b"
      while !model.node.context.work.isEmpty { await Task.yield() }
      #expect(log.entries == ["begin a", "end"])
      #expect(model.results == ["a"])
      #expect(model.node.context.observerSites.isEmpty)
    }
  }

  @Test func endsWithTheModel() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let log = Log()
      let root = Search().withAnchor()
      root.rows = [
        Search("a") { model in
          model.node.task(id: model.query) { query in
            log.add("begin \(query)")
            await untilCancelled()
            log.add("end")
          }
        }
      ]
      await log.count(1)
      let work = root.rows[0].node.context.work
      root.rows = []
      await work.finished()
      #expect(log.entries == ["begin a", "end"])
      #expect(work.isEmpty)
    }
  }

  @Test func anErrorGoesToCatchAndTheNextValueStillBeginsIt() async throws {
    struct Failure: Error {}
    _ = try await withSimulation(seed: 1) { _ in
      let log = Log()
      let model = Search("a") { model in
        model.node.task(id: model.query) { query in
          log.add(query)
          throw Failure()
        } catch: { error in
          log.add("\(error)")
        }
      }
      .withAnchor()
      await log.count(2)
      model.query = "b"
      await log.count(4)
      #expect(log.entries == ["a", "Failure()", "b", "Failure()"])
    }
  }

  @Test func onAModelInNoTreeItIsReportedAndNotRun() {
    let log = Log()
    let texts = reports {
      let model = Search("a")
      model.node.task(id: model.query) { log.add($0) }
    }
    #expect(texts.count == 1)
    #expect(texts.first?.hasPrefix("Work was started on a Search that is in no tree") == true)
    #expect(log.entries.isEmpty)
  }
}

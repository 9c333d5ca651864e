import StrataConcurrency
import StrataModels
import Testing

/// A program's current screen is state like any other.
@Suite struct NavigationTests {
  @Test func aDestinationLivesWhileItIsShown() {
    let log = Log()
    let app = Navigator().withAnchor()
    app.sheet = Logged("sheet", log)
    app.sheet = Logged("other", log)
    app.sheet = nil
    #expect(log.entries == ["SHEET", "sheet", "OTHER", "other"])
  }

  @Test func aDestinationOfSeveralKindsIsOneAtATime() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let log = Log()
      let app = Navigator().withAnchor()
      let settings = Search { model in
        model.node.task {
          await untilCancelled()
          log.add("settings ended")
        }
        log.add("settings began")
      }
      app.destination = .settings(settings)
      let work = settings.node.context.work
      app.destination = .alert(message: "Saved")
      await work.finished()
      // The task may be cancelled before its body begins.
      #expect(log.entries.first == "settings began")
      guard case .alert("Saved") = app.destination else {
        Issue.record("the alert is shown")
        return
      }
      #expect(!settings.node.context.isLive)
    }
  }

  @Test func aStackIsAnArrayOfScreensAndPoppingEndsTheirLives() {
    let log = Log()
    let app = Navigator().withAnchor()
    app.path.append(.detail(Logged("a", log)))
    app.path.append(.search(Search("swift")))
    app.path.append(.detail(Logged("b", log)))
    #expect(log.entries == ["A", "B"])
    app.path.removeLast()
    #expect(log.entries == ["A", "B", "b"])
    app.path.removeAll()
    #expect(log.entries == ["A", "B", "b", "a"])
  }

  @Test func aScreenThatStaysInTheStackGoesOnLiving() {
    let log = Log()
    let app = Navigator().withAnchor()
    let first = Logged("a", log)
    app.path = [.detail(first)]
    app.path = [.detail(first), .detail(Logged("b", log))]
    #expect(log.entries == ["A", "B"])
  }

  @Test func aDeepLinkIsOneAssignment() {
    let log = Log()
    let changes = Log()
    let app = Navigator().withAnchor()
    app.node.onChange(of: app.path, initial: false) { old, new in
      changes.add("\(old.count) \(new.count)")
    }
    app.node.transaction {
      app.path = [.detail(Logged("list", log)), .detail(Logged("item", log))]
      app.sheet = Logged("edit", log)
    }
    #expect(log.entries == ["LIST", "ITEM", "EDIT"])
    #expect(changes.entries == ["0 2"])
    #expect(app.path.count == 2)
  }

  @Test func aScreenSendsTheStackItsWishes() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let app = Navigator().withAnchor()
      app.node.forEach(app.node.event(of: .began, fromType: Search.self)) { search in
        app.path.append(.search(Search(search.query + "!")))
      }
      app.path = [.search(Search("swift"))]
      if case .search(let search) = app.path[0] { search.node.send(.began) }
      while app.path.count < 2 { await Task.yield() }
      guard case .search(let pushed) = app.path[1] else {
        Issue.record("a search was pushed")
        return
      }
      #expect(pushed.query == "swift!")
      app.node.context.work.close()
    }
  }
}

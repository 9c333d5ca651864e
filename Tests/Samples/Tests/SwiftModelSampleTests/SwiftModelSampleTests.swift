import Strata
import StrataRendering
import Testing

@testable import SwiftModelComposition
@testable import SwiftModelEvents
@testable import SwiftModelSequences
@testable import SwiftModelViews

/// The document's samples do what the document says.
@Suite struct SwiftModelSampleTests {
  @Test func aModelCountsAndItsAppSumsUp() {
    let model = SwiftModelComposition.AppModel().withAnchor()
    model.addButtonTapped()
    model.addButtonTapped()
    model.counters[0].counter.incrementTapped()
    model.counters[1].counter.decrementTapped()
    model.counters[1].counter.decrementTapped()
    #expect(model.sum == -1)
  }

  @Test func modelsInsideAnEnumBelongToTheTree() {
    let app = StandupsApp().withAnchor()
    let record = RecordMeeting()
    app.path = .record(record)
    #expect(record.node.context.isLive)
    app.path = .meeting(Meeting(), standup: Standup())
    #expect(!record.node.context.isLive)
  }

  @Test func activationFillsTheState() {
    let form = StandupForm().withAnchor { $0.uuid = .incrementing }
    #expect(form.standup.attendees.count == 1)
  }

  @Test func aDependencyIsOverriddenAtTheRootAndAtAChild() async throws {
    let model = anchoredWithAnotherClient()
    promptWithAnotherClient(model)
    #expect(try await model.factPrompt?.getFact() == "2 is a great number!")
  }

  @Test func anEventReachesTheModelsAbove() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let app = SwiftModelEvents.AppModel().withAnchor()
      app.child.onLogoutTapped()
      var users = app.change(of: \.user).makeAsyncIterator()
      while let user = await users.next(), user != nil {}
      #expect(app.user == nil)
    }
  }

  @Test func anEventReachesTheModelsBelow() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let app = SwiftModelEvents.AppModel().withAnchor()
      app.userWasLoggedOut()
      var states = app.change(of: \.child.isLoggedOut).makeAsyncIterator()
      while let isLoggedOut = await states.next(), !isLoggedOut {}
      #expect(app.child.isLoggedOut)
    }
  }

  @Test func eventsOfOneKindComeWithTheirModel() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let model = StandupsModel().withAnchor()
      model.detail?.deleteButtonTapped()
      var details = model.change(of: \.detail?.id).makeAsyncIterator()
      while let id = await details.next(), id != nil {}
      #expect(model.detail == nil)
    }
  }

  @Test func aChangedCountIsLookedAt() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let model = PrimeModel(count: 7).withAnchor()
      let latest = LatestPrimeModel(count: 8).withAnchor()
      var primes = model.change(of: \.isPrime).makeAsyncIterator()
      while let isPrime = await primes.next(), isPrime == nil {}
      var others = latest.change(of: \.isPrime).makeAsyncIterator()
      while let isPrime = await others.next(), isPrime == nil {}
      #expect(model.isPrime == true)
      #expect(latest.isPrime == false)
    }
  }

  @Test func viewsShowTheModelsAndChangeThem() {
    let app = SwiftModelViews.AppModel().withAnchor()
    let probe = RenderProbe { [app] in AppView(model: app).lines }
    #expect(probe.output == ["Sum: 0"])
    app.counters.append(SwiftModelViews.CounterRowModel())
    CounterView(model: app.counters[0].counter).press("+")
    #expect(probe.output == ["Sum: 1", "[-] 1 [+]"])
    app.factPrompt = SwiftModelViews.FactPromptModel(fact: "1 is odd.")
    #expect(probe.output == ["Sum: 1", "[-] 1 [+]", "1 is odd."])
    #expect(MyApp().body.lines == ["Sum: 0"])
    #expect(preview().lines == ["[-] 0 [+]"])
  }

  @Test func aBindingChangesTheModel() {
    let model = SwiftModelViews.CounterModel().withAnchor()
    let view = StepperView(model: model)
    let before = view.lines
    view.$model.count.wrappedValue += 2
    #expect(model.count == 2)
    #expect(view.lines != before)
  }
}

import StrataConcurrency
import StrataRendering
import StrataUpdates
import Testing

@testable import UpdatesAnimations
@testable import UpdatesComposition
@testable import UpdatesCounter
@testable import UpdatesEffects
@testable import UpdatesViews

/// The document's samples do what the document says.
@Suite struct ObservableStoreSampleTests {
  @Test func theButtonIncrementsTheCount() {
    let view = AppView()
    let probe = RenderProbe { [store = view.store] in "\(store.state.count)" }
    #expect(view.lines == ["The count is: 0", "[Increment]"])
    view.press("Increment")
    view.press("Increment")
    #expect(view.lines == ["The count is: 2", "[Increment]"])
    #expect(probe.output == "2")
    #expect(probe.evaluations == 3)
  }

  @Test func theEffectsActionComesBack() async throws {
    let run = try await withSimulation(seed: 1) { simulation in
      let store = Store(
        update: UpdatesEffects.update,
        state: UpdatesEffects.State(),
        environment: UpdatesEffects.Environment()
      )
      store.send(.authenticate(UpdatesEffects.Credentials(name: "ada")))
      await simulation.waitUntilIdle()
      return store.state.user
    }
    #expect(run.value == "ada")
  }

  @Test func theUpdateIsAnimated() {
    let update = UpdatesAnimations.update(
      state: UpdatesAnimations.State(),
      action: .authenticate(UpdatesAnimations.Credentials(name: "ada")),
      environment: UpdatesAnimations.Environment()
    )
    #expect(update.transaction?.animation == .default)
  }

  @Test func viewsReadTheStateAndBindingsSendActions() {
    let view = FormView(
      store: Store(
        update: UpdatesViews.AppState.update,
        state: UpdatesViews.AppState(),
        environment: UpdatesViews.AppEnvironment()
      )
    )
    view.press("Set color to red")
    view.enter("grace", into: "Username")
    #expect(view.store.state.color == .red)
    #expect(
      view.lines == ["text", "[Set color to red]", "Username: grace", "Username: grace"]
    )
  }

  @Test func theChildsButtonChangesTheRootsState() {
    let store = Store(
      update: UpdatesComposition.AppModel.update,
      state: UpdatesComposition.AppModel(),
      environment: UpdatesComposition.AppEnvironment()
    )
    let view = ContentView(store)
    view.press("Increment")
    #expect(store.state.child.count == 1)
    #expect(view.lines == ["Count 1", "[Increment]"])
  }
}

import ArticleOutput
import StrataConcurrency

enum Splash {}

@Sendable func cancellationByKeyAndLifetime() async throws {
  let scope = CancellationScope()
  scope.onCancel { print("the splash screen goes") }.cancel(for: Splash.self)
  scope.onCancel { print("the scope is sealed") }

  scope.cancelAll(for: Splash.self)
  scope.cancelAll(for: "nobody has this key")

  let both = scope.cancellationContext {
    scope.onCancel { print("first") }
    scope.onCancel { print("second") }
  }
  both.cancel()

  _ = try await withSimulation(seed: 3) { simulation in
    for query in ["s", "sw", "swift"] {
      scope.restart(for: "search") {
        try? await simulation.clock.sleep(for: .seconds(1))
        if !Task.isCancelled { print("searched for \(query)") }
      }
    }
    try await simulation.clock.sleep(for: .seconds(2))
  }

  scope.close()
  scope.onCancel { print("too late") }
  await scope.finished()
  print("empty:", scope.isEmpty)
}

import StrataConcurrency

let run = try await withSimulation(seed: 1) { simulation in
  let scope = CancellationScope()
  let results = Multicast<String>()
  var found = results.subscribe().makeAsyncIterator()
  for query in ["sw", "swift"] {
    let search = scope.task {
      try await simulation.clock.sleep(for: .seconds(3))
      results.send("results for \(query)")
    } catch: { _ in
    }
    search.cancel(for: "search", cancelInFlight: true)
  }
  print(await found.next() ?? "nothing")
}
print("after", run.elapsed)

import StrataConcurrency
import StrataModels
import Testing

/// `forEach` is for sequences what `onReceive` is for publishers: the elements arrive whether they are requested
/// or not.
@Suite struct HotSequenceTests {
  @Test func hearsWhatIsSentFromItsSubscriptionOnUntilTheModelIsRemoved() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let log = Log()
      let measurements = Multicast<Int>()
      let root = Logged("p", log, child: Logged("c", log)).withAnchor()
      measurements.send(0)
      root.node.forEach(measurements.subscribe()) { log.add("p\($0)") }
      root.child?.node.forEach(measurements.subscribe()) { log.add("c\($0)") }
      for value in 1...2 { measurements.send(value) }
      while log.entries.count < 6 { await Task.yield() }
      #expect(log.entries.filter { $0.hasPrefix("p") } == ["p1", "p2"])
      #expect(log.entries.filter { $0.hasPrefix("c") } == ["c1", "c2"])

      root.child = nil
      while measurements.subscriberCount > 1 { await Task.yield() }
      measurements.send(3)
      while !log.entries.contains("p3") { await Task.yield() }
      #expect(!log.entries.contains("c3"))
      withExtendedLifetime(root) {}
    }
  }

  @Test func aNewValueEndsTheBodyOfTheOneBefore() async throws {
    _ = try await withSimulation(seed: 1) { _ in
      let log = Log()
      let measurements = Multicast<Int>()
      let model = Counter().withAnchor()
      model.node.forEach(measurements.subscribe(), cancelPrevious: true) { value in
        log.add("begin \(value)")
        for await _ in AsyncStream<Void>.makeStream().stream {}
        log.add("end \(value)")
      }
      measurements.send(1)
      while log.entries != ["begin 1"] { await Task.yield() }
      measurements.send(2)
      while log.entries != ["begin 1", "end 1", "begin 2"] { await Task.yield() }
      #expect(measurements.subscriberCount == 1)
      withExtendedLifetime(model) {}
    }
  }
}

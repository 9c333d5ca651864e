import ArticleOutput
import Strata

@Model struct Meter {
  var value = 0
  var total = 0

  @MainActor func show() -> String { "\(value)" }

  func add(_ amount: Int) {
    node.transaction {
      value = amount
      total += amount
    }
  }
}

@MainActor final class Dial {
  let meter: Meter
  init(_ meter: Meter) { self.meter = meter }
  func turn() { meter.add(1) }
}

@Sendable func threadsAndIsolation() async throws {
  let meter = Meter().withAnchor()
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<100 { group.addTask { meter.add(1) } }
  }
  await Dial(meter).turn()
  print(meter.total)  // 101
}

import StrataConcurrency
import Synchronization
import Testing

@testable import StrataCore

/// Observers of derived values that end, begin and write while they are notified, in random programs.
///
/// The delivery uses values and observers without counting them. Under the address sanitizer, in release, these programs
/// show a use after the end; here they show a wrong last value.
@Suite struct RandomDeliveryTests {
  @Test(arguments: 0..<40)
  func eachObserverThatIsLeftKnowsTheLastValue(_ seed: UInt64) {
    RandomDelivery(seed).run(threads: 1)
  }

  @Test(arguments: 40..<60)
  func eachObserverThatIsLeftKnowsTheLastValueOfAllThreads(_ seed: UInt64) {
    RandomDelivery(seed).run(threads: 3)
  }
}

/// Texts in one tree, values derived from them and from one another, and observers.
private final class RandomDelivery: Sendable {
  private struct Watch {
    let node: Int
    let last: Locked<String?>
    let subscription: Subscription
  }

  private let top: Kid
  private let anchor: Anchor
  private let kids: [Kid]
  private let nodes: [Derived<String, Never>]
  private let random: Locked<SplitMix>
  private let watches = Locked<[Watch]>([], rank: .leaf)

  init(_ seed: UInt64) {
    top = Kid("top", kids: (0..<6).map { Kid("the text of number \($0)") })
    anchor = Anchor(top.context)
    kids = top.kids
    var random = SplitMix(state: seed)
    var nodes: [Derived<String, Never>] = []
    for _ in 0..<20 {
      let kid = kids[Int.random(in: 0..<6, using: &random)]
      let (first, second) = (
        nodes.randomElement(using: &random), nodes.randomElement(using: &random)
      )
      nodes.append(
        Derived(of: top.context, at: .thisLine()) {
          "\(kid.name), \(first?.value.suffix(30) ?? "") \(second?.value.prefix(30) ?? "")"
        }
      )
    }
    self.nodes = nodes
    self.random = Locked(random, rank: .leaf)
  }

  func run(threads: Int) {
    for node in nodes.indices { watch(node) }
    onThreads(threads) { thread in
      // Every other text may be the one from before.
      for step in 0..<40 {
        let number = step % 2 == 0 ? step : self.number(below: 3)
        self.write("thread \(step % 2 == 0 ? thread : 0), step \(number), and more text")
      }
    }
    // Nobody writes after this, so each observer gets its last value now.
    for kid in kids { kid.name = "the last text of \(kid.context.id)" }
    for watch in watches.withLock({ $0 }) {
      let last = watch.last.withLock { $0 }
      if let last { #expect(last == nodes[watch.node].value) }
    }
    let left = watches.withLock { watches in
      defer { watches = [] }
      return watches
    }
    withExtendedLifetime((anchor, left)) {}
  }

  private func number(below limit: Int) -> Int {
    random.withLock { Int.random(in: 0..<limit, using: &$0) }
  }

  private func write(_ text: String) {
    switch number(below: 8) {
    case 0, 1: kids[number(below: 6)].name = text
    case 2, 3:
      top.context.transaction {
        kids[number(below: 6)].name = text
        _ = nodes[number(below: nodes.count)].value
        kids[number(below: 6)].name = text + " again"
        _ = nodes[number(below: nodes.count)].value
      }
    case 4: top.context.transaction { for kid in kids { kid.name = text } }
    case 5: _ = nodes[number(below: nodes.count)].value
    case 6: watch(number(below: nodes.count))
    default: endOne()
    }
  }

  private func watch(_ node: Int) {
    let last = Locked<String?>(nil, rank: .leaf)
    let subscription = nodes[node].observe(at: .thisLine()) { [unowned self] text in
      let former = last.withLock { last in
        defer { last = text }
        return last
      }
      #expect(former != text)
      act(text)
    }
    watches.withLock { $0.append(Watch(node: node, last: last, subscription: subscription)) }
  }

  /// What an observer does besides.
  private func act(_ text: String) {
    guard !text.hasPrefix("the last text") else { return }
    switch number(below: 30) {
    case 0, 1: endOne()
    case 2: if watches.withLock({ $0.count }) < 40 { watch(number(below: nodes.count)) }
    case 3: kids[0].name = "written by an observer"
    default: break
    }
  }

  private func endOne() {
    let index = number(below: 1_000)
    let ended = watches.withLock { $0.isEmpty ? nil : $0.remove(at: index % $0.count) }
    ended?.subscription.cancel()
  }
}

struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var word = state
    word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
    word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
    return word ^ (word >> 31)
  }
}

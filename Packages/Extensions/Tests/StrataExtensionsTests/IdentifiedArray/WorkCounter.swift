import Synchronization

/// Counts the hashes and comparisons of an array's ids, instead of seconds.
final class WorkCounter: Sendable {
  private let hashes = Atomic<Int>(0)
  private let reads = Atomic<Int>(0)

  func countHash() { hashes.add(1, ordering: .relaxed) }
  func countRead() { reads.add(1, ordering: .relaxed) }

  /// The least that a closure asks for in some runs.
  func leastWork(_ body: () -> Void) -> (hashes: Int, reads: Int) {
    let runs = (0..<12).map { _ in work(body) }
    return (runs.map(\.hashes).min() ?? 0, runs.map(\.reads).min() ?? 0)
  }

  /// The number of hashes and of ids read while a closure runs.
  func work(_ body: () -> Void) -> (hashes: Int, reads: Int) {
    let before = (hashes.load(ordering: .relaxed), reads.load(ordering: .relaxed))
    body()
    return (
      hashes.load(ordering: .relaxed) - before.0, reads.load(ordering: .relaxed) - before.1
    )
  }
}

/// An element whose id counts its own uses.
struct Counted: Identifiable {
  struct ID: Hashable {
    let number: Int
    let counter: WorkCounter

    static func == (left: Self, right: Self) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) {
      counter.countHash()
      hasher.combine(number)
    }
  }

  let number: Int
  let counter: WorkCounter

  var id: ID {
    counter.countRead()
    return ID(number: number, counter: counter)
  }
}

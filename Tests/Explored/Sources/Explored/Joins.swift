import Explorer
import StrataConcurrency
import StrataCore

/// Programs about contexts that are read before they are part of a tree.
let joinPrograms = [
  Program(
    "join-tracked",
    "A tracker that reads a context beside its join ends with the last value."
  ) { scene in
    let root = Row(0)
    let anchor = Anchor(root.context, at: .thisLine())
    let row = Row(1)
    let follower = RowFollower(row)
    scene.thread { follower.read() }
    scene.thread {
      root.rows = [row]
      row.number = 2
    }
    scene.atEnd {
      expect(follower.last == 2, "the tracker knows \(follower.last)")
      withExtendedLifetime(anchor) {}
    }
  },
  Program(
    "join-derived",
    "An observed derived value that reads a context beside its join ends with the last value."
  ) { scene in
    let root = Row(0)
    let anchor = Anchor(root.context, at: .thisLine())
    let row = Row(1)
    let value = Derived<Int, Never>(of: root.context, at: .thisLine()) { row.number }
    let last = Shared(0)
    let observation = value.observe(at: .thisLine()) { number in
      called("observer")
      last.value = number
    }
    scene.thread { _ = value.value }
    scene.thread {
      root.rows = [row]
      row.number = 2
    }
    scene.atEnd {
      expect(value.value == 2, "the value is \(value.value)")
      expect(last.value == 2, "the observer knows \(last.value)")
      withExtendedLifetime((anchor, observation)) {}
    }
  },
  Program(
    "join-written",
    "A tracker of a context that is written beside its join ends with the last value."
  ) { scene in
    let root = Row(0)
    let anchor = Anchor(root.context, at: .thisLine())
    let row = Row(1)
    let follower = RowFollower(row)
    follower.read()
    scene.thread { root.rows = [row] }
    scene.thread { row.number = 2 }
    scene.atEnd {
      expect(follower.last == 2, "the tracker knows \(follower.last)")
      withExtendedLifetime(anchor) {}
    }
  },
  Program(
    "join-again",
    "Followers of a context that leaves and returns beside their reads end with the last value."
  ) { scene in
    let root = Row(0)
    let anchor = Anchor(root.context, at: .thisLine())
    let row = Row.returning(1)
    root.rows = [row]
    let follower = RowFollower(row)
    let value = Derived<Int, Never>(of: root.context, at: .thisLine()) { row.number }
    scene.thread { silence { follower.read() } }
    scene.thread { silence { _ = value.value } }
    scene.thread {
      silence {
        root.rows = []
        root.rows = [row]
        row.number = 2
      }
    }
    scene.atEnd {
      expect(follower.last == 2, "the tracker knows \(follower.last)")
      expect(value.value == 2, "the value is \(value.value)")
      withExtendedLifetime(anchor) {}
    }
  },
]

/// Reads the number of a row again at each notification.
// SAFETY: the explorer runs one thread at a time, and `tracker` is set before there are any.
private final class RowFollower: @unchecked Sendable {
  private struct Reads {
    var last = 0
    /// Whether a thread is to read once more.
    var isDue = false
    /// Whether a thread reads; the runs of one tracker may not overlap.
    var isReading = false
  }

  private let row: Row
  private var tracker: Tracker?
  private let reads = Shared(Reads())

  init(_ row: Row) {
    self.row = row
    tracker = Tracker("follower", at: .thisLine()) { [weak self] in
      called("tracker")
      self?.read()
    }
  }

  var last: Int { reads.value.last }

  func read() {
    reads.change { $0.isDue = true }
    while begin() {
      let number = tracker?.track { row.number }
      reads.change { reads in
        reads.last = number ?? reads.last
        reads.isReading = false
      }
    }
  }

  private func begin() -> Bool {
    var begins = false
    reads.change { reads in
      begins = reads.isDue && !reads.isReading
      if begins { (reads.isDue, reads.isReading) = (false, true) }
    }
    return begins
  }
}

extension Row {
  /// A row without children, which can return to a tree that it has left.
  fileprivate static func returning(_ number: Int) -> Row {
    var row = Row(number)
    row.context = Context(layout: returningLayout)
    row.context.initialize(Row.number, to: number)
    return row
  }

  private static let returningLayout = Layout(
    name: "Returning",
    slots: [.value("number", Int.self)],
    hooks: RowHooks()
  )
}

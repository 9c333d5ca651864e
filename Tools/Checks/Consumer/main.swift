// A program outside the repository that depends on it by URL; `make lint` builds and runs it.
import StrataConcurrency
import StrataExtensions
import StrataStores

struct Row: Identifiable {
  let id: Int
  var title: String
}

let rows = Locked<IdentifiedArrayOf<Row>>([Row(id: 1, title: "one")], rank: .leaf)
rows.withLock { $0[id: 1]?.title = "the consumer runs" }

// The store that `swift package new-store Store Tally` has written.
let tally = TallyStore(delivery: .immediate) { "loaded" }
tally.reload()
precondition(tally.state.text == "loaded")

print(rows.withLock { $0[id: 1]?.title } ?? "the row is gone")

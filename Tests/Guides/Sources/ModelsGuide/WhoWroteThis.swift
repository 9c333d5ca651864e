import ArticleOutput
import Foundation
import Strata

@Model struct LedgerEntry {
  var amount = 0
}

@Model struct LedgerModel {
  var entries: [LedgerEntry] = []
  var note = ""
  var sum: Int { entries.reduce(0) { $0 + $1.amount } }

  func load() {
    node.task("load") {
      await Task.yield()
      node.transaction { entries = [LedgerEntry(amount: 3)] }
      node.transaction { entries[0].amount = 4 }
    }
  }
}

@Sendable func whoWroteThis() async throws {
  let ledger = LedgerModel()
  let log = ledger.recordWrites(now: { Date(timeIntervalSince1970: 0) })
  let live = ledger.withAnchor()

  await withCause("ledger import") {
    live.load()
    while log.lastWrite(of: { live.sum })?.new != "4" { await Task.yield() }
  }

  let last = log.lastWrite { live.sum }
  print(last?.change ?? "-")  // 3 → 4
  print(last?.steps.map(\.kind.rawValue) ?? [])  // ["call", "task", "transaction"]

  let saved = live.recordWrites { record in
    print(record.place, record.change)  // LedgerModel.note "" → "paid"
  }
  live.note = "paid"
  saved.cancel()
}

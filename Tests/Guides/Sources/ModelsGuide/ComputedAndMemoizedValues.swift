import ArticleOutput
import Strata

@Model struct CartModel {
  var prices: [Int] = []
  var voucher = 0
  var note = ""

  var sum: Int {
    node.memoize { prices.reduce(0, +) }
  }

  var isFree: Bool {
    node.memoize { sum <= voucher }
  }

  func count(upTo limit: Int) -> Int {
    node.memoize(for: limit) { prices.filter { $0 <= limit }.count }
  }
}

@Sendable func computedAndMemoizedValues() async throws {
  let cart = CartModel(prices: [3, 4]).withAnchor()
  print(cart.sum, cart.isFree)  // 7 false
  cart.voucher = 7
  print(cart.isFree)  // true
  print(cart.count(upTo: 3))  // 1

  let changes = Observed(coalesceUpdates: false) { (cart.sum, cart.isFree) }
  cart.note = "for later"
  cart.prices.append(1)
  for await (sum, isFree) in changes {
    print(sum, isFree)
    if !isFree { break }
  }
}

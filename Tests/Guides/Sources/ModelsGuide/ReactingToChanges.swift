import ArticleOutput
import Strata

@Model struct Cart {
  var prices: [Int] = []
  var history: [String] = []
  var sum: Int { prices.reduce(0, +) }

  func onActivate() {
    node.onChange(of: sum, initial: false) { old, new in
      history.append("\(old) to \(new)")
    }
  }
}

@Model struct ArticleModel {
  var number = 1
  var text: String?

  func onActivate() {
    node.task(id: number) { number in
      text = nil
      text = try await load(number)
    }
  }

  private func load(_ number: Int) async throws -> String { "Text \(number)" }
}

@Model struct Player {
  var points = 0
}

@Model struct Scores {
  var players: [Player] = []
}

@Sendable func reactingToChanges() async throws {
  let cart = Cart(prices: [1]).withAnchor()
  cart.prices.append(4)
  cart.prices = [5]
  cart.prices[0] += 1
  print(cart.history)  // ["1 to 5", "5 to 6"]

  let article = ArticleModel().withAnchor()
  var texts = article.change(of: \.text).makeAsyncIterator()
  article.number = 2
  while let text = await texts.next(), text != "Text 2" {}

  let scores = Scores(players: [Player(points: 1)]).withAnchor()
  var live = scores.change(of: \.players, recursive: true).makeAsyncIterator()
  var kept = scores.change(of: \.players, recursive: true, freezeValues: true).makeAsyncIterator()
  scores.players[0].points = 2
  print(await live.next()?[0].points ?? 0, await kept.next()?[0].points ?? 0)  // 2 1
}

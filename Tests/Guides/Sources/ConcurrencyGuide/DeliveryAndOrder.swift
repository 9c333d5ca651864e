import ArticleOutput
import StrataConcurrency

func tellInOrder() {
  let delivery = ImmediateDelivery()
  delivery.deliver {
    print("first")
    delivery.deliver { print("third") }
    print("second")
  }
}

@Sendable func deliveryAndOrder() async throws {
  tellInOrder()

  let news = Multicast<String>()
  let early = news.subscribe()
  news.send("one")
  let late = news.subscribe()
  news.send("two")
  news.finish()

  for await item in early { print("early:", item) }
  for await item in late { print("late:", item) }

  let levels = Multicast(replaying: 0)
  let newest = levels.subscribe(.bufferingNewest(1))
  for level in 1...5 { levels.send(level) }
  levels.finish()
  for await level in newest { print(level) }
}

import ArticleOutput
import Strata

@Model struct Item {
  var title: String
  var isDone = false

  func toggle() { isDone.toggle() }
}

@Model struct Checklist {
  var items: [Item] = []
  var open: Int { items.count { !$0.isDone } }

  func add(_ title: String) { items.append(Item(title: title)) }
}

@Model struct Reminder {
  @ModelDependency(\.continuousClock) var clock: any Clock<Duration>
  var isDue = false

  func onActivate() {
    node.task {
      try await clock.sleep(for: .seconds(60))
      isDue = true
    } catch: { _ in
      isDue = false
    }
  }
}

@Sendable func gettingStarted() async throws {
  let list = Checklist().withAnchor()
  list.add("Bread")
  list.add("Milk")

  let milk = list.items[1]
  milk.title = "Oat milk"
  milk.toggle()

  print(list.items.map(\.title))  // ["Bread", "Oat milk"]
  print(list.open)  // 1

  var counts = list.change(of: \.open).makeAsyncIterator()
  print(await counts.next() ?? -1)  // 1
  list.add("Tea")
  print(await counts.next() ?? -1)  // 2
  list.items[2].toggle()
  print(await counts.next() ?? -1)  // 1

  let reminder = Reminder().withAnchor {
    $0.continuousClock = ImmediateClock()
  }
  var due = reminder.change(of: \.isDue).makeAsyncIterator()
  while await due.next() == false {}
  print(reminder.isDue)  // true
}

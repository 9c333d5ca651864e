import ArticleOutput
import StrataEvents

final class Outline: EventPosition {
  let name: String
  var eventParents: [Outline] = []
  var eventChildren: [Outline] = []

  init(_ name: String) { self.name = name }

  @discardableResult func add(_ child: Outline) -> Outline {
    eventChildren.append(child)
    child.eventParents.append(self)
    return child
  }

  func selectListeners<Event: Sendable>(
    for event: Event,
    origin: Audience,
    into selected: inout SelectedListeners<String>
  ) {}

  func receivers(_ audience: Audience) -> [String] {
    var names: [String] = []
    forEachReceiver(in: audience) { position, _ in names.append(position.name) }
    return names
  }
}

@Sendable func audiencesAndOrder() {
  let upAndDown: Audience = [.ancestors, .children]
  print(upAndDown)  // [.ancestors, .children]

  let root = Outline("root")
  let left = root.add(Outline("left"))
  let leaf = left.add(Outline("leaf"))
  let right = root.add(Outline("right"))
  right.add(leaf)

  print(root.receivers(.descendants))  // ["left", "right", "leaf"]
  print(leaf.receivers(.standard))  // ["leaf", "left", "right", "root"]

  let delivery = root.makeDelivery(of: "closing", from: "root", to: .parent)
  print(delivery.receiverCount, delivery.listenerCount)  // 0 0
  print(delivery.diagnostic(sender: "root", audience: .parent) != nil)  // true
}

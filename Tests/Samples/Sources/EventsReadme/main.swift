import StrataEvents

final class Folder: EventPosition {
  let name: String
  private weak var parent: Folder?
  private var listeners = EventListeners<String>()

  init(_ name: String, in parent: Folder? = nil) {
    self.name = name
    self.parent = parent
  }

  var eventParents: [Folder] { parent.map { [$0] } ?? [] }
  var eventChildren: [Folder] { [] }

  func selectListeners<Event: Sendable>(
    for event: Event,
    origin: Audience,
    into selected: inout SelectedListeners<String>
  ) {
    listeners.select(for: event, origin: origin, into: &selected)
  }

  func listen(_ listener: EventListener<String>) { listeners.add(listener) }

  func send<Event: Sendable>(_ event: Event) {
    makeDelivery(of: event, from: name, to: .standard).perform()
  }
}

enum FileEvent: Sendable {
  case added(String)
}

let music = Folder("music")
let jazz = Folder("jazz", in: music)
music.listen(.listener(to: FileEvent.self) { event, sender in print("\(sender): \(event)") })
jazz.send(FileEvent.added("so-what.flac"))

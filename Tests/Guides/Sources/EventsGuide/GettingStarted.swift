import ArticleOutput
import StrataEvents

final class Folder: EventPosition {
  let name: String
  private weak var parent: Folder?
  private var folders: [Folder] = []
  private var listeners = EventListeners<String>()

  init(_ name: String, in parent: Folder? = nil) {
    self.name = name
    self.parent = parent
    parent?.folders.append(self)
  }

  var eventParents: [Folder] { parent.map { [$0] } ?? [] }
  var eventChildren: [Folder] { folders }

  func selectListeners<Event: Sendable>(
    for event: Event,
    origin: Audience,
    into selected: inout SelectedListeners<String>
  ) {
    listeners.select(for: event, origin: origin, into: &selected)
  }

  func listen(_ listener: EventListener<String>) { listeners.add(listener) }

  func send<Event: Sendable>(_ event: Event, to audience: Audience = .standard) {
    makeDelivery(of: event, from: name, to: audience).perform()
  }
}

enum FileEvent: Sendable {
  case added(String)
  case removed(String)
}

@Sendable func gettingStarted() {
  let root = Folder("root")
  let music = Folder("music", in: root)
  let jazz = Folder("jazz", in: music)

  root.listen(
    .listener(to: FileEvent.self) { event, sender in
      print("\(sender): \(event)")
    }
  )

  jazz.send(FileEvent.added("so-what.flac"))
  music.send(FileEvent.removed("old.mp3"))
  music.send(FileEvent.added("new.mp3"), to: .descendants)
}

import ArticleOutput
import StrataEvents

protocol Audible: Sendable { var loudness: Int { get } }
struct Knock: Audible { let loudness = 3 }
struct Whisper: Sendable {}

@Sendable func listenersAndStreams() async {
  let house = Folder("house")
  house.listen(.listener(to: (any Audible).self) { event, _ in print("heard", event.loudness) })
  house.listen(.listener(to: (any Sendable).self, from: .descendants) { _, _ in print("below") })

  house.send(Knock())
  house.send(Whisper())

  let (stream, listener) = EventListener<String>.stream(of: FileEvent.self) { _ in
    print("the stream has ended")
  }
  house.listen(listener)

  house.send(FileEvent.added("a"))
  house.send(FileEvent.added("b"))
  listener.finish()

  for await event in stream { print(event) }
}

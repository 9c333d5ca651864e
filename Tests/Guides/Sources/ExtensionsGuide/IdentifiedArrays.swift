import ArticleOutput
import StrataExtensions

struct Song: Identifiable, Equatable {
  let id: String
  var plays = 0
}

@Sendable func identifiedArrays() async throws {
  var songs: IdentifiedArrayOf<Song> = [Song(id: "a"), Song(id: "b"), Song(id: "c")]

  songs[id: "b"]?.plays += 1  // in place; nothing happens if it is gone
  songs.move(from: 2, to: 0)
  songs.remove(id: "a")
  print(songs.ids)  // ["c", "b"]
  print(songs[id: "b"]?.plays ?? 0)  // 1
  print(songs[0].id)  // c

  print(songs.append(Song(id: "c", plays: 9)).inserted)  // false
  print(songs.updateOrAppend(Song(id: "c", plays: 9))?.plays ?? -1)  // 0
  print(songs[id: "c"]?.plays ?? -1)  // 9

  var plain = ["a", "c"]
  let edits: [IdentifiedArrayEdit<String>] = [.insert("b", at: 1), .move("c", from: 2, to: 0)]
  for edit in edits { edit.apply(to: &plain) }
  print(plain)  // ["c", "a", "b"]
}

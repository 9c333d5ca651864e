import ArticleOutput
import StrataExtensions

struct Player {
  var name: String
  var tags: Set<String> = []
  var token: Secret
}

struct Secret: DumpRepresentable {
  var value: String
  var dumpRepresentation: DumpRepresentation { .text("Secret(••••)") }
}

@Sendable func dumpsAndDiffs() async throws {
  let ada = Player(name: "Ada", tags: ["new", "admin"], token: Secret(value: "hush"))
  print(ValueDump().text(of: ada))

  let short = ValueDump().showing(Player.self) { .text("Player \($0.name)") }
  print(short.text(of: [ada]))

  var renamed = ada
  renamed.name = "Ada L."
  renamed.tags.remove("new")
  print(ValueDiff().text(from: ada, to: renamed) ?? "")
  print(ValueDiff().text(from: ada, to: ada) ?? "no difference")
}

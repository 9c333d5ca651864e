import ArticleOutput
import Strata

@Model struct Contestant {
  var name: String
  var score = 0
}

@Model struct Game {
  var contestants: [Contestant] = []
  var leader: Contestant?
}

@Sendable func sharedModels() async throws {
  let ann = Contestant(name: "Ann")
  let game = Game(contestants: [ann, Contestant(name: "Bo")], leader: ann).withAnchor()
  game.contestants[0].score = 5
  print(game.leader?.score ?? 0)  // 5

  print(ann.node.isUniquelyReferenced)  // false
  game.leader = nil
  print(ann.node.isUniquelyReferenced)  // true
}

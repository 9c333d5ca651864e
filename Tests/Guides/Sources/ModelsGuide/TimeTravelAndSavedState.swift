import ArticleOutput
import Foundation
import Strata

@Model struct ScoreRound {
  let name: String
  var points = 0
}

@Model struct Score {
  var points = 0
  var rounds: [ScoreRound] = []
}

extension Score: SavableModel {
  init(saved values: SavedValues) throws { self.init() }
}

extension ScoreRound: SavableModel {
  init(saved values: SavedValues) throws {
    self.init(name: try values.decode("name"))
  }
}

@Sendable func timeTravelAndSavedState() async throws {
  let score = Score().withAnchor()
  let recorder = StateRecorder(of: score, keeping: .tail(100))

  score.points = 10
  score.rounds.append(ScoreRound(name: "first"))
  score.points = 25

  recorder.stepBack()
  print(score.points)  // 10
  recorder.restore(recorder.records[0].id)
  print(score.points, score.rounds.count)  // 0 0
  recorder.stepForward()
  print(score.points)  // 10

  let data = try score.savedState(version: 2)

  let restored = Score().withAnchor()
  try restored.restoreState(from: data, version: 2)
  print(restored.points, restored.rounds.map(\.name))  // 10 []

  let old = Data(#"{"model": "Score", "version": 1, "state": {"score": 7, "rounds": []}}"#.utf8)
  try restored.restoreState(from: old, version: 2) { state, version in
    if version < 2 { state["points"] = state.removeValue(forKey: "score") }
  }
  print(restored.points)  // 7
}

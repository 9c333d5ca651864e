import ArticleOutput
import Strata

@Model struct SumModel {
  var counts: [Int] = []
  var sum = 0

  func add(_ count: Int) {
    node.transaction {
      counts.append(count)
      sum = counts.reduce(0, +)
    }
  }
}

@Sendable func transactionsOfModels() async throws {
  let model = SumModel().withAnchor()
  model.add(3)
  model.add(4)
  print(model.sum)  // 7
}

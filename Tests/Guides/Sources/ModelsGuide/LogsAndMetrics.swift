import ArticleOutput
import Strata

@Model struct OrderModel {
  var total = 0
  func pay() { node.transaction { total += 5 } }
}

@Sendable func logsAndMetrics() async throws {
  let metrics = TreeMetrics()
  let order = withTreeObserver(metrics) { OrderModel().withAnchor() }
  order.pay()
  order.pay()
  print(metrics.snapshot.writes, metrics.snapshot.writesByProperty)  // 2 ["OrderModel.total": 2]

  let log = TreeLog([.treeBegan, .round]) { entry in
    print(entry.message)
  }
  let logged = withTreeObserver(log) { OrderModel().withAnchor() }
  logged.pay()
}

import StrataConcurrency
import StrataModels
import Testing

/// Kinds of models that hold each other in each instance, which no macro can see.
@Suite struct EndlessModelTests {
  @Test func aCircleOfTwoKindsIsNamedWithItsProperties() {
    let reports = reports {
      _ = Lawyer.modelLayout
      _ = Client.modelLayout
    }
    #expect(
      reports.map(\.message) == [
        """
        Each instance holds a model that leads back to its own kind, through Client.lawyer and \
        Lawyer.client: there would be no last one. Make one of the properties optional, or a collection.
        """
      ]
    )
    #expect(
      "\(reports.first?.callSite.fileID ?? "")" == "StrataModelsTests/EndlessModelTests.swift"
    )
  }

  @Test func aModelThatHoldsItselfIsNamed() {
    let reports = reports { _ = Person.modelLayout }
    #expect(reports.map(\.message).allSatisfy { $0.contains("through Person.mother: there") })
    #expect(reports.count == 1)
  }

  @Test func anOptionalOrAListEndsTheCircle() {
    #expect(
      reports {
        _ = Manor.modelLayout
        _ = Chamber.modelLayout
      }.isEmpty
    )
  }

  private func reports(_ operation: () -> Void) -> [Report] {
    let found = Locked<[Report]>([], rank: .leaf)
    ReportSink.withHandler({ report in found.withLock { $0.append(report) } }, operation: operation)
    return found.withLock { $0 }
  }
}

private struct Lawyer: Model {
  static let modelLayout = ModelLayout<Lawyer>("Lawyer") { $0.slot("client", \.client) }
  var modelNode = ModelNode<Lawyer>()
  var client: Client { modelNode[0] }
}

private struct Client: Model {
  static let modelLayout = ModelLayout<Client>("Client") { $0.slot("lawyer", \.lawyer) }
  var modelNode = ModelNode<Client>()
  var lawyer: Lawyer { modelNode[0] }
}

private struct Person: Model {
  static let modelLayout = ModelLayout<Person>("Person") { $0.slot("mother", \.mother) }
  var modelNode = ModelNode<Person>()
  var mother: Person { modelNode[0] }
}

private struct Manor: Model {
  static let modelLayout = ModelLayout<Manor>("Manor") {
    $0.slot("hall", \.hall)
    $0.slot("chambers", \.chambers)
  }
  var modelNode = ModelNode<Manor>()
  var hall: Chamber { modelNode[0] }
  var chambers: [Chamber] { modelNode[1] }
}

private struct Chamber: Model {
  static let modelLayout = ModelLayout<Chamber>("Chamber") { $0.slot("house", \.house) }
  var modelNode = ModelNode<Chamber>()
  var house: Manor? { modelNode[0] }
}

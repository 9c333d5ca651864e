package import Strata

/// Asks for the fact about a number, one at a time.
@Model package struct FactRequestModel {
  /// The number that is asked about now.
  package private(set) var number: Int? = nil
  /// Why the last question has no answer.
  package private(set) var failure: FactFailure? = nil
  /// The number of the latest question, so that a cancelled one that still finishes ends nothing else.
  private var latest = 0

  package init() {}

  /// Whether an answer is awaited.
  package var isRunning: Bool { number != nil }

  /// Asks about a number; does nothing while an answer is awaited.
  ///
  /// - Parameters:
  ///   - number: The number to ask about.
  ///   - onFact: Called with the fact, in the transaction that ends the question.
  package func ask(about number: Int, onFact: @escaping @Sendable (String) -> Void) {
    let question = node.transaction { () -> Int? in
      guard !isRunning else { return nil }
      self.number = number
      failure = nil
      latest += 1
      return latest
    }
    guard let question else { return }
    node.task("fact about \(number)") {
      let fact = try await node.factClient.fetch(number)
      end(question) { onFact(fact) }
    } catch: { error in
      end(question) { failure = FactFailure(ofFact: error) }
    }
    .cancel(for: Operation.ask)
  }

  /// Stops waiting for the answer.
  package func cancel() {
    node.cancelAll(for: Operation.ask)
    number = nil
  }

  /// Takes note that the failure has been read.
  package func dismissFailure() {
    failure = nil
  }

  private enum Operation: Hashable, Sendable {
    case ask
  }

  private func end(_ question: Int, _ note: () -> Void) {
    node.transaction {
      guard isRunning, question == latest else { return }
      number = nil
      note()
    }
  }
}

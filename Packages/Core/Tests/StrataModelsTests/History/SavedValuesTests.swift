import Foundation
import StrataModels
import Testing

/// Values that a model's own initializer takes from a saved state.
@Suite struct SavedValuesTests {
  private func restore(_ tickets: String, into hall: Hall) throws -> SavedStateReport {
    let text = #"{"model": "Hall", "version": 1, "state": {"tickets": [\#(tickets)]}}"#
    return try hall.restoreState(from: Data(text.utf8))
  }

  @Test func aValueThatMayBeMissingIsNotUnknown() throws {
    let hall = Hall().withAnchor()
    let tickets = #"{"seat": "A1", "price": "3"}, {"price": "4"}, {"seat": null, "price": "5"}"#
    #expect(try restore(tickets, into: hall).isEmpty)
    #expect(hall.tickets.map(\.seat) == ["A1", nil, nil])
    #expect(hall.tickets.map(\.price.text) == ["3", "4", "5"])
    let report = try restore(#"{"seat": "A1", "row": 2, "price": "3"}"#, into: hall)
    #expect(report.unknown == ["tickets[0].row"])
  }

  @Test(arguments: [
    ("it is torn", " it is torn. The models "), ("It is torn!", " It is torn! The models "),
    ("", "expected state: No reason is given. The models "),
  ])
  func theReasonOfAValueThatIsRefusedIsPartOfTheMessage(reason: String, part: String) throws {
    let hall = Hall().withAnchor()
    let error = try #require(throws: SavedStateError.self) {
      try restore(#"{"price": "refused: \#(reason)"}"#, into: hall)
    }
    #expect(error.code == .damaged)
    #expect(error.place == "tickets[0].price")
    #expect(error.message.contains(part), "\(error.message)")
    #expect(hall.tickets.isEmpty)
  }
}

/// A value that refuses some texts.
private struct Price: Codable {
  var text: String

  init(_ text: String) { self.text = text }

  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
    guard text.hasPrefix("refused: ") else { return }
    let reason = String(text.dropFirst("refused: ".count))
    throw DecodingError.dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: reason)
    )
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }
}

/// A model with a constant that may be missing.
private struct Ticket: SavableModel {
  static let modelLayout = ModelLayout<Ticket>("Ticket") { $0.slot("price", \.price) }
  var modelNode = ModelNode<Ticket>()
  let seat: String?

  var price: Price {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }

  init(seat: String?) {
    self.seat = seat
    modelNode.initialize(0, to: Price(""))
  }

  init(saved values: SavedValues) throws {
    self.init(seat: try values.decodeIfPresent("seat"))
  }
}

private struct Hall: SavableModel {
  static let modelLayout = ModelLayout<Hall>("Hall") { $0.slot("tickets", \.tickets) }
  var modelNode = ModelNode<Hall>()

  var tickets: [Ticket] {
    get { modelNode[0] }
    nonmutating set { modelNode[0] = newValue }
  }

  init() { modelNode.initialize(0, to: [Ticket]()) }

  init(saved values: SavedValues) throws { self.init() }
}

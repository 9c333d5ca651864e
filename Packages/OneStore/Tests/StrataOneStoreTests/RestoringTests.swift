import Foundation
@_spi(Strata) import StrataCore
import Testing

@testable import StrataOneStore

private struct Tally: Model {
  struct State: Codable, Equatable, Sendable {
    var count = 0
  }

  @ModelState private var state: State
}

/// Takes the decoder of a text.
private struct Decoding: Decodable {
  let decoder: any Decoder

  init(from decoder: any Decoder) { self.decoder = decoder }
}

/// What an inspector does to the state of a store.
@Suite struct RestoringTests {
  private func restore(_ root: RootPlace<Tally>, to text: String) throws {
    let decoder = try JSONDecoder().decode(Decoding.self, from: Data(text.utf8)).decoder
    try root.restoreState(of: root.context) { _ in decoder }
  }

  @Test func theWholeStateBecomesWhatIsDecoded() throws {
    let store = Store<Tally>(initialState: .init())
    let tally = store.model
    try restore(store.root, to: #"{"count":7}"#)
    #expect(store.state == .init(count: 7))
    #expect(tally.count == 7)
  }

  @Test func aStoreThatHasGoneTakesNoState() {
    let root = Store<Tally>(initialState: .init()).root
    #expect(throws: RestorationError.ended("Store")) { try restore(root, to: #"{"count":7}"#) }
  }
}

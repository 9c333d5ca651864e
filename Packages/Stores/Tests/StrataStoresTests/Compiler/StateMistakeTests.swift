#if os(Linux)
import Testing

/// The compiler's words about the usual mistakes with states, as the article on states quotes them.
@Suite struct StateMistakeTests {
  @Test func casesWithoutTheirProtocolAreNamedInANote() throws {
    let messages = try Compiler.messages(
      about: """
        import StrataStores
        struct SearchState: StateContainer {
          enum State {
            case empty
            case results([String])
          }
          var current: State = .empty
        }
        """
    )
    #expect(
      messages.contains(
        "2: error: type 'SearchState' does not conform to protocol 'StateContainer'"
      )
    )
    #expect(
      messages.contains(
        "3: note: possibly intended match 'SearchState.State' does not conform to 'EnumState'"
      )
    )
  }

  @Test func theSameWithTheProtocolCompiles() throws {
    let messages = try Compiler.messages(
      about: """
        import StrataStores
        struct SearchState: StateContainer {
          enum State: EnumState {
            case empty
            case results([String])
          }
          var current: State = .empty
        }
        """
    )
    #expect(messages == [])
  }
}
#endif

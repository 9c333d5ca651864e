#if os(Linux)
import Foundation
import Testing

/// Facts about code with macros that only the compiler knows. The first line of each source is the import.
@Suite(.serialized) struct CompilerTests {
  /// Otherwise each debug build of a module compiles the bodies once more for each model.
  @Test func aModuleIsMadeWithoutTheBodiesThatTheMacroWrites() throws {
    let source = """
      @Model struct Item: Hashable {
        var count = 0
        var title = ""
        let id: Int
        var total: Int { count }
      }
      """
    let functions = try Compiler.functionsForModule(of: source)
    #expect(functions.contains { $0.contains("customMirror") && $0.hasSuffix("TW") })
    let bodies = ["customMirror", "makeModelLayout", "isMemberwiseEqual", "hashMembers", "total"]
    for body in bodies {
      #expect(!functions.contains { $0.contains(body) && !$0.hasSuffix("TW") }, "\(body)")
    }
  }

  /// A plugin that outlived the compiler would use a processor for ever.
  @Test func thePluginEndsWithItsInput() throws {
    let text = Data(#"{"getCapability":{"capability":{"protocolVersion":7}}}"#.utf8)
    let message = Data([UInt8(text.count), 0, 0, 0, 0, 0, 0, 0]) + text
    #expect(try Compiler.answer(ofPluginTo: message).contains("getCapabilityResult"))
    for length in [0, 1, 8, 9, message.count - 1] {
      #expect(try Compiler.answer(ofPluginTo: message.prefix(length)) == "")
    }
    let answers = try Compiler.answer(ofPluginTo: message + message + message.prefix(20))
    #expect(answers.components(separatedBy: "getCapabilityResult").count == 3)
  }

  @Test func anAssignmentAfterADelegationNamesTheWayOut() throws {
    let source = """
      @Model struct Item {
        var count = 0
        var title = "none"
      }
      extension Item {
        init(_ count: Int) {
          self.init()
          self.count = count
        }
        init(named title: String) {
          self.init()
          self.title = title
        }
      }

      """
    #expect(try Compiler.output(ofProgram: source + #"print(Item(named: "x").title)"#) == ["x"])
    let lines = try Compiler.output(ofProgram: source + "print(Item(3).title)")
    #expect(lines.contains { $0.contains("Item.title") && $0.contains("self.init(…)") })
  }

  @Test func aModelWhoseSourceIsLargerThanAPipeIsExpanded() throws {
    let text = String(repeating: #"\"staticBuildConfiguration\":\"{}\" "#, count: 5_000)
    let source = """
      @Model struct Letter {
        var text = "\(text)"
        var number = 1
      }
      let letter = Letter().withAnchor()
      letter.number += 1
      print(letter.text.utf8.count, letter.number)
      """
    let bytes = text.utf8.count - text.count { $0 == "\\" }
    #expect(bytes > 100_000)
    #expect(try Compiler.output(ofProgram: source) == ["\(bytes) 2"])
  }

  @Test func aConstantThatIsNotSendableIsRefusedWhereItStands() throws {
    let source = """
      final class Session { var token = "" }
      @Model struct Account {
        let session: Session
        var name = ""
      }
      @Model struct Generic<Value> {
        let value: Value
        let count = 1
      }
      """
    #expect(
      try Compiler.diagnostics(of: source) == [
        """
        4: error: stored property 'session' of 'Sendable'-conforming struct 'Account' has \
        non-Sendable type 'Session'
        """,
        """
        8: error: stored property 'value' of 'Sendable'-conforming generic struct 'Generic' has \
        non-Sendable type 'Value'
        """,
      ]
    )
  }

  @Test func aConstantBesideAFunctionIsRefusedInTheLayout() throws {
    let source = """
      final class Session { var token = "" }
      @Model struct Account {
        let session: Session
        let onEnd: (Int, String) -> Void
        let action = { print("ended") }
        let number: Int
      }
      """
    #expect(try Compiler.diagnostics(of: source) == [])
    #expect(
      try Compiler.diagnosticsInExpansions(of: source) == [
        "error: type 'Session' does not conform to the 'Sendable' protocol"
      ]
    )
  }

  @Test func aPropertyThatIsNotSendableIsRefusedInTheLayout() throws {
    let source = """
      final class Session { var token = "" }
      @Model struct Account {
        var session: Session?
        var onEnd: ((Int, String) -> Void)?
      }
      """
    #expect(
      try Compiler.diagnosticsInExpansions(of: source) == [
        "error: type 'Session' does not conform to the 'Sendable' protocol"
      ]
    )
  }

  @Test func whatTheUserVouchesForIsAccepted() throws {
    let source = """
      final class Session { var token = "" }
      @Model struct Account {
        nonisolated(unsafe) let session: Session
        let onEnd: () -> Void
      }
      """
    #expect(try Compiler.diagnostics(of: source) == [])
    #expect(try Compiler.diagnosticsInExpansions(of: source) == [])
  }

  @Test func accessorsAreTakenFromADependency() throws {
    let source = """
      struct Client: DependencyKey { static let liveValue = Client() }
      @Model struct Account {
        @ModelDependency var client: Client { Client() }
      }
      """
    #expect(
      try Compiler.diagnostics(of: source) == [
        """
        4: error: @ModelDependency writes the accessor: a computed or observed property cannot be a \
        dependency (from macro 'ModelDependency ')
        """
      ]
    )
    #expect(try Compiler.remedies(of: source) == ["Remove the accessors"])
  }

  @Test func aDependencyHasTheTypeOfItsKey() throws {
    let source = """
      struct Client: DependencyKey { static let liveValue = Client() }
      extension DependencyValues {
        var client: Client {
          get { self[Client.self] }
          set { self[Client.self] = newValue }
        }
      }
      @Model struct Account {
        @ModelDependency(\\.client) var client: Int
        @ModelDependency var other: Int
      }
      """
    let diagnostics = try Compiler.diagnosticsInExpansions(of: source)
    #expect(diagnostics.count == 2)
    #expect(
      diagnostics.first
        == "error: cannot convert return expression of type 'Client' to return type 'Int'"
    )
    #expect(diagnostics.last?.hasPrefix("error: no exact matches in call to subscript") == true)
  }

  @Test func aModelThatIsPrivateToAnotherTypeIsRefused() throws {
    let source = """
      enum Feature {
        @Model private struct Row { var title = "" }
        @CasePathable private enum Page { case list }
      }
      """
    #expect(
      try Compiler.diagnostics(of: source) == [
        """
        3: error: @Model writes an extension, which cannot reach a type that is private to another \
        one: make it 'fileprivate' (from macro 'Model ')
        """,
        """
        4: error: @CasePathable writes an extension, which cannot reach a type that is private to \
        another one: make it 'fileprivate' (from macro 'CasePathable ')
        """,
      ]
    )
  }
}
#endif

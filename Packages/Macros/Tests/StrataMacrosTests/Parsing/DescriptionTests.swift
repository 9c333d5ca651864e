import SwiftDiagnostics
import SwiftParser
import SwiftSyntax
import Testing

@testable import StrataMacros

@Suite struct DescriptionTests {
  private func structure(_ source: String) throws -> StructDeclSyntax {
    let file = Parser.parse(source: source)
    return try #require(file.statements.first?.item.as(StructDeclSyntax.self))
  }

  @Test func onlyNonisolatedUnsafeVouchesForAConstant() throws {
    let source = """
      struct Account {
        nonisolated(unsafe) let a = 1
        nonisolated let b = 1
        unowned(unsafe) let c: Session
        private let d = 1
        let e = 1
      }
      """
    let model = try ModelDescription(structure(source))
    #expect(model.stored.filter(\.isVouchedFor).map(\.name.text) == ["a"])
  }

  @Test(arguments: [
    ("func onActivate() {}", false), ("func onActivate() -> Void {}", false),
    ("nonisolated public func `onActivate`() {}", false), ("func onActivate() -> () {}", false),
    ("func onActivate(_ number: Int) {}", false), ("static func onActivate() async {}", false),
    ("func onActivate() {}\n  func onActivate() async {}", false),
    ("func activate() async {}", false), ("func onActivate(at time: Int) async {}", false),
    ("func onActivate() async {}", true), ("func onActivate() throws {}", true),
    ("func onActivate() -> Int { 1 }", true), ("func onActivate(soon: Bool = true) {}", true),
    ("static func onActivate() {}\n  func onActivate() async throws {}", true),
  ])
  func anActivationThatNobodyCallsIsReported(_ functions: String, _ isReported: Bool) throws {
    let model = try ModelDescription(structure("struct Item {\n  \(functions)\n}"))
    #expect(
      model.diagnostics.map(\.diagMessage.message).contains { $0.contains("onActivate") }
        == isReported
    )
    #expect(model.diagnostics.count == (isReported ? 1 : 0))
  }

  @Test(arguments: [
    ("func hash(into hasher: inout Hasher) {}", false),
    ("func hash(into hasher: inout Hasher, deep: Bool) {}", true),
    ("func hash(_ hasher: inout Hasher) {}", true),
    ("func hashed(into hasher: inout Hasher) {}", true),
    ("static func hash(into hasher: inout Hasher) {}", true),
  ])
  func onlyTheFunctionOfHashableHashes(_ function: String, _ lacksHash: Bool) throws {
    let members = try DeclaredMembers(structure("struct Item: Hashable {\n  \(function)\n}"))
    #expect(members.lacksHash == lacksHash)
  }

  @Test(arguments: [
    ("a: Item, b: Item", false), ("a: Self, b: Item", false), ("a: Shop.Item, b: Shop.Item", false),
    ("a: borrowing Item, b: borrowing Self", false), ("a: Item?, b: Item?", true),
    ("a: [Item], b: [Item]", true), ("a: Item, b: Int", true),
  ])
  func onlyTheOperatorOfTwoItemsIsTheirEquality(_ parameters: String, _ lacksEqual: Bool) throws {
    let operation = "static func == (\(parameters)) -> Bool { true }"
    let item = try structure("struct Item: Equatable {\n  \(operation)\n}")
    #expect(DeclaredEquality(item).lacksEqual == lacksEqual)
  }
}

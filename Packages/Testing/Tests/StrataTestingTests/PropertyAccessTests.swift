import Foundation
import StrataConcurrency
import Testing

@testable import StrataTesting

/// The access of properties, read from source.
@Suite struct PropertyAccessTests {
  private func access(_ source: String) -> [String: PropertyAccess] {
    PropertyDeclarations.inSource(Data(source.utf8))
  }

  @Test func propertiesWithLessAccessAreFoundByTheirTypes() {
    let found = access(
      """
      public struct Person: Model {
        struct State: Equatable {
          let id: Int
          var name = "} let no = 1"
          public private(set) var secret = 0, other: Int = 1
          private var hidden = false
          mutating func hush() {
            let local = 1
            secret += local
          }
        }
      }
      extension Person.State { struct Inner { let x = 1; var y = 2 } }
      """
    )
    #expect(
      found == [
        "Person.State.id": .readable, "Person.State.secret": .readable,
        "Person.State.other": .readable, "Person.State.hidden": .hidden,
        "Person.State.Inner.x": .readable,
      ]
    )
  }

  @Test func theSourceOfThePackageIsAsked() {
    PropertyAccess.note(.thisLine())
    #expect(PropertyAccess.of("number", in: Sample.self) == .readable)
    #expect(PropertyAccess.of("text", in: Sample.self) == .writable)
    #expect(PropertyAccess.of("missing", in: Sample.self) == .writable)
  }

  @Test func aPackageThatIsNotedLaterIsAskedAgain() throws {
    PropertyAccess.note(.thisLine())
    #expect(PropertyAccess.of("number", in: Later.self) == .writable)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID())")
    let tests = folder.appendingPathComponent("Tests")
    try FileManager.default.createDirectory(at: tests, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data().write(to: folder.appendingPathComponent("Package.swift"))
    let file = tests.appendingPathComponent("Test.swift")
    let source = "struct PropertyAccessTests { struct Later { private var number = 1 } }"
    try Data(source.utf8).write(to: file)
    PropertyAccess.note(file: file.path)
    #expect(PropertyAccess.of("number", in: Later.self) == .hidden)
  }

  @Test func aNumberAboveTheLargestIntNamesItsType() {
    #expect(SourceLiteral.text(of: UInt64.max) == "UInt64(18446744073709551615)")
    #expect(SourceLiteral.text(of: UInt64(3)) == "3")
  }

  private struct Later {
    var number = 1
  }

  private struct Sample {
    private(set) var number = 1
    var text = ""
  }
}

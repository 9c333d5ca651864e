import Foundation
import StrataExtensions
import Testing

@Suite struct ValueDumpTests {
  private func dump(_ value: Any) -> String { ValueDump().text(of: value) }

  @Test func showsSimpleValuesOnOneLine() {
    enum Plain { case one }
    struct Empty {}
    #expect(dump(3) == "3")
    #expect(dump(1.5) == "1.5")
    #expect(dump(true) == "true")
    #expect(dump("a \"b\"\t") == #""a \"b\"\t""#)
    #expect(dump("ab".prefix(1)) == #""a""#)
    #expect(dump(Character("a")) == #""a""#)
    #expect(dump(Plain.one) == ".one")
    #expect(dump(Empty()) == "Empty()")
    #expect(dump(()) == "()")
    #expect(dump(Int.self) == "Int.self")
    #expect(dump({ (number: Int) -> String in "\(number)" }) == "((Int) -> String)")
    #expect(dump([Int]()) == "[]")
    #expect(dump([Int: Int]()) == "[:]")
    #expect(dump(Set<Int>()) == "[]")
  }

  @Test func showsMembersByName() {
    struct Point {
      var x = 1
      var y = 2
    }
    struct Wrapper {
      var _count = 3
      lazy var late = 4
      var _$registrar = 5
    }
    #expect(
      dump(Point()) == """
        Point(
          x: 1
          y: 2
        )
        """
    )
    #expect(
      dump(Wrapper()) == """
        Wrapper(
          count: 3
          late: nil
        )
        """
    )
  }

  @Test func aLabelThatIsOnlyAnUnderscoreStays() {
    struct Odd: CustomReflectable {
      var customMirror: Mirror { Mirror(self, children: ["_": 1, "_a": 2]) }
    }
    #expect(dump(Odd()) == "Odd(\n  _: 1\n  a: 2\n)")
  }

  @Test func showsValuesWithoutPartsByTheirOwnDescription() {
    enum Color: CustomStringConvertible {
      case red
      var description: String { "the red one" }
    }
    struct Marker: CustomDebugStringConvertible {
      var debugDescription: String { "a marker" }
    }
    #expect(dump(Color.red) == "the red one")
    #expect(dump(Marker()) == "a marker")
  }

  @Test func keepsOneShortMemberOnItsLine() {
    struct Count { var value: Int }
    struct Title { var text: String }
    #expect(dump(Count(value: 3)) == "Count(value: 3)")
    let fitting = String(repeating: "x", count: 80 - #"Title(text: "")"#.count)
    #expect(dump(Title(text: fitting)) == #"Title(text: "\#(fitting)")"#)
    #expect(dump(Title(text: fitting + "x")).contains("\n"))
    let long = String(repeating: "x", count: 80)
    #expect(
      dump(Title(text: long)) == """
        Title(
          text: "\(long)"
        )
        """
    )
  }

  @Test func showsOptionalsAsWhatTheyWrap() {
    #expect(dump(Int?.some(3) as Any) == "3")
    #expect(dump(Int?.none as Any) == "nil")
    #expect(dump(Int??.some(nil) as Any) == ".some(nil)")
    #expect(dump([Int?.some(1), nil]) == "[\n  1\n  nil\n]")
  }

  @Test func showsCasesWithTheirPayloads() {
    #expect(dump(Destination.idle) == ".idle")
    #expect(dump(Destination.sized(width: 1, height: 2)) == ".sized(width: 1, height: 2)")
    #expect(dump(Destination.route(.open(3))) == ".route(.open(3))")
    #expect(dump(Destination.maybe(nil)) == ".maybe(nil)")
    let draft = """
      Draft(
        title: "a"
        notes: [
          1
        ]
        route: .closed
      ))
      """
    #expect(dump(Destination.edit(Draft(title: "a", notes: [1]))) == ".edit(" + draft)
    #expect(
      dump(Destination.labeled(draft: Draft(title: "a", notes: [1]))) == ".labeled(draft: " + draft
    )
  }

  @Test func showsTuples() {
    #expect(dump((1, name: "a")) == #"(1, name: "a")"#)
    #expect(dump((1, [2])) == "(\n  1\n  [\n    2\n  ]\n)")
  }

  @Test func sortsSetsAndDictionaries() {
    #expect(dump(Set([10, 9, -1])) == "[\n  -1\n  9\n  10\n]")
    #expect(dump(Set(["b", "a"])) == "[\n  \"a\"\n  \"b\"\n]")
    #expect(dump([10: "x", 9: "y"]) == "[\n  9: \"y\"\n  10: \"x\"\n]")
    #expect(dump([Route.open(1): 1, .closed: 2]) == "[\n  .closed: 2\n  .open(1): 1\n]")
  }

  @Test func showsAKeyOfSeveralLinesOnOne() {
    struct Point: Hashable {
      var x: Int
      var y: Int
    }
    #expect(dump([Point(x: 1, y: 2): "a"]) == "[\n  Point( x: 1 y: 2 ): \"a\"\n]")
  }

  @Test func showsIdentifiedArraysAsCollections() {
    #expect(
      dump(rows([1])) == """
        [
          Row(
            id: 1
            title: ""
          )
        ]
        """
    )
  }

  @Test func showsTextOfSeveralLinesLineByLine() {
    #expect(dump("a\n\tb\n") == "\"\"\"\n  a\n  \\tb\n  \n\"\"\"")
  }

  @Test func cutsCycles() {
    class Base { var name = "n" }
    final class Node: Base { var next: Node? }
    let first = Node()
    let second = Node()
    first.next = second
    second.next = first
    defer { first.next = nil }
    #expect(
      dump(first) == """
        Node(
          name: "n"
          next: Node(
            name: "n"
            next: Node(↻)
          )
        )
        """
    )
    // An object that appears twice, but not inside itself, is shown twice.
    second.next = nil
    #expect(dump([second, second]).contains("↻") == false)
  }

  @Test func showsSystemTypesByWhatTheyHold() throws {
    #expect(dump(0..<4) == "0..<4")
    #expect(
      dump(Date(timeIntervalSinceReferenceDate: 0.5)) == "Date(timeIntervalSinceReferenceDate: 0.5)"
    )
    #expect(dump(try #require(URL(string: "http://a.b/c"))) == "http://a.b/c")
    #expect(dump(Data([1, 255])) == "Data(2 bytes: 01ff)")
    #expect(dump(Duration.seconds(3)) == "3.0 seconds")
    #expect(dump(Decimal(3)) == "3")
    #expect(
      dump(try #require(UUID(uuidString: "00000000-0000-0000-0000-00000000000A")))
        == "00000000-0000-0000-0000-00000000000A"
    )
  }

  @Test func showsNoAddresses() {
    final class Thing {}
    let thing = Thing()
    #expect(dump(ObjectIdentifier(thing)) == "ObjectIdentifier(…)")
    #expect(dump(thing) == "Thing()")
    unsafe withUnsafePointer(to: 3) { pointer in
      #expect(unsafe dump(pointer) == "UnsafePointer<Int>(…)")
    }
  }

  @Test func boundsDepth() {
    struct Inner { var value = [1, 2] }
    struct Outer {
      var inner = Inner()
      var cases = [Destination.route(.open(1))]
    }
    #expect(
      ValueDump(maxDepth: 1).text(of: Outer()) == """
        Outer(
          inner: Inner(…)
          cases: [… 1 element]
        )
        """
    )
    #expect(ValueDump(maxDepth: 0).text(of: Destination.route(.closed)) == ".route(…)")
    indirect enum Chain {
      case end
      case link(Chain)
    }
    var chain = Chain.end
    for _ in 0..<2_000 { chain = .link(chain) }
    #expect(ValueDump(maxDepth: .max).text(of: chain).contains("(…)"))
  }

  @Test func countsEachLevelOnce() {
    struct Box<Value> { var value: Value }
    let dump = ValueDump(maxDepth: 2)
    #expect(dump.text(of: [[[1]]]) == "[\n  [\n    [… 1 element]\n  ]\n]")
    #expect(dump.text(of: [1: [2: [3: 4]]]) == "[\n  1: [\n    2: [… 1 element]\n  ]\n]")
    #expect(dump.text(of: Set([Set([Set([1])])])) == "[\n  [\n    [… 1 element]\n  ]\n]")
    #expect(
      dump.text(of: Box(value: Box(value: Box(value: 1))))
        == "Box<Box<Box<Int>>>(value: Box<Box<Int>>(value: Box<Int>(…)))"
    )
  }

  @Test func readsNoMoreElementsThanLinesCanShow() {
    let dump = ValueDump(maxLines: 1)
    // Eight parts are read: the collection and seven elements. A line counts the others.
    #expect(dump.text(of: Array(0..<20)) == "[\n… 9 more lines")
    #expect(dump.text(of: Set(0..<20)) == "[\n… 9 more lines")
    let table = Dictionary(uniqueKeysWithValues: zip(0..<20, 0..<20))
    #expect(dump.text(of: table) == "[\n… 9 more lines")
  }

  @Test func boundsLines() {
    let dump = ValueDump(maxLines: 3)
    #expect(dump.text(of: [1, 2]) == "[\n  1\n  2\n… 1 more line")
    #expect(dump.text(of: [1]) == "[\n  1\n]")
    #expect(dump.text(of: [1, 2, 3]) == "[\n  1\n  2\n… 2 more lines")
    let huge = ValueDump(maxLines: 10).text(of: Array(0..<1_000_000))
    #expect(huge.split(separator: "\n").count == 11)
  }

  @Test func shortensLongStrings() {
    let text = dump(String(repeating: "x", count: 5_000))
    #expect(text.hasSuffix("x…\" (904 more)"))
    #expect(text.count == 4_096 + 3 + 11)
  }

  @Test func writesToAStream() {
    var output = ""
    ValueDump().write([1], to: &output)
    #expect(output == "[\n  1\n]\n")
  }

  /// How many texts equal sets and dictionaries have, whatever the order of their hash tables.
  private func texts<Key: Hashable>(_ keys: [Key]) -> Int {
    var texts: Set<String> = []
    for capacity in 0..<40 {
      var set = Set<Key>(minimumCapacity: capacity * 7)
      var table = [Key: Int](minimumCapacity: capacity * 7)
      for (index, key) in keys.enumerated().shuffled() {
        set.insert(key)
        table[key] = index
      }
      texts.insert(dump(set) + dump(table))
    }
    return texts.count
  }

  @Test func equalSetsAndDictionariesHaveOneText() {
    #expect(texts((0..<5).map { Array(repeating: 0, count: 70) + [$0] }) == 1)
    #expect(texts([2, 10, UInt64.max, UInt64.max - 1, UInt64.max - 2]) == 1)
    #expect(texts([AnyHashable(-1), AnyHashable(-10), AnyHashable(-1.5), AnyHashable("-1")]) == 1)
    #expect(texts([Alike(number: 1), Alike(number: 2), Alike(number: 3)]) == 1)
    #expect(
      dump(Set([-2, 10, 9, -11])).split(separator: "\n").map { $0.filter { $0 != " " } } == [
        "[", "-11", "-2", "9", "10", "]",
      ]
    )
  }

  private struct Alike: Hashable, DumpRepresentable {
    let number: Int
    var dumpRepresentation: DumpRepresentation { .text("hidden") }
  }
}

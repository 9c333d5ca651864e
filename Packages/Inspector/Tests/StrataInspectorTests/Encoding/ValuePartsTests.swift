import StrataExtensions
import Testing

@testable import StrataInspector

/// Values that are not `Encodable`, so that they are written by their parts.
private struct Box { var value: Any }

private enum Choice {
  case one(Any)
  case two(Any, Int)
}

private struct Wrapper: DumpRepresentable {
  let wrapped: Any
  var dumpRepresentation: DumpRepresentation { .value(wrapped) }
}

private struct Wrapping {
  var _wrapped = Wrapper(wrapped: 1)
  var _plain = 2
}

private struct Mirrored: CustomReflectable {
  let children: KeyValuePairs<String, Any>
  var customMirror: Mirror { Mirror(self, children: children, displayStyle: .struct) }
}

/// A value whose mirror has a part without a name.
private struct Unnamed: Encodable, CustomReflectable {
  var count = 1
  var customMirror: Mirror { Mirror(self, unlabeledChildren: [2], displayStyle: .struct) }
}

/// A value that looks like a dictionary, and has parts that are no pairs.
private struct Unpaired: CustomReflectable {
  var customMirror: Mirror { Mirror(self, unlabeledChildren: [5], displayStyle: .dictionary) }
}

private struct Empty {}

private class Base { let inherited = 1 }

private final class Derived: Base { let own = 2 }

private func writer(
  propertyBytes: Int = 1 << 20,
  textBytes: Int = 4_096,
  hiding names: Set<String> = []
) -> ValueWriter {
  ValueWriter(
    limits: ValueLimits(
      propertyBytes: propertyBytes,
      textBytes: textBytes,
      hidden: PrivateNames(names)
    )
  )
}

private let mark: JSONValue = ["$private": true]

@Suite struct ValuePartsTests {
  /// One way to stand one level deeper in a value.
  struct Step: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var levels = 1
    let around: @Sendable (Any) -> Any
  }

  static let steps = [
    Step(testDescription: "struct") { Box(value: $0) },
    Step(testDescription: "tuple") { ($0, 1) },
    Step(testDescription: "array") { [$0] },
    Step(testDescription: "optional") { Any?.some($0) as Any },
    Step(testDescription: "case") { Choice.one($0) },
    Step(testDescription: "case with several", levels: 2) { Choice.two($0, 1) },
    Step(testDescription: "wrapper") { Wrapper(wrapped: $0) },
  ]

  @Test("A value is written as deep as it may be nested, and a text stands below", arguments: steps)
  func depth(step: Step) {
    func text(_ levels: Int, hiding names: Set<String> = []) -> String {
      var value: Any = Empty()
      for _ in 0..<(levels / step.levels) { value = step.around(value) }
      if levels % step.levels == 1 { value = Box(value: value) }
      return "\(writer(hiding: names).json(of: value))"
    }
    let deepest = ValueEncoder.deepest
    for names: Set<String> in [[], ["Other.password"]] {
      #expect(!text(deepest - 1, hiding: names).contains("nested more than"))
      #expect(text(deepest, hiding: names).contains("nested more than"))
    }
  }

  @Test("A text may have as many bytes as the limit says, and is cut between characters")
  func cutTexts() {
    final class Session: CustomStringConvertible {
      let description: String
      init(_ text: String) { description = text }
    }
    func text(_ text: String, _ limit: Int) -> JSONValue {
      writer(textBytes: limit).json(of: Session(text))
    }
    #expect(text("abcd", 4) == ["$text": "abcd"])
    #expect(text("abcde", 4) == ["$text": "abcd", "$cut": 1])
    #expect(text("ééé", 3) == ["$text": "é", "$cut": 4])
    #expect(text("😀", 3) == ["$text": "", "$cut": 4])
    #expect(text("a😀b", 5) == ["$text": "a😀", "$cut": 1])
  }

  @Test("A property may have as many bytes as the limit says")
  func boundedProperties() {
    let text = "0123456789"
    let size = JSONValue.string(text).byteCount
    #expect(writer(propertyBytes: size).json(of: text) == .string(text))
    #expect(writer(propertyBytes: size - 1).json(of: text) == ["$omitted": JSONValue(size)])
  }

  @Test("A class is written by its text, or with what it inherits while some names are private")
  func classes() {
    #expect(writer().json(of: Derived())["$text"] != nil)
    let open = writer(hiding: ["other"]).json(of: Derived())
    #expect(open == ["inherited": 1, "own": 2])
    let hidden = writer(hiding: ["Base.inherited"]).json(of: Derived())
    #expect(hidden == ["inherited": mark, "own": 2])
  }

  @Test("A value without parts is its text; one with a mirror of its own may be private")
  func withoutParts() {
    #expect(writer().json(of: Empty()) == ["$text": "Empty()"])
    #expect(writer(hiding: ["other"]).json(of: Empty()) == ["$text": "Empty()"])
    #expect(writer().json(of: Mirrored(children: [:]))["$text"] != nil)
    #expect(writer(hiding: ["other"]).json(of: Mirrored(children: [:])) == mark)
    #expect(writer(hiding: ["other"]).json(of: "abc"[...]) == ["$text": "abc"])
    #expect(writer(hiding: ["other"]).json(of: Character("a")) == ["$text": "a"])
  }

  @Test("A part without a name, and a part of a dictionary that is no pair, are not private")
  func withoutNames() {
    #expect(writer(hiding: ["other"]).json(of: Unnamed()) == ["count": 1])
    #expect(writer(hiding: ["other"]).json(of: Unpaired()) == ["0": 5])
  }

  @Test("The storage of a wrapper has the property's name; other underscores stay")
  func underscores() {
    #expect(writer().json(of: Wrapping()) == ["wrapped": 1, "_plain": 2])
    let named = Mirrored(children: ["_": Wrapper(wrapped: 1), "$a": 2])
    #expect(writer().json(of: named) == ["_": 1, "$$a": 2])
    #expect(PrivateNames.properties(of: "_") == ["_"])
    #expect(PrivateNames.properties(of: "_a") == ["_a", "a"])
    #expect(PrivateNames.names(ofType: "<") == ["<"])
    #expect(PrivateNames.names(ofType: "A<B>") == ["A<B>", "A"])
  }

  @Test("A type is private by its name, and no other type is")
  func types() {
    let names = PrivateNames(["Token", "password"])
    #expect(names.containsType("Token") && names.containsType("Token<Int>"))
    #expect(!names.containsType("Other") && !PrivateNames().containsType("Token"))
    #expect(!PrivateNames().contains("password", of: ["Account"]))
  }
}

import SwiftDiagnostics
import SwiftParser
import SwiftSyntax

@testable import StrataMacros

/// The diagnostics of `@Model` about the structs of a source, without the code that it writes.
struct Refusals {
  /// `line:column: message [fix-it]`, in the order of the source.
  let lines: [String]
  /// The source with all fix-its applied.
  let fixed: String

  init(of source: String) throws {
    let file = Parser.parse(source: source)
    let converter = SourceLocationConverter(fileName: "", tree: file)
    let models = file.statements.compactMap { $0.item.as(StructDeclSyntax.self) }
    let found = models.flatMap { ModelDescription($0).diagnostics + $0.mistakesInBodies }
      .sorted { $0.position < $1.position }
    lines = found.map { diagnostic in
      let place = converter.location(for: diagnostic.position)
      let fixIts = diagnostic.fixIts.map(\.message.message).joined(separator: ", ")
      return "\(place.line):\(place.column): \(diagnostic.message) [\(fixIts)]"
    }
    var text = Array(source.utf8)
    for edit in found.flatMap(\.fixIts).flatMap(\.changes).flatMap(\.edit)
      .sorted(by: { $0.range.lowerBound > $1.range.lowerBound })
    {
      text.replaceSubrange(
        edit.range.lowerBound.utf8Offset..<edit.range.upperBound.utf8Offset,
        with: Array(edit.replacement.utf8)
      )
    }
    fixed = String(decoding: text, as: UTF8.self)
  }
}

extension FixIt.Change {
  /// The change as an edit of the text.
  fileprivate var edit: [(range: Range<AbsolutePosition>, replacement: String)] {
    switch self {
    case .replace(let old, let new):
      [(old.position..<old.endPosition, new.description)]
    default: []
    }
  }
}

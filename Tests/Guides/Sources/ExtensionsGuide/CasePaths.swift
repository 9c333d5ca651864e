import ArticleOutput
import StrataExtensions

struct Draft: Equatable { var title: String }

enum Destination: CasePathable, Equatable {
  case edit(Draft)
  case confirm(message: String)
  case help

  struct AllCasePaths: Sendable {
    var edit: CasePath<Destination, Draft> {
      CasePath(embed: Destination.edit) { if case .edit(let draft) = $0 { draft } else { nil } }
    }
    var confirm: CasePath<Destination, String> {
      CasePath(embed: Destination.confirm) {
        if case .confirm(let message) = $0 { message } else { nil }
      }
    }
    var help: CasePath<Destination, Void> {
      CasePath(.help) { if case .help = $0 { true } else { false } }
    }
  }
  static var allCasePaths: AllCasePaths { AllCasePaths() }
}

func shout<Root>(_ root: inout Root, at path: OptionalPath<Root, String>) {
  path.modify(&root) { $0 = $0.uppercased() }
}

@Sendable func casePaths() async throws {
  var destination = Destination.edit(Draft(title: "One"))

  print(destination.is(\.edit))  // true
  print(destination[case: \.edit]?.title ?? "-")  // One
  print(destination[case: \.confirm] ?? "-")  // -
  destination.modify(\.edit) { $0.title += "!" }
  print(destination[case: \.edit.title] ?? "-")  // One!

  var shown: Destination? = .confirm(message: "Sure?")
  shown[case: \.edit] = nil
  print(shown == nil)  // false
  shown[case: \.confirm] = nil
  print(shown == nil)  // true

  var editor = Destination.edit(Draft(title: "quiet"))
  shout(&editor, at: Destination.allCasePaths.edit.title)
  print(editor[case: \.edit.title] ?? "-")  // QUIET
}

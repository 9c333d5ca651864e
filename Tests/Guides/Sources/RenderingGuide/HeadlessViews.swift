import ArticleOutput
import StrataConcurrency
import StrataRendering

struct Inbox: HeadlessView {
  var names: [String]
  var isBusy = false

  var body: some HeadlessView {
    HeadlessHStack {
      HeadlessText("Inbox:")
      HeadlessText("\(names.count)")
    }
    if isBusy { HeadlessText("loading") }
    for name in names {
      HeadlessText("- \(name)")
    }
  }
}

struct Login: HeadlessView {
  let name: HeadlessBinding<String>

  var body: some HeadlessView {
    HeadlessTextField("Name", text: name)
    if !name.wrappedValue.isEmpty {
      HeadlessButton("Log in") { print("logged in") }
    }
  }
}

final class Session: Sendable {
  let user = "ada"
}

struct Footer: HeadlessView {
  @HeadlessEnvironmentObject var session: Session

  var body: some HeadlessView { HeadlessText("user: \(session.user)") }
}

@Sendable func headlessViews() async throws {
  for line in Inbox(names: ["Ada", "Blob"]).lines { print(line) }

  let typed = Locked("", rank: .leaf)
  let name = HeadlessBinding(
    get: { typed.withLock { $0 } },
    set: { text in typed.withLock { $0 = text } }
  )
  let login = Login(name: name)

  print(login.press("Log in"))  // false
  print(login.enter("ada", into: "Name"))  // true
  print(login.press("Log in"))

  print(Footer().environmentObject(Session()).lines)  // ["user: ada"]
}

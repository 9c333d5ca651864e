import ArticleOutput
import Strata
import StrataRendering

@Model struct SignUpForm {
  var name = ""
  var email = ""
  var isNameTaken = false
  private(set) var isSending = false
  private(set) var failure: String?
  let client: SignUpClient

  var problems: [String] {
    node.memoize {
      var found: [String] = []
      if name.isEmpty { found.append("Enter a name.") }
      if isNameTaken { found.append("The name is taken.") }
      if !email.contains("@") { found.append("Enter an e-mail address.") }
      return found
    }
  }

  var canSend: Bool { problems.isEmpty && !isSending }
}

struct SignUpClient: Sendable {
  var isTaken: @Sendable (String) async throws -> Bool
  var send: @Sendable (String, String) async throws -> Void
}

extension SignUpForm {
  func onActivate() {
    node.task("check name", id: name) { name in
      isNameTaken = false
      try await node.continuousClock.sleep(for: .milliseconds(300))
      isNameTaken = try await client.isTaken(name)
    } catch: { error in
      failure = "\(error)"
    }
  }

  func send() {
    guard canSend else { return }
    isSending = true
    failure = nil
    node.task("send") {
      try await client.send(name, email)
      isSending = false
    } catch: { error in
      failure = "\(error)"
      isSending = false
    }
  }
}

struct SignUpView: View {
  @ObservedModel var form: SignUpForm

  var body: some View {
    VStack {
      TextField("Name", text: $form.name)
      TextField("E-mail", text: $form.email)
      ForEach(form.problems.map(Problem.init)) { problem in Text(problem.text) }
      Button("Sign up") { form.send() }
    }
  }
}

struct Problem: Identifiable {
  let text: String
  var id: String { text }
}

@Sendable func formsAndValidation() async throws {
  let client = SignUpClient(isTaken: { $0 == "Ada" }, send: { _, _ in })
  let form = SignUpForm(client: client).withAnchor()
  print(form.problems)  // ["Enter a name.", "Enter an e-mail address."]

  form.name = "Grace"
  form.email = "grace@example.com"
  print(form.canSend)  // true
}

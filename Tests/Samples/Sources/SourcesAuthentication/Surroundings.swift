// swift-format-ignore-file
// Declarations that the document's samples use and do not show.
import StrataSources

struct Credentials: Sendable {
    var password = "secret"
}

struct WrongPassword: Error {}

extension AuthManager {
    // The answer of the document's API.
    var result: Result<String, any Error> { Account.answer }
}

enum Account {
    @TaskLocal static var answer: Result<String, any Error> = .success("token")
}

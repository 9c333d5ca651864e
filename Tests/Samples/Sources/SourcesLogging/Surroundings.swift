// swift-format-ignore-file
// Declarations that the document's samples use and do not show.
import Foundation
import StrataConcurrency

struct User: Decodable, Sendable {
  let name: String
}

let userProfileURL = URL(string: "http://127.0.0.1:9/user.json")!

let logged = Locked<[String]>([], rank: .leaf)

func log(_ error: Error) {
  let text = "\(error)"
  logged.withLock { $0.append(text) }
}

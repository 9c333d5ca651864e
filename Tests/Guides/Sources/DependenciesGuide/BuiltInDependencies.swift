import ArticleOutput
import Foundation
import StrataDependencies

struct Ticket {
  @Dependency(\.uuid) private var uuid
  @Dependency(\.date.now) private var now
  @Dependency(\.withRandomNumberGenerator) private var withRandomNumberGenerator

  func make() -> String {
    let seat = withRandomNumberGenerator { Int.random(in: 1...40, using: &$0) }
    return "\(uuid().uuidString.suffix(4)) seat \(seat), \(Int(now.timeIntervalSince1970)) s"
  }
}

@Sendable func builtInDependencies() async throws {
  let ticket = withDependencies {
    $0.uuid = .incrementing
    $0.date.now = Date(timeIntervalSince1970: 60)
    $0.withRandomNumberGenerator = .seeded(7)
  } operation: {
    Ticket()
  }
  print(ticket.make())  // 0000 seat 16, 60 s
  print(ticket.make())  // 0001 seat 1, 60 s
}

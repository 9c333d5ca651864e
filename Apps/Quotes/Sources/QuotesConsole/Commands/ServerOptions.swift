import ArgumentParser
import QuotesServer

/// How the program's own server behaves.
struct ServerOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Let the first so many requests fail.", valueName: "count")
  )
  var fail = 0

  @Option(
    parsing: .unconditional,
    help: "How they fail: with a status of HTTP, or in another way."
  )
  var fault: FaultArgument = .status(503)

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How long the server takes for an answer.", valueName: "seconds"),
    transform: Seconds.init(argument:)
  )
  var delay: Seconds?

  func validate() throws {
    if fail < 0 { throw ValidationError("--fail takes a number from 0.") }
  }

  /// The server's answers, without the delay.
  func makeSite() -> QuotesSite { QuotesSite(failing: fail, with: fault.fault) }
}

/// A way to fail, on the command line.
enum FaultArgument: ExpressibleByArgument, Sendable {
  case status(Int)
  case named(QuotesSite.Fault, String)

  private static let names: [(String, QuotesSite.Fault)] = [
    ("cut", .cut), ("close", .close), ("silence", .silence), ("nonsense", .nonsense),
  ]

  init?(argument: String) {
    if let status = Int(argument), (400...599).contains(status) {
      self = .status(status)
      return
    }
    guard let (name, fault) = Self.names.first(where: { $0.0 == argument }) else { return nil }
    self = .named(fault, name)
  }

  var defaultValueDescription: String {
    switch self {
    case .status(let status): "\(status)"
    case .named(_, let name): name
    }
  }

  static var allValueStrings: [String] { ["400 to 599"] + names.map(\.0) }

  var fault: QuotesSite.Fault {
    switch self {
    case .status(let status): .status(status)
    case .named(let fault, _): fault
    }
  }
}

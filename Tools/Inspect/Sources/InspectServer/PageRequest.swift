/// What a browser asks for, after it was found to be allowed.
enum PageRequest: Equatable {
  /// The page.
  case page
  /// The stream of a program's lines, from one on.
  case events(program: String?, after: Int?)
  /// A program's state is to be that of a commit.
  case travel(program: String, commit: Int)

  /// Why a request is not answered.
  enum Rejection: Int, Error {
    case malformed = 400
    case forbidden = 403
    case unknown = 404
    case method = 405
    /// The program does not allow it, or the commit is not kept any more.
    case conflict = 409
    /// As many pages are open as may be.
    case full = 503
  }

  /// The head of a request, as far as it matters.
  struct Head {
    var method = "GET"
    /// The path with its query.
    var target = ""
    var hosts: [String] = []
    var origins: [String] = []
    var lastEvents: [String] = []
  }

  /// Checks a request.
  ///
  /// A page of another site may send requests to this machine: it does not know the token, its `Origin` is not this
  /// one's, and a name of its own that leads here shows in `Host`.
  static func read(
    _ head: Head,
    token: String,
    hosts: Set<String>
  ) throws(Rejection) -> PageRequest {
    guard head.hosts.count == 1, let host = head.hosts.first, hosts.contains(host) else {
      throw .forbidden
    }
    guard head.origins.allSatisfy({ origin in hosts.contains { origin == "http://\($0)" } }) else {
      throw .forbidden
    }
    let parts = head.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let names = (parts.first ?? "").split(separator: "/", omittingEmptySubsequences: false)
    guard names.count == 3, names[0].isEmpty, isEqual(names[1], token) else { throw .unknown }
    if names[2] == "travel" { return try travel(head, parts.count > 1 ? parts[1] : "") }
    guard head.method == "GET" else { throw .method }
    switch names[2] {
    case "": return .page
    case "events":
      let query = try query(parts.count > 1 ? parts[1] : "")
      let after = head.lastEvents.last ?? query["after"]
      return .events(program: query["program"], after: after.flatMap { Int($0) })
    default: throw .unknown
    }
  }

  // It changes a program, so it is no GET, which a link makes, and the page has to say where it comes from.
  private static func travel(_ head: Head, _ text: Substring) throws(Rejection) -> PageRequest {
    guard head.method == "POST" else { throw .method }
    guard !head.origins.isEmpty else { throw .forbidden }
    let query = try query(text)
    guard let program = query["program"], let commit = query["commit"].flatMap({ Int($0) }),
      commit >= 0
    else { throw .malformed }
    return .travel(program: program, commit: commit)
  }

  // In a time that does not depend on where the texts differ.
  private static func isEqual(_ text: Substring, _ token: String) -> Bool {
    let (one, other) = (Array(text.utf8), Array(token.utf8))
    guard one.count == other.count else { return false }
    return zip(one, other).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
  }

  private static func query(_ text: Substring) throws(Rejection) -> [String: String] {
    var query: [String: String] = [:]
    for pair in text.split(separator: "&") {
      let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      // Names and numbers of the inspector's own have no escapes.
      guard parts.count == 2, !parts[1].contains("%") else { throw .malformed }
      query[String(parts[0])] = String(parts[1])
    }
    return query
  }
}

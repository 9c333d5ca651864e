/// Reads what an inspector sends to a program; any bytes give requests or rejections.
struct LiveRequests {
  /// What is asked.
  enum Request: Equatable {
    /// The inspector is there, with this page; `nil` if it does not say where.
    case welcome(page: String?)
    /// The states of all trees are asked for.
    case resend
    /// A tree is to have the state that it had at a commit.
    case travel(LiveTravel)
    /// The line is not understood.
    case rejected(String)
  }

  /// How many bytes a line may have.
  static let lineBytes = 16 << 20

  private var lines = LineAssembler()
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Reads what is there.
  ///
  /// - Returns: The requests; `nil` if the connection was closed.
  mutating func receive(from socket: LiveSocket) -> [Request]? {
    switch socket.receive(into: &buffer) {
    case .closed: nil
    case .later: []
    case .moved(let count): read(buffer[..<count])
    }
  }

  /// Reads a piece, which may end anywhere.
  mutating func read(_ bytes: ArraySlice<UInt8>) -> [Request] {
    var requests: [Request] = []
    lines.add(bytes, limit: Self.lineBytes) { line in
      guard let bytes = line.bytes else {
        return requests.append(.rejected("The line has more than \(Self.lineBytes) bytes."))
      }
      guard bytes.contains(where: { $0 > 0x20 }) else { return }
      requests.append(Self.request(bytes))
    }
    return requests
  }

  private static func request(_ bytes: ArraySlice<UInt8>) -> Request {
    let limits = JSONParser.Limits(depth: 512, values: bytes.count)
    guard let value = try? JSONParser.value(of: bytes, limits: limits) else {
      return .rejected("The line is no JSON.")
    }
    switch value["type"]?.text {
    case "welcome":
      let page = value["page"]
      guard page == nil || page?.text != nil else {
        return .rejected("The \"page\" of a welcome has to be a text.")
      }
      return .welcome(page: page?.text)
    case "resend": return .resend
    case "travel":
      guard let tree = value["tree"]?.wholeNumber, let commit = value["commit"]?.wholeNumber,
        let nodes = value["value"]?.members
      else { return .rejected("A travel needs \"tree\", \"commit\" and \"value\", an object.") }
      return .travel(LiveTravel(tree: tree, commit: commit, nodes: nodes))
    case let type?: return .rejected("The request \"\(type.prefix(40))\" is not known.")
    case nil: return .rejected("The line has no \"type\".")
    }
  }
}

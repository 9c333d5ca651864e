import StrataConcurrency
import StrataInspector

/// What all programs have sent, and the pages that watch.
final class ProgramHub: Sendable {
  /// How many programs may be connected; a further one is turned away.
  static let connectedLimit = 32
  /// How many pages may watch; fewer than there may be connections, so that a page can still be loaded.
  static let pageLimit = 192
  /// How many programs that have gone are kept.
  static let goneLimit = 8
  /// How many bytes of lines are kept of all programs together.
  static let bytesLimit = 32 << 20

  private struct Program {
    var log: ProgramLog
    var isConnected = true
    /// Counts the connections, so that a late end of an old one changes nothing.
    var connection: Int
    /// Asks the program for something; called without the lock.
    let send: @Sendable ([UInt8]) -> Void
  }

  private struct State {
    var programs: [String: Program] = [:]
    var order: [String] = []
    var watchers: [Int: @Sendable () -> Void] = [:]
    var last = 0
    var version = 0

    mutating func next() -> Int {
      last += 1
      return last
    }

    /// Forgets programs that have gone, and then the oldest lines of the largest one, until a limit holds.
    mutating func trim(to limit: Int) {
      while programs.values.reduce(0, { $0 + $1.log.bytes }) > limit {
        if let gone = order.first(where: { programs[$0]?.isConnected == false }) {
          programs[gone] = nil
          order.removeAll { $0 == gone }
          version += 1
          continue
        }
        let largest = programs.max { $0.value.log.bytes < $1.value.log.bytes }
        guard let largest, largest.value.log.bytes > 0 else { return }
        programs[largest.key]?.log.dropOldest()
      }
    }
  }

  private let state = Locked(State(), rank: .leaf)
  private let limits: ProgramLog.Limits
  private let bytesLimit: Int

  init(limits: ProgramLog.Limits = ProgramLog.Limits(), bytes: Int = bytesLimit) {
    self.limits = limits
    bytesLimit = bytes
  }

  // MARK: Programs

  /// Begins with a program, or goes on with one that has connected again.
  ///
  /// - Returns: The number of the connection; `nil` if the program is turned away.
  func connect(_ header: RecordedHeader, send: @escaping @Sendable ([UInt8]) -> Void) -> Int? {
    let number = state.withLock { state -> Int? in
      let isKnown = state.programs[header.id] != nil
      let connected = state.programs.values.count(where: \.isConnected)
      guard connected < Self.connectedLimit, state.programs[header.id]?.isConnected != true else {
        return nil
      }
      let number = state.next()
      var log = state.programs[header.id]?.log ?? ProgramLog(header, limits: limits)
      if isKnown { log.resume(header) }
      state.programs[header.id] = Program(log: log, connection: number, send: send)
      if !isKnown { state.order.append(header.id) }
      state.version += 1
      return number
    }
    wake()
    return number
  }

  /// Adds what a program has sent.
  func add(_ entries: [RecordingReader.Entry], from id: String, connection: Int) {
    state.withLock { state in
      guard state.programs[id]?.connection == connection else { return }
      for entry in entries {
        switch entry.content {
        case .record(let record): state.programs[id]?.log.append(record)
        case .problem:
          state.programs[id]?.log.noteProblem()
          state.version += 1
        case .unknown, .truncated: break
        }
      }
      state.trim(to: bytesLimit)
    }
    wake()
  }

  /// The connection of a program was closed.
  func disconnect(_ id: String, connection: Int) {
    state.withLock { state in
      guard state.programs[id]?.connection == connection else { return }
      state.programs[id]?.isConnected = false
      state.version += 1
      let gone = state.order.filter { state.programs[$0]?.isConnected == false }
      for id in gone.dropLast(Self.goneLimit) {
        state.programs[id] = nil
        state.order.removeAll { $0 == id }
      }
    }
    wake()
  }

  /// Sends a line to a program.
  ///
  /// - Returns: `false` if it is not connected.
  func send(_ line: [UInt8], to id: String) -> Bool {
    let program = state.withLock { $0.programs[id] }
    guard let program, program.isConnected else { return false }
    program.send(line)
    return true
  }

  /// Asks a program for the state that its trees had at a commit.
  ///
  /// The state is made of what the program has sent, so a page cannot give it another.
  ///
  /// - Returns: How many trees differ, and are asked for.
  /// - Throws: `unknown` for a program that is not known; `conflict` if it has gone or does not allow it, or the commit
  ///   is not kept any more.
  /// - Complexity: O(size of what is kept of the program).
  func travel(_ id: String, to commit: Int) throws(PageRequest.Rejection) -> Int {
    guard let program = state.withLock({ $0.programs[id] }) else { throw .unknown }
    guard program.isConnected, program.log.header.allows.contains("travel"),
      let lines = program.log.travelLines(to: commit)
    else { throw .conflict }
    for line in lines { program.send(line) }
    return lines.count
  }

  // MARK: Pages

  /// Whether a further page may watch.
  var hasRoomForPages: Bool { state.withLock { $0.watchers.count < Self.pageLimit } }

  /// Calls a function after each change, until it is removed.
  func watch(_ body: @escaping @Sendable () -> Void) -> Int {
    state.withLock { state in
      let number = state.next()
      state.watchers[number] = body
      return number
    }
  }

  func unwatch(_ number: Int) {
    let body = state.withLock { $0.watchers.removeValue(forKey: number) }
    _ = consume body
  }

  private func wake() {
    for body in state.withLock({ Array($0.watchers.values) }) { body() }
  }

  /// The programs, if something of the list has changed since a version.
  func list(after version: Int?) -> (version: Int, json: JSONValue)? {
    state.withLock { state -> (version: Int, json: JSONValue)? in
      guard state.version != version else { return nil }
      let programs = state.order.compactMap { id -> JSONValue? in
        guard let program = state.programs[id] else { return nil }
        let header = program.log.header
        return [
          "id": .string(id), "name": .string(header.program),
          "pid": .integer(Int64(header.process)),
          "connected": .bool(program.isConnected),
          "problems": .integer(Int64(program.log.problemCount)),
          "allows": .array(header.allows.map { .string($0) }),
        ]
      }
      return (state.version, .array(programs))
    }
  }

  /// The next lines of a program for a page; `nil` if the program is not known.
  func batch(of id: String, from number: Int?, bytes: Int) -> ProgramLog.Batch? {
    // The log is a value: its lines are put together outside the lock.
    state.withLock { $0.programs[id]?.log }?.batch(from: number, bytes: bytes)
  }
}

import Foundation
import StrataConcurrency
import StrataExtensions

/// One who travels in a history over lines: what has been sent, and what the lines do that come.
///
/// Used by one thread at a time.
// SAFETY: only the queue of the channel that has made it uses it.
final class TravelSession<Models: ModelContainer>: @unchecked Sendable {
  private let traveler: TimeTraveler<Models>
  private let limits: TravelLimits
  private var isOpen = false
  private var lineCount = 0
  /// The number of the record that was sent last.
  private var last: Int?
  /// The state that was sent last, if it was sent.
  private var lastState: JSONValue?
  private var lastOverride = TravelOverride.none

  init(_ traveler: TimeTraveler<Models>, _ limits: TravelLimits) {
    self.traveler = traveler
    self.limits = limits
  }

  // MARK: Lines that come

  /// Does what a line asks for.
  ///
  /// - Parameters:
  ///   - line: The line.
  ///   - send: Sends an answer; says whether the other side is still there.
  /// - Returns: Whether to go on.
  func receive(_ line: LineSplitter.Line, _ send: (TravelLine) -> Bool) -> Bool {
    lineCount += 1
    guard case .complete(let bytes) = line else {
      let message = "The line is longer than \(limits.incomingBytes) bytes; it was left out."
      return send(.error(message, line: lineCount))
    }
    if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { return true }
    if !isOpen, Self.isRequestOfBrowser(bytes) {
      _ = send(.error("This is no web server.", line: lineCount))
      return false
    }
    do {
      return try run(TravelCommand(bytes), send)
    } catch let error as TravelLineError {
      return send(.error(error.message, line: lineCount))
    } catch {
      return send(.error("\(error)", line: lineCount))
    }
  }

  /// Whether a page that a browser shows has sent the line, which can reach ports of the same machine.
  private static func isRequestOfBrowser(_ line: [UInt8]) -> Bool {
    String(decoding: line.suffix(9), as: UTF8.self).hasPrefix(" HTTP/")
  }

  private func run(_ command: TravelCommand, _ send: (TravelLine) -> Bool) throws -> Bool {
    if command != .connect, !isOpen { throw TravelLineError("Send onConnect first.") }
    switch command {
    case .connect:
      isOpen = true
      (last, lastState, lastOverride) = (nil, nil, .none)
      let opened = TravelLine.opened(
        "\(Models.self)",
        count: traveler.records.count,
        isOverridden: traveler.override != .none
      )
      return send(opened) && sendNews(send)
    case .setOverride(nil): traveler.clearOverride()
    case .setOverride(let number?): traveler.setOverride(at: try index(of: number))
    case .overrideState(let state): traveler.setOverride(try decoded(state))
    case .printDiff(let number):
      return send(.difference(number, traveler.diff(at: try index(of: number))))
    }
    return sendNews(send)
  }

  private func index(of number: Int) throws(TravelLineError) -> Int {
    guard let index = traveler.records.firstIndex(where: { $0.number == number }) else {
      throw TravelLineError("There is no record \(number), or it is not kept any more.")
    }
    return index
  }

  private func decoded(_ state: JSONValue) throws -> Models.Container {
    guard let type = Models.Container.self as? any Decodable.Type else {
      throw TravelLineError("\(Models.Container.self) cannot be read: it is not Decodable.")
    }
    let value: any Decodable
    do {
      value = try JSONDecoder().decode(type, from: Data(state.line))
    } catch {
      throw TravelLineError("The state cannot be read: \(error)")
    }
    guard let state = value as? Models.Container else {
      throw TravelLineError("The state is of another type.")
    }
    return state
  }

  /// Sends nothing any more.
  func end() { isOpen = false }

  // MARK: Lines that go

  /// Sends the records that have come, and which state views see.
  ///
  /// - Returns: Whether the other side is still there.
  func sendNews(_ send: (TravelLine) -> Bool) -> Bool {
    guard isOpen else { return true }
    for record in traveler.records where record.number > last ?? -1 {
      guard send(line(of: record)) else { return false }
      last = record.number
    }
    let override = traveler.override
    guard override != lastOverride else { return true }
    lastOverride = override
    return send(.override(override))
  }

  private func line(of record: StateRecord<Models.Container>) -> TravelLine {
    let head = TravelRecordHead(number: record.number, time: record.time)
    let state = JSONValue(encoding: record.state)
    let line: TravelLine
    switch (lastState, state) {
    case (_, nil): line = .state(head, .text(ValueDump().text(of: record.state)))
    case (nil, let state?): line = .state(head, .state(state))
    case (let last?, let state?):
      line = .change(head, .patch(JSONPatch.operations(from: last, to: state)))
    }
    let count = line.bytes.count
    guard count <= limits.outgoingBytes else {
      // Nothing to compare the next one with.
      lastState = nil
      return .state(head, .omitted(bytes: count))
    }
    lastState = state
    return line
  }
}

/// How much is taken and given at most.
struct TravelLimits: Sendable {
  /// The bytes of a line that comes.
  var incomingBytes = 1 << 20
  /// The bytes of a line that goes.
  var outgoingBytes = 1 << 24
  /// Those who travel at one time.
  var clients = 8
  /// How long the other side may take no byte.
  var patience = Duration.seconds(30)
}

import Foundation
import StrataExtensions
import StrataUpdates

/// Reads damaged recordings.
enum RecordingTorture {
  struct State: Codable, Equatable, Sendable {
    var count = 0
    var names: [String: [Int]] = [:]
  }

  enum Action: Codable, Equatable, Sendable {
    case add(Int)
    case name(String, at: Int?)
  }

  /// A recording that was read is written and read again as the same.
  static func read(_ random: inout SeededGenerator) throws {
    var recording = Recording<State, Action>(initialState: State())
    var state = State()
    for _ in 0..<Int.random(in: 0...4, using: &random) {
      let number = Int.random(in: -9...9, using: &random)
      let action = random.oneIn(2) ? Action.add(number) : .name("\(number)", at: nil)
      state.count += number
      state.names["\(number)", default: []].append(number)
      recording.entries.append(.init(action: action, state: state))
    }
    let valid = try recording.jsonData()
    try hold(try Recording<State, Action>(json: valid) == recording, "a whole recording differs")
    let data = DamagedData.make(of: valid, &random)
    guard let read = try? Recording<State, Action>(json: data) else { return }
    let again = try Recording<State, Action>(json: read.jsonData())
    try hold(again == read, "what was read is read again as something else")
  }
}

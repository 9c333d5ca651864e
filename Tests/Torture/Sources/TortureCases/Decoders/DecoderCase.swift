import Foundation
import StrataExtensions

/// A decoder, with the conditions that must be true for every input.
public enum DecoderCase: String, CaseIterable, Sendable {
  /// The state of a tree of models is restored.
  case savedState
  /// A state of an older version is migrated.
  case migration
  /// A recording is read.
  case recording
  /// An identified array is decoded.
  case identifiedArray
  /// A persisted file is read, and written again.
  case file
  /// A cached value is read.
  case cache
  /// Lines ask a program for the states of its store, and choose the one that views see.
  case travel

  /// Gives the decoder the data of one seed.
  ///
  /// - Throws: ``TortureFault``, if a condition is false; the program ends if the decoder ends it.
  public func run(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    switch self {
    case .savedState: try SavedStateTorture.restore(&random)
    case .migration: try SavedStateTorture.migrate(&random)
    case .recording: try RecordingTorture.read(&random)
    case .identifiedArray: try ArrayTorture.decode(&random)
    case .file: try PersistenceTorture.file(&random)
    case .cache: try PersistenceTorture.cache(&random)
    case .travel: try TravelTorture.travel(&random)
    }
  }

  /// Runs one seed after the other, and says which before it begins.
  ///
  /// - Parameters:
  ///   - seeds: The seeds.
  ///   - isOver: Asked before each.
  ///   - note: Is given the name of the decoder and the seed.
  /// - Throws: ``TortureFault``.
  public func run(
    seeds: some Sequence<UInt64>,
    until isOver: () -> Bool = { false },
    note: (String) -> Void
  ) throws {
    for seed in seeds {
      if isOver() { return }
      note("\(rawValue) seed \(seed)")
      do {
        try run(seed: seed)
      } catch {
        throw TortureFault("\(rawValue) seed \(seed): \(error)")
      }
    }
  }
}

/// A condition that must be true and is false.
public struct TortureFault: Error, CustomStringConvertible {
  /// The condition.
  public let description: String

  init(_ description: String) { self.description = description }
}

/// Throws a fault if a condition is false.
func hold(_ condition: Bool, _ text: @autoclosure () -> String) throws(TortureFault) {
  if !condition { throw TortureFault(text()) }
}

import Foundation
import StrataModels

/// Restores damaged states.
enum SavedStateTorture {
  /// An error changes nothing; what is restored can be saved, and restored again as the same.
  static func restore(_ random: inout SeededGenerator) throws {
    let data = DamagedData.make(of: try Shelf.random(&random).savedState(), &random)
    try expectWhole(Shelf.random(&random).withAnchor()) { try $0.restoreState(from: data) }
  }

  static func migrate(_ random: inout SeededGenerator) throws {
    let version = Int.random(in: 0...2, using: &random)
    let valid = try Shelf.random(&random).savedState(version: version)
    let data = DamagedData.make(of: valid, &random)
    let (removed, added) = (random.one(of: names), random.one(of: names))
    let depth = random.one(of: [0, 1, 505, 512, 600])
    try expectWhole(Shelf.random(&random).withAnchor()) { shelf in
      try shelf.restoreState(from: data, version: 2) { state, _ in
        var moved = state.removeValue(forKey: removed) ?? .null
        for _ in 0..<depth { moved = .array([moved]) }
        state[added] = moved
      }
    }
  }

  private static func expectWhole(
    _ shelf: Shelf,
    _ restore: (Shelf) throws -> SavedStateReport
  ) throws {
    let before = try shelf.savedState()
    do {
      _ = try restore(shelf)
    } catch let error as SavedStateError {
      try hold(error.message.hasSuffix(".") && error.message.utf8.count < 4_000, "\(error)")
      try hold(try shelf.savedState() == before, "an error has changed the models: \(error)")
      return
    }
    let after = try shelf.savedState()
    let other = Shelf().withAnchor()
    try other.restoreState(from: after)
    try hold(try other.savedState() == after, "what was restored is restored as something else")
    try hold(Set(shelf.table.map(\.id)).count == shelf.table.count, "an id is there twice")
  }

  private static let names = ["title", "size", "books", "table", "named", "open", "other"]
}

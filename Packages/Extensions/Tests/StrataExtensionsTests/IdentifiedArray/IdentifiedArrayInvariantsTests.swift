import StrataExtensions
import Testing

#if DEBUG
/// In debug builds an edit finds an id beside it that has changed by itself.
@Suite struct IdentifiedArrayInvariantsTests {
  /// An element whose id changes without the array.
  private final class Loose: Identifiable {
    var id: Int
    init(_ id: Int) { self.id = id }
  }

  private struct Trial: Sendable {
    var size = 40
    /// The position of the element whose id becomes 1000.
    var changed = 20
    /// Where the edit finds it, or nil if the number of entries is wrong.
    var found: Int?
    let edit: @Sendable (inout IdentifiedArrayOf<Loose>) -> Void
  }

  private static let trials: [Trial] = [
    Trial(changed: 39, found: 39) { $0.append(Loose(50)) },
    Trial(found: 21) { $0.insert(Loose(50), at: 20) },
    Trial(found: 20) { $0[19] = Loose(19) },
    Trial(found: 20) { $0.remove(at: 21) },
    Trial(found: 20) { $0[id: 21] = nil },
    Trial(found: 19) { $0.removeAll { $0.id == 19 } },
    Trial(found: 19) { $0.move(from: 5, to: 20) },
    Trial(found: 20) { $0.swapAt(19, 0) },
    Trial(found: nil) { $0.reverse() },
    Trial(found: nil) { $0.insert(contentsOf: (50..<60).map { Loose($0) }, at: 20) },
    // Small arrays are checked whole.
    Trial(size: 15, changed: 0, found: 0) { $0.append(Loose(50)) },
    Trial(size: 16, changed: 0, found: nil) { $0.reverse() },
  ]

  @Test(arguments: trials.indices) func anEditNamesAnIDThatChangedByItself(number: Int) async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) { [number = number as Int] in
      let trial = Self.trials[number]
      var array = IdentifiedArray(uniqueElements: (0..<trial.size).map { Loose($0) })
      array.elements[trial.changed].id = 1_000
      trial.edit(&array)
    }
    let expected =
      Self.trials[number].found.map {
        "IdentifiedArray: the id 1000 of the element at \($0) is found at no position. Does the "
          + "element's id change by itself?"
      } ?? "entries in the table"
    #expect(message(result).contains(expected))
  }
}
#endif

import StrataExtensions
import Testing

@Suite struct IdentifiedArrayTrapTests {
  @Test func literalsNameEqualIDs() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      let array: IdentifiedArrayOf<Row> = [Row(7), Row(8), Row(7)]
      _ = array
    }
    #expect(
      message(result).contains(
        "IdentifiedArray: the elements at 0 and 2 both have the id 7. Give each element an id of its "
          + "own, or use init(_:) to keep the first of each id."
      )
    )
  }

  @Test func changesInPlaceNameTakenIDs() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      var array = rows([7, 8])
      array[1].id = 7
    }
    #expect(
      message(result).contains(
        "IdentifiedArray: the element at 1 was given the id 7, which the element at 0 has. Remove "
          + "that one first, or use updateOrAppend(_:) to replace it."
      )
    )
  }

  @Test func assignmentsByIDNameOtherIDs() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      var array = rows([7, 8])
      array[id: 9] = Row(10)
    }
    #expect(
      message(result).contains(
        "IdentifiedArray: an element with the id 10 was assigned to [id: 9]. Assign it to [id: 10], "
          + "or use append(_:)."
      )
    )
  }

  @Test func insertionsNamePositionsOutOfBounds() async {
    let result = await #expect(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      var array = rows([7, 8])
      array.insert(Row(9), at: 3)
    }
    #expect(message(result).contains("IdentifiedArray: the position 3 is outside of 0...2."))
  }
}

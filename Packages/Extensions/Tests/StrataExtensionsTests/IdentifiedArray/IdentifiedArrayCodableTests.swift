import Foundation
import StrataExtensions
import Testing

@Suite struct IdentifiedArrayCodableTests {
  @Test func survivesARoundTrip() throws {
    let array: IdentifiedArrayOf<Row> = [Row(2, "b"), Row(1, "a")]
    let data = try JSONEncoder().encode(array)
    #expect(try JSONDecoder().decode(IdentifiedArrayOf<Row>.self, from: data) == array)
    #expect(try JSONDecoder().decode([Row].self, from: data) == array.elements)
  }

  @Test func refusesEqualIDs() throws {
    let data = Data(#"[{"id":1,"title":""},{"id":2,"title":""},{"id":1,"title":""}]"#.utf8)
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(IdentifiedArrayOf<Row>.self, from: data)
    }
    guard case .dataCorrupted(let context) = try #require(error) else {
      Issue.record("not dataCorrupted: \(String(describing: error))")
      return
    }
    #expect(context.codingPath.map(\.intValue) == [2])
    #expect(
      context.debugDescription
        == "The elements at 0 and 2 both have the id 1. Each element of an identified array needs an "
        + "id of its own."
    )
  }
}

import Testing

@testable import StrataStores

@Suite struct HeightQueueTests {
  @Test func givesTheLowestAndOfOneHeightTheFirst() {
    let heights = [3, 1, 2, 1, 0, 3, 2, 1, 5, 0, 4, 1]
    var queue = HeightQueue()
    for (place, height) in heights.enumerated() { queue.insert(place, height: height) }
    let taken = heights.indices.map { _ in queue.popFirst { heights[$0] } }
    let sorted = heights.indices.sorted { (heights[$0], $0) < (heights[$1], $1) }
    #expect(taken == sorted)
    #expect(queue.popFirst { heights[$0] } == nil)
  }

  @Test func takesAPlaceThatRisesWhileItWaitsAtItsNewHeight() {
    var heights = [1, 2, 3]
    var queue = HeightQueue()
    for (place, height) in heights.enumerated() { queue.insert(place, height: height) }
    heights[0] = 9
    heights[1] = 3
    let taken = heights.indices.map { _ in queue.popFirst { heights[$0] } }
    // The second was there before the third, and has its height now.
    #expect(taken == [1, 2, 0])
  }

  @Test func takesEachPlaceOnceAfterHeightsHaveFallen() {
    var heights = [3, 2, 1]
    var queue = HeightQueue()
    for (place, height) in heights.enumerated() { queue.insert(place, height: height) }
    heights[0] = 0
    queue.reorder { heights[$0] }
    let taken = heights.indices.map { _ in queue.popFirst { heights[$0] } }
    #expect(taken == [0, 2, 1])
    #expect(queue.popFirst { heights[$0] } == nil)
  }

  @Test func hasNothingAfterItHasBegunAnew() {
    var queue = HeightQueue()
    for place in 0..<3 { queue.insert(place, height: 1) }
    queue.removeAll()
    #expect(queue.popFirst { _ in 1 } == nil)
    for place in [5, 4] { queue.insert(place, height: 1) }
    #expect((0..<3).map { _ in queue.popFirst { _ in 1 } } == [5, 4, nil])
  }
}

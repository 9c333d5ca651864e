import CMachine
import Measuring
import StrataCore

/// The bytes that the allocator has allocated.
enum AllocatedBytes {
  /// Bytes that each leaf of a live list takes, without its element in the list's array.
  static func perLeaf(count: Int) -> Double {
    let list = Listing(count: 0)
    let anchor = Anchor(list.context)
    var leaves: [Leaf] = []
    leaves.reserveCapacity(count)
    let before = allocated_bytes()
    for number in 0..<count { leaves.append(Leaf(number)) }
    let after = allocated_bytes()
    list.rows = leaves
    withExtendedLifetime(anchor) {}
    return Double(after - before) / Double(count)
  }
}

import CMachine
import Measuring

/// The same propagation in C, on one thread: nodes and links in two arrays, a function pointer a node.
///
/// Each shape has two of them beside it. One has no locks. The other takes a lock at the beginning of an evaluation and
/// for storing its value, as a library with reads from any thread must.
enum ReactivePeers {
  /// One source and columns of nodes; the ends are observed, or read after each write.
  static func columns(width: Int, height: Int, isObserved: Bool) -> [Alternative] {
    peers(evaluations: width * height) { hasLocks in
      unsafe Shape(reactive_columns(Int32(width), Int32(height), isObserved ? 1 : 0, hasLocks))
    }
  }

  /// Layers of four nodes, all observed.
  static func cellx(layers: Int, evaluations: Int) -> [Alternative] {
    peers(evaluations: evaluations) {
      unsafe Shape(reactive_cellx(Int32(layers), $0))
    }
  }

  /// Rows of nodes on some adjacent nodes of the row below.
  ///
  /// - Parameters:
  ///   - width: How many nodes a row has.
  ///   - sources: How many nodes of the row below each node reads.
  ///   - isStatic: The nodes that always read all of them, row by row.
  ///   - readNodes: The nodes of the last row that are read; all if there are none.
  /// - Returns: The two of them.
  static func rows(
    width: Int,
    sources: Int,
    isStatic: [Bool],
    readNodes: [Int]
  ) -> [Alternative] {
    let flags: [UInt8] = isStatic.map { $0 ? 1 : 0 }
    let read = readNodes.map(Int32.init)
    // The number of evaluations differs from change to change; the sums show whether they are right.
    return peers(evaluations: nil) { hasLocks in
      unsafe Shape(
        reactive_rows(
          Int32(width),
          Int32(flags.count / width),
          Int32(sources),
          flags,
          read.isEmpty ? nil : read,
          Int32(read.count),
          hasLocks
        )
      )
    }
  }

  private static func peers(
    evaluations: Int?,
    _ make: @escaping (Int32) -> Shape
  ) -> [Alternative] {
    [(Workload.Unit.graph, Int32(0)), (.lockedGraph, 1)].map { unit, hasLocks in
      Alternative(unit) {
        let shape = make(hasLocks)
        shape.run(2)
        let before = shape.evaluations
        shape.run(2)
        precondition(
          evaluations.map { shape.evaluations - before == 2 * $0 } ?? true,
          "ReactivePeers: \(shape.evaluations - before) evaluations for two changes"
        )
        return shape.run
      }
    }
  }

  /// A shape with the number of its next change.
  @safe
  private final class Shape {
    // SAFETY: freed by `deinit`; only the thread of the workload uses it.
    private let pointer: OpaquePointer
    private var next = 0

    init(_ made: OpaquePointer?) {
      guard let made = unsafe made else { preconditionFailure("ReactivePeers: no shape") }
      unsafe pointer = unsafe made
    }

    deinit { unsafe reactive_free(pointer) }

    var evaluations: Int { unsafe reactive_evaluations(pointer) }

    func run(_ count: Int) {
      unsafe reactive_run(pointer, next, next + count)
      next += count
    }
  }
}

import CMachine

/// Counts allocations.
package enum AllocationCount {
  /// Whether this system lets allocations be counted.
  package static var isPossible: Bool { counts_allocations() != 0 }

  /// How many allocations all threads make while a closure runs; zero where the system cannot count them.
  package static func of(_ body: () -> Void) -> Int {
    start_counting_allocations()
    body()
    return stop_counting_allocations()
  }
}

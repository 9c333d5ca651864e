public import StrataConcurrency

/// Makes a failing schedule as short as possible.
///
/// A choice of 0 is "first come, first served", and so is everything behind the end. Choices that do not matter
/// become 0, half of them at a time at first, then fewer. This is delta debugging (Zeller and Hildebrandt, 2002).
///
/// The trait `.simulated(seeds:)` does this by itself; use this type only with the result of `searchSchedules`.
public struct ScheduleShrinker: Sendable {
  /// How many runs may be spent.
  public var limit: Int

  /// Makes a shrinker.
  public init(limit: Int = 300) {
    self.limit = limit
  }

  /// Shrinks a schedule.
  ///
  /// - Parameters:
  ///   - schedule: One that fails.
  ///   - isolation: The caller's actor.
  ///   - fails: Whether a run by a schedule fails.
  /// - Returns: A schedule that also fails.
  public func shrink(
    _ schedule: Schedule,
    isolation: isolated (any Actor)? = #isolation,
    fails: (Schedule) async -> Bool
  ) async -> Schedule {
    var best = schedule.trimmed
    var runs = 0
    func accepts(_ candidate: Schedule) async -> Bool {
      guard runs < limit else { return false }
      runs += 1
      return await fails(candidate)
    }
    var size = best.deviations.count
    while size > 0 {
      var start = 0
      while start < best.deviations.count {
        let chunk = best.deviations.dropFirst(start).prefix(size)
        let candidate = best.without(chunk)
        if await accepts(candidate) { best = candidate } else { start += size }
      }
      size /= 2
    }
    for place in best.deviations where best.choices[place] > 1 {
      var candidate = best
      candidate.choices[place] = 1
      if await accepts(candidate) { best = candidate }
    }
    return best
  }
}

extension Schedule {
  /// Without what the end says anyway.
  fileprivate var trimmed: Schedule {
    let end = choices.lastIndex { $0 != 0 }.map { $0 + 1 } ?? 0
    return Schedule(choices: Array(choices[..<end]))
  }

  /// The indices at which the first is not chosen.
  fileprivate var deviations: [Int] { choices.indices.filter { choices[$0] != 0 } }

  fileprivate func without(_ places: some Sequence<Int>) -> Schedule {
    var changed = self
    for place in places { changed.choices[place] = 0 }
    return changed.trimmed
  }
}

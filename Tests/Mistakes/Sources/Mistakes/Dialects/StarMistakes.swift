import StrataSources
import StrataTesting

extension DialectMistake {
  private static let texts = [
    "State not exhausted: 1 property changed", "starSource.model", "This line would pass:\n  ",
    "<#starSource#>.model.count == 2",
  ]

  static var ofSources: [DialectMistake] {
    [
      DialectMistake(.source, "state at once", .state, texts) {
        let stars = StarSource().eraseToSource()
        stars.model.star(2)
      },
      DialectMistake(.source, "state in a last task", .state, texts) {
        let stars = StarSource().eraseToSource()
        Task { stars.model.star(2) }
      },
      DialectMistake(.source, "state in a last detached task", .state, texts) {
        let stars = StarSource().eraseToSource()
        Task.detached { stars.model.star(2) }
      },
      DialectMistake(.source, "state behind operators", .state, texts) {
        let stars = StarSource().eraseToSource()
        let title = stars.map { $0.count * 2 }.filteringDuplicates().map { "\($0)" }
        await expect(title.model == "0")
        Task {
          stars.model.star(2)
          withExtendedLifetime(title) {}
        }
      },
      DialectMistake(
        .source,
        "probe in a last task",
        .probes,
        ["Probes not exhausted: onStar", "onStar(2)", "onStar.wasCalled(with: 2)"]
      ) {
        let onStar = TestProbe("onStar")
        let stars = StarSource(onStar: onStar.call).eraseToSource()
        Task { stars.model.star(2) }
        await expect(stars.model.count == 2)
      },
    ]
  }
}

private struct StarModel: Sendable {
  var count: Int
  var star: Action<Int>
}

// SAFETY: adds constants.
private final class StarSource: SourceOf<StarModel>, @unchecked Sendable {
  @Action(StarSource.star) private var starAction
  private let onStar: @Sendable (Int) -> Void

  init(onStar: @escaping @Sendable (Int) -> Void = { _ in }) {
    self.onStar = onStar
    super.init()
  }

  var initialModel: StarModel { StarModel(count: 0, star: starAction) }

  private func star(_ count: Int) {
    model.count += count
    onStar(count)
  }
}

import Foundation
import StrataConcurrency
import StrataSources
import StrataTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The omissions of a test of sources, and the changes of the library that it need not assert.
@Suite struct SourceMistakeTests {
  @Test func whatATaskChangesLastIsFound() async {
    for isDetached in [false, true] {
      let findings = await Findings.of {
        let stars = StarSource().eraseToSource()
        if isDetached {
          Task.detached { stars.model.star(2) }
        } else {
          Task { stars.model.star(2) }
        }
      }
      #expect(findings.kinds == [.state], "detached: \(isDetached)")
    }
  }

  @Test func itIsShownInTheSourcesOwnTerms() async {
    let findings = await Findings.of {
      let numbers = MutableSource(1).eraseToSource()
      await expect(numbers.model.value == 1)
      numbers.model.set(2)
    }
    let message = findings.messages.first ?? ""
    #expect(findings.kinds == [.state])
    #expect(message.contains("mutableSource.model"))
    #expect(message.contains("value: 2"))
    #expect(message.contains("set: MutableSource<Int>#"))
    #expect(!message.contains("VersionedValue") && !message.contains("Optional"))
  }

  @Test(.simulated()) func whatTheLibraryMakesForItselfNeedNotBeAsserted() async {
    let literal = Source(wrappedValue: 1)
    let stars = StarSource()
    let doubled = stars.eraseToSource().map { $0.count * 2 }.filteringDuplicates()
    let pairs = literal.combined(with: doubled).flatMap { Source(wrappedValue: $0.0 + $0.1) }
    #expect(pairs.model == 1)
    stars.model.star(2)
    await expect(stars.model.count == 2)
    #expect(pairs.model == 5)
  }

  @Test(.simulated()) func aReadOfAnOperatorAssertsWhatItFollows() async {
    let doubled = StarSource().eraseToSource()
    let title = doubled.map { "\($0.count * 2)" }.currentAndPrevious()
    #expect(title.model.current == "0")
    doubled.model.star(2)
    await expect(title.model.current == "4")
  }

  @Test func anUnreadChangeBehindOperatorsIsOneFailure() async {
    let findings = await Findings.of {
      let stars = StarSource().eraseToSource()
      let title = stars.map { $0.count * 2 }.filteringDuplicates().map { "\($0)" }
      await expect(title.model == "0")
      stars.model.star(2)
      withExtendedLifetime(title) {}
    }
    #expect(findings.kinds == [.state])
    #expect(findings.messages.first?.contains("1 property changed") == true)
    #expect(findings.messages.first?.contains("starSource.model") == true)
  }

  /// The first read begins the fetch, and the assertion waits for it.
  @Test(.simulated()) func theFirstReadInAnAssertionFetches() async {
    let answers = Answers()
    let page = FetchableDataSource(urlRequest: .some, transport: answers).eraseToSource()
    await expect(page.model.fetched != nil)
    await expect(page.model.fetched?.value == Data("1".utf8))
    #expect(answers.count == 1)
  }

  @Test(.simulated()) func theFirstReadInARequirementFetches() async throws {
    let answers = Answers()
    let page = FetchableDataSource(urlRequest: .some, transport: answers).eraseToSource()
    let fetched = try await require(page.model.fetched)
    #expect(fetched.value == Data("1".utf8))
    #expect(answers.count == 1)
  }

  @Test func anOperatorOnASourceOutsideOfTheTestIsAsked() async {
    let stars = StarSource()
    let findings = await Findings.of {
      let doubled = stars.eraseToSource().map { $0.count * 2 }
      await expect(doubled.model == 0)
      stars.model.star(2)
      withExtendedLifetime(doubled) {}
    }
    #expect(findings.kinds == [.state])
  }
}

/// A network with one answer, which takes some turns.
private final class Answers: DataTransport {
  private let requests = Locked(0, rank: .leaf)

  var count: Int { requests.withLock { $0 } }

  func load(
    _ request: URLRequest,
    progress: @escaping @Sendable (FetchProgress) -> Void
  ) async throws -> Data {
    requests.withLock { $0 += 1 }
    for _ in 0..<3 { await Task.yield() }
    return Data("1".utf8)
  }
}

extension URLRequest {
  fileprivate static let some = URLRequest(url: URL(filePath: "/x.json"))
}

private struct StarModel: Sendable {
  var count: Int
  var star: Action<Int>
}

// SAFETY: adds constants.
private final class StarSource: SourceOf<StarModel>, @unchecked Sendable {
  @Action(StarSource.star) private var starAction

  var initialModel: StarModel { StarModel(count: 0, star: starAction) }

  private func star(_ count: Int) { model.count += count }
}

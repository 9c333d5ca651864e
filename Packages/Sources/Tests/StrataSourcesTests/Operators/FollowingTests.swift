import Foundation
import StrataConcurrency
import StrataCore
import StrataSources
import Testing

/// What observers learn about the sources that follow others.
@Suite struct FollowingTests {
  /// Whether each follower that a closure makes has a model that is made of others' alone.
  private func followings<Model>(of make: () -> Source<Model>) -> [Bool] {
    let observer = FollowingObserver()
    withTreeObserver(observer) { _ = make().model }
    return observer.isDerived
  }

  @Test func observersAreToldThatTheModelOfAnOperatorIsMadeOfOthers() {
    let number = Plain(1).eraseToSource()
    let fetch = Plain<Fetchable<Int>>(.fetched(.init(value: 1))).eraseToSource()
    let row = Plain<Connectable<Int>>(.disconnected(.init(connect: .doNothing))).eraseToSource()
    let kept = PersistedInMemorySource<Int>().eraseToSource()
    #expect(followings { number.map { $0 } } == [true])
    #expect(followings { number.combined(with: Plain(2).eraseToSource()) } == [true, true])
    #expect(followings { number.flatMap { Source(model: $0) } } == [true, true])
    #expect(followings { ComposedSource { number }.eraseToSource() } == [true])
    #expect(followings { fetch.combinedFetch(with: fetch) } == [true, true])
    #expect(followings { fetch.persisted(using: kept) } == [true, true])
    #expect(followings { fetch.retrying() } == [true])
    #expect(followings { fetch.refreshing(every: .infinity) } == [true])
    #expect(followings { row.autoConnecting() } == [true])
  }

  @Test func observersAreToldWhenAFetchAfterADelayFollows() async throws {
    let flags = try await withSimulation(seed: 1) { simulation in
      let observer = FollowingObserver()
      let time = SourceTime(clock: simulation.clock, now: { .distantPast })
      let fetch = Plain<Fetchable<Int>>(.fetched(.init(value: 1))).eraseToSource()
      let source = withTreeObserver(observer) { fetch.fetchAfterDelay(of: 1, time: time) }
      _ = source.model
      let before = observer.isDerived
      try await simulation.clock.sleep(for: .seconds(2))
      return [before, observer.isDerived]
    }.value
    #expect(flags == [[], [true]])
  }

  @Test func observersAreToldThatAConnectionIsNotMadeOfOthersAlone() {
    let number = Plain(1).eraseToSource()
    let followings = followings {
      let row = ConnectableSource { number }.eraseToSource()
      row.model.connect()
      return row
    }
    #expect(followings == [false])
  }
}

/// Records what it is told about followers.
private final class FollowingObserver: TreeObserver {
  private let flags = Locked<[Bool]>([], rank: .leaf)

  var isDerived: [Bool] { flags.withLock { $0 } }

  func context(_ context: Context, didFollow source: Context, isDerived: Bool) {
    flags.withLock { $0.append(isDerived) }
  }
}

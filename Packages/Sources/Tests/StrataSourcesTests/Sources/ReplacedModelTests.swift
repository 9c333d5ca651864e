import StrataConcurrency
import Testing

@testable import StrataSources

@Suite struct ReplacedModelTests {
  @Test func aModelIsReplacedOnlyIfTheConditionHolds() {
    let plain = Plain(1)
    let recorder = Recorder(plain.eraseToSource())
    #expect(!plain.replaceModel(with: 2) { false })
    #expect(plain.model == 1)
    #expect(plain.replaceModel(with: 3) { true })
    #expect(plain.model == 3)
    #expect(recorder.models == [1, 3])
  }

  @Test func aModelThatWasNotReadIsReplacedAsWell() {
    let plain = Plain(1)
    #expect(plain.replaceModel(with: 2) { true })
    #expect(plain.model == 2)
    let source = Decoding()
    #expect(source.replaceModel(with: [2]) { true })
    #expect(source.model == [2])
  }

  @Test func aSourceOfDecodedActionsReplacesItsModelLikewise() {
    let source = Decoding()
    let recorder = Recorder(source.eraseToSource())
    #expect(!source.replaceModel(with: [2]) { false })
    #expect(source.replaceModel(with: [3]) { true })
    #expect(recorder.models == [[1], [3]])
  }

  @Test func bothModelsAreReleasedWhenTheSourceCanBeUsedAgain() {
    let counts = Locked<[Int]>([], rank: .leaf)
    let plain = Plain([Leaving]())
    let note: @Sendable () -> Void = { [weak plain] in
      guard let count = plain?.model.count else { return }
      counts.withLock { $0.append(count) }
    }
    plain.model = [Leaving(note), Leaving(note)]
    #expect(!plain.replaceModel(with: [Leaving(note)]) { false })
    #expect(counts.withLock { $0 } == [2])
    #expect(plain.replaceModel(with: []) { true })
    #expect(counts.withLock { $0 } == [2, 0, 0])
  }
}

// SAFETY: adds a constant.
private final class Decoding: SourceOf<[Int]>, DecodableActionSource, @unchecked Sendable {
  let actionSourceIdentifier = "decoding"
  let initialModel = [1]
}

/// Calls a closure when it is released.
private final class Leaving: Sendable {
  private let leave: @Sendable () -> Void

  init(_ leave: @escaping @Sendable () -> Void) { self.leave = leave }

  deinit { leave() }
}

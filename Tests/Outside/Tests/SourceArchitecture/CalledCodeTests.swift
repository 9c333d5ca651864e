import StrataConcurrency
import StrataRendering
import StrataSources
import Testing

/// A rendered closure that changes a source does not read what the source's subscribers read.
struct CalledCodeTests {
  // SAFETY: one thread uses it.
  private final class Reader: @unchecked Sendable {
    let source: Source<Int>
    var calls = 0

    init(_ source: Source<Int>) { self.source = source }

    func look(_ number: Int) {
      calls += 1
      _ = source.model
    }
  }

  @Test func aSubscribersReadsAreNotThoseOfTheClosureThatChanges() {
    let (read, written) = (NumberSource(), NumberSource())
    let reader = Reader(read.eraseToSource())
    written.eraseToSource().subscribe(reader, method: Reader.look)
    let before = reader.calls
    let probe = RenderProbe {
      written.set(1)
      return 0
    }
    #expect(reader.calls == before + 1)
    read.set(1)
    #expect(probe.evaluations == 1)
  }

  @Test func theFirstCallOfASubscriberIsNone() {
    let (read, written) = (NumberSource(), NumberSource())
    let reader = Reader(read.eraseToSource())
    let probe = RenderProbe {
      written.eraseToSource().subscribe(reader, method: Reader.look)
      return 0
    }
    #expect(reader.calls == 1)
    read.set(1)
    #expect(probe.evaluations == 1)
  }

  @Test func whatAnOperatorReadsIsNone() {
    let (read, written) = (NumberSource(), NumberSource())
    let reader = Reader(read.eraseToSource())
    let mapped = written.eraseToSource().map { number in
      reader.look(number)
      return number
    }
    let diary = Diary<Int>()
    mapped.subscribe(diary, method: Diary.write)
    let before = reader.calls
    let probe = RenderProbe {
      written.set(1)
      return 0
    }
    #expect(reader.calls == before + 1)
    read.set(1)
    #expect(probe.evaluations == 1)
    #expect(diary.entries == [0, 1])
  }
}

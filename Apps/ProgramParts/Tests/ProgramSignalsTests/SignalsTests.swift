import Foundation
import ProgramSignals
import Testing

// Signals go to the process, because the threads of tests block them.
@Suite(.serialized, .timeLimit(.minutes(1))) struct SignalsTests {
  @Test func aSignalIsAnElementInsteadOfTheEnd() async {
    let former = signal(SIGHUP, SIG_DFL)
    defer { signal(SIGHUP, former) }
    var signals = Signals.stream([SIGHUP, SIGUSR1]).makeAsyncIterator()
    kill(getpid(), SIGHUP)
    #expect(await signals.next() == SIGHUP)
    kill(getpid(), SIGUSR1)
    #expect(await signals.next() == SIGUSR1)
  }

  /// As under `nohup`.
  @Test func aHangUpThatIsIgnoredStaysIgnored() async {
    let former = signal(SIGHUP, SIG_IGN)
    defer { signal(SIGHUP, former) }
    do {
      var signals = Signals.stream([SIGHUP, SIGUSR1]).makeAsyncIterator()
      kill(getpid(), SIGHUP)
      kill(getpid(), SIGUSR1)
      #expect(await signals.next() == SIGUSR1)
    }
    // It would end the tests if the stream had not left it as it was.
    kill(getpid(), SIGHUP)
  }
}

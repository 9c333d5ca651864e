import Observation
import StrataConcurrency
import StrataEvents
import Testing

@testable @_spi(Strata) import StrataCore

/// A tracked closure, or a computed value, makes the engine call code. What that code reads is no read of the run.
@Suite struct SuspendedTrackingTests {
  @Test(arguments: CallingWay.allCases)
  func whatCalledCodeReadsIsNoReadOfTheTrackedRun(_ way: CallingWay) {
    let (log, read) = (Log(), Kid())
    let anchor = Anchor(read.context)
    let scene = way.makeScene {
      log.add("called")
      _ = read.name
    }
    _ = log.take()
    let tracker = Tracker { log.add("stale") }
    tracker.track(scene.perform)
    #expect(log.take().contains("called"))
    read.name = "x"
    #expect(log.take() == [])
    withExtendedLifetime((scene, anchor)) {}
  }

  @Test(arguments: CallingWay.allCases)
  func theRunIsTrackedAfterTheCall(_ way: CallingWay) {
    let (log, read) = (Log(), Kid())
    let anchor = Anchor(read.context)
    let scene = way.makeScene {}
    let tracker = Tracker { log.add("stale") }
    tracker.track {
      scene.perform()
      _ = read.name
    }
    read.name = "x"
    #expect(log.take() == ["stale"])
    withExtendedLifetime((scene, anchor)) {}
  }

  @Test(arguments: CallingWay.allCases)
  func calledCodeObservesByMeansOfSwift(_ way: CallingWay) {
    let (log, read) = (Log(), Kid())
    let anchor = Anchor(read.context)
    let scene = way.makeScene {
      withObservationTracking {
        ObservationBridge.access(read.context, Item.name.index)
      } onChange: {
        log.add("observed")
      }
    }
    read.name = "w"
    _ = log.take()
    let tracker = Tracker {}
    tracker.track(scene.perform)
    read.name = "x"
    #expect(log.take().contains("observed"))
    withExtendedLifetime((scene, anchor)) {}
  }

  @Test(arguments: CallingWay.allCases)
  func aComputedValueDoesNotFollowWhatCalledCodeReads(_ way: CallingWay) {
    let (log, read, owner) = (Log(), Kid(), Kid())
    let anchors = [Anchor(read.context), Anchor(owner.context)]
    let scene = way.makeScene { _ = read.name }
    let value = Derived(of: owner.context, at: .thisLine()) { [owner] in
      log.add("computed \(owner.count)")
      // The engine calls once, because a value that has changed its sources is computed again.
      if owner.count == 1, log.all.count == 1 { scene.perform() }
      return owner.count
    }
    _ = value.value
    owner.count = 1
    _ = log.take()
    _ = value.value
    _ = log.take()
    read.name = "x"
    _ = value.value
    #expect(log.take() == [])
    withExtendedLifetime((scene, anchors)) {}
  }
}

/// One subscriber; its release ends the subscription.
@usableFromInline
final class MulticastSubscription: Sendable {
  private let channel: MulticastChannel
  private let serial: UInt64

  init(channel: MulticastChannel, serial: UInt64) {
    self.channel = channel
    self.serial = serial
  }

  deinit {
    terminate()
  }

  @usableFromInline
  func next(isolation: isolated (any Actor)?) async -> MulticastElement? {
    guard !Task.isCancelled else {
      terminate()
      return nil
    }
    switch channel.take(serial) {
    case .element(let element): return element
    case .end: return nil
    case .wait: return await wait(isolation: isolation)
    }
  }

  private func wait(isolation: isolated (any Actor)?) async -> MulticastElement? {
    await withTaskCancellationHandler {
      await MulticastState.Call.suspend { call in
        // A cancellation that came first has ended the subscription, so the answer is the end.
        switch channel.take(serial, for: call) {
        case .element(let element): call.resume(returning: element)
        case .end: call.resume(returning: nil)
        case .wait: break
        }
      }
    } onCancel: {
      terminate()
    }
  }

  @usableFromInline
  func setPolicy(_ policy: BufferingPolicy) {
    channel.setPolicy(policy, of: serial)
  }

  private func terminate() {
    channel.terminate(serial)
  }
}

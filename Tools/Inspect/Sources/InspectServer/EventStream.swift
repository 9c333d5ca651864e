import NIOCore
import NIOHTTP1
import StrataInspector
import Synchronization

/// Sends the lines of a program to one page, as server-sent events.
///
/// It holds one batch at a time: the next is taken when the last has been written. So a page that reads slowly costs
/// a batch and no more; what was dropped meanwhile is said by a restart.
final class EventStream {
  private static let batchBytes = 1 << 18
  /// How long one batch may take before the page is taken for dead.
  private static let patience = TimeAmount.seconds(60)

  private let hub: ProgramHub
  private let program: String?
  private let channel: any Channel
  private let eventLoop: any EventLoop
  private var next: Int?
  private var listVersion: Int?
  private var isWriting = false
  private var watcher: Int?

  init(_ hub: ProgramHub, program: String?, after: Int?, _ context: ChannelHandlerContext) {
    self.hub = hub
    self.program = program
    next = after
    channel = context.channel
    eventLoop = context.eventLoop
  }

  func begin() {
    let stream = NIOLoopBound(self, eventLoop: eventLoop)
    let loop = eventLoop
    let isCalled = Flag()
    watcher = hub.watch {
      // Many lines, one call.
      guard isCalled.raise() else { return }
      loop.execute {
        isCalled.lower()
        stream.value.pump()
      }
    }
    pump()
  }

  func end() {
    if let watcher { hub.unwatch(watcher) }
    watcher = nil
  }

  private func pump() {
    guard watcher != nil, !isWriting else { return }
    var buffer = ByteBuffer()
    if let list = hub.list(after: listVersion) {
      listVersion = list.version
      buffer.writeString("event: programs\ndata: \(list.json)\n\n")
    }
    if let program, let batch = hub.batch(of: program, from: next, bytes: Self.batchBytes),
      !batch.lines.isEmpty
    {
      next = batch.next
      if batch.isRestart { buffer.writeString("event: restart\n") }
      buffer.writeString("id: \(batch.next)\n")
      for line in batch.lines {
        buffer.writeString("data: ")
        buffer.writeBytes(line)
      }
      buffer.writeString("\n")
    }
    guard buffer.readableBytes > 0 else { return }
    write(buffer)
  }

  private func write(_ buffer: ByteBuffer) {
    isWriting = true
    let channel = channel
    let deadline = eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
    let stream = NIOLoopBound(self, eventLoop: eventLoop)
    channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(buffer))).whenComplete { result in
      deadline.cancel()
      stream.value.isWriting = false
      if case .success = result { stream.value.pump() }
    }
  }

  private final class Flag: Sendable {
    private let isUp = Atomic(false)
    func raise() -> Bool { !isUp.exchange(true, ordering: .acquiringAndReleasing) }
    func lower() { isUp.store(false, ordering: .releasing) }
  }
}

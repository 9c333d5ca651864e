import InspectPage
import NIOCore
import NIOHTTP1

/// Answers one connection of a browser.
final class PageHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  /// How long a request may take to arrive.
  private static let patience = TimeAmount.seconds(10)

  private static let full = "\(ProgramHub.pageLimit) pages are open. Close one of them."

  private let hub: ProgramHub
  private let access: PageAccess
  private var head: HTTPRequestHead?
  private var deadline: Scheduled<Void>?
  private var stream: EventStream?

  init(_ hub: ProgramHub, _ access: PageAccess) {
    self.hub = hub
    self.access = access
  }

  func handlerAdded(context: ChannelHandlerContext) { startDeadline(context) }

  func handlerRemoved(context: ChannelHandlerContext) {
    deadline?.cancel()
    stream?.end()
  }

  private func startDeadline(_ context: ChannelHandlerContext) {
    let channel = context.channel
    deadline?.cancel()
    deadline = context.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
    // No request that is answered has a body.
    case .body: context.close(promise: nil)
    case .end:
      guard let head, stream == nil else { return context.close(promise: nil) }
      self.head = nil
      answer(head, context)
    }
  }

  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let request = PageRequest.Head(
      method: head.method.rawValue,
      target: head.uri,
      hosts: head.headers["host"],
      origins: head.headers["origin"],
      lastEvents: head.headers["last-event-id"]
    )
    do throws(PageRequest.Rejection) {
      switch try PageRequest.read(request, token: access.token, hosts: access.hosts) {
      case .page:
        let page = RecordingPage(title: "Programs", isLive: true)
        write(page.beginning + page.end, .ok, "text/html; charset=utf-8", context)
      case .events(let program, let after):
        guard hub.hasRoomForPages else { throw .full }
        deadline?.cancel()
        write(.ok, ["content-type": "text/event-stream"], context)
        context.flush()
        let stream = EventStream(hub, program: program, after: after, context)
        self.stream = stream
        stream.begin()
      case .travel(let program, let commit):
        let count = try hub.travel(program, to: commit)
        write(Array("\(count)\n".utf8), .accepted, "text/plain; charset=utf-8", context)
      }
    } catch {
      let status = HTTPResponseStatus(statusCode: error.rawValue)
      let reason = error == .full ? Self.full : status.reasonPhrase
      write(Array("\(reason)\n".utf8), status, "text/plain; charset=utf-8", context)
    }
  }

  private func write(
    _ status: HTTPResponseStatus,
    _ more: HTTPHeaders,
    _ context: ChannelHandlerContext
  ) {
    var headers: HTTPHeaders = [
      "cache-control": "no-store", "connection": "close", "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer", "cross-origin-resource-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin", "x-frame-options": "DENY",
    ]
    headers.add(contentsOf: more)
    let head = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
  }

  private func write(
    _ body: [UInt8],
    _ status: HTTPResponseStatus,
    _ type: String,
    _ context: ChannelHandlerContext
  ) {
    write(status, ["content-type": type, "content-length": "\(body.count)"], context)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
    let channel = context.channel
    context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
      channel.close(promise: nil)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    stream?.end()
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }
}

/// What a browser has to know to be answered.
struct PageAccess: Sendable {
  let token: String
  /// The names of this server that `Host` may have.
  let hosts: Set<String>
}

import NIOCore
import NIOHTTP1

/// Answers the requests of one connection, one after the other.
final class RequestHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let clients: Clients
  private let limits: HTTPServiceLimits
  private let respond: HTTPService.Respond
  private var head: HTTPRequestHead?
  private var bodyLength = 0
  private var deadline: Scheduled<Void>?

  init(_ clients: Clients, _ limits: HTTPServiceLimits, _ respond: @escaping HTTPService.Respond) {
    self.clients = clients
    self.limits = limits
    self.respond = respond
  }

  func handlerAdded(context: ChannelHandlerContext) { startDeadline(context) }

  func handlerRemoved(context: ChannelHandlerContext) { deadline?.cancel() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      bodyLength = 0
    case .body(let buffer):
      bodyLength += buffer.readableBytes
      guard bodyLength > limits.bodyLength, head != nil else { return }
      head = nil
      write(.answer(status: 413, type: "text/plain", body: []), context, keepsOpen: false)
    case .end:
      guard let head else { return }
      self.head = nil
      deadline?.cancel()
      answer(head, context)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let isOpen = clients.note(context.channel, isBusy: true)
    let keepsOpen = head.isKeepAlive && isOpen
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let (respond, loop) = (respond, context.eventLoop)
    Task {
      let reply = await respond(head.method.rawValue, head.uri)
      loop.execute {
        let (handler, context) = bound.value
        handler.write(reply, context, keepsOpen: keepsOpen, withBody: head.method != .HEAD)
      }
    }
  }

  private func write(
    _ reply: HTTPReply,
    _ context: ChannelHandlerContext,
    keepsOpen: Bool,
    withBody: Bool = true
  ) {
    switch reply {
    case .close: context.close(promise: nil)
    case .silence: break
    case .cutOff(let body):
      send(200, "application/json", body, body.count + 100, false, context)
      context.flush()
      context.close(promise: nil)
    case .answer(let status, let type, let body):
      let staysOpen = keepsOpen && clients.note(context.channel, isBusy: false)
      send(status, type, withBody ? body : [], body.count, staysOpen, context)
      let end = context.eventLoop.makePromise(of: Void.self)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: end)
      guard !staysOpen else { return startDeadline(context) }
      let channel = context.channel
      end.futureResult.whenComplete { _ in channel.close(promise: nil) }
    }
  }

  private func send(
    _ status: Int,
    _ type: String,
    _ body: [UInt8],
    _ length: Int,
    _ staysOpen: Bool,
    _ context: ChannelHandlerContext
  ) {
    var headers: HTTPHeaders = ["Content-Type": type, "Content-Length": "\(length)"]
    headers.add(name: "Connection", value: staysOpen ? "keep-alive" : "close")
    let head = HTTPResponseHead(
      version: .http1_1,
      status: HTTPResponseStatus(statusCode: status),
      headers: headers
    )
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    if !body.isEmpty {
      let buffer = context.channel.allocator.buffer(bytes: body)
      context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
    }
  }

  /// A client that says nothing, or a little at a time, has the connection for so long and no longer.
  private func startDeadline(_ context: ChannelHandlerContext) {
    deadline?.cancel()
    let channel = context.channel
    deadline = context.eventLoop.scheduleTask(in: .seconds(limits.seconds)) {
      channel.close(promise: nil)
    }
  }
}

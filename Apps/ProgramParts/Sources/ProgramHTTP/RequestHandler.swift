import NIOCore
import NIOHTTP1

/// Answers the requests of one connection, one after the other.
final class RequestHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private let clients: Clients
  private let limits: HTTPServiceLimits
  private let onNote: HTTPService.Note
  private let respond: HTTPService.Respond
  private var head: HTTPRequestHead?
  private var bodyLength = 0
  private var deadline: Scheduled<Void>?
  /// The task that makes the answer.
  private var task: Task<Void, Never>?
  /// Whether the client sends nothing any more; it may still read.
  private var isInputClosed = false
  /// Whether a request was rejected, after which no other is answered.
  private var isRejected = false
  /// Whether nothing is sent until the client leaves.
  private var isSilent = false
  /// How many answers are not written yet.
  private var unwritten = 0

  init(
    _ clients: Clients,
    _ limits: HTTPServiceLimits,
    _ onNote: @escaping HTTPService.Note,
    _ respond: @escaping HTTPService.Respond
  ) {
    self.clients = clients
    self.limits = limits
    self.onNote = onNote
    self.respond = respond
  }

  func handlerAdded(context: ChannelHandlerContext) { startDeadline(context) }

  func handlerRemoved(context: ChannelHandlerContext) {
    deadline?.cancel()
    task?.cancel()
  }

  func channelInactive(context: ChannelHandlerContext) {
    task?.cancel()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      bodyLength = 0
      guard Self.length(of: head) <= limits.headLength else { return reject(431, context) }
      self.head = head
      // Some clients wait for it before they send a body.
      if head.headers["expect"].contains(where: { $0.lowercased() == "100-continue" }) {
        let go = HTTPResponseHead(version: .http1_1, status: .continue)
        context.writeAndFlush(wrapOutboundOut(.head(go)), promise: nil)
      }
    case .body(let buffer):
      bodyLength += buffer.readableBytes
      guard bodyLength > limits.bodyLength, head != nil else { return }
      head = nil
      reject(413, context)
    case .end:
      guard let head else { return }
      self.head = nil
      deadline?.cancel()
      answer(head, context)
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event as? ChannelEvent == .inputClosed { endInput(context) }
    context.fireUserInboundEventTriggered(event)
  }

  /// The client sends no more: what it asked for is answered, and then the connection is closed.
  ///
  /// A client that has left looks the same until something is written to it, so the answer has a limit of time.
  private func endInput(_ context: ChannelHandlerContext) {
    isInputClosed = true
    guard !isSilent, task != nil || unwritten > 0 else { return context.close(promise: nil) }
    if task != nil { startDeadline(context) }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard error is HTTPParserError, task == nil, !isSilent, context.channel.isActive, !isRejected
    else { return context.close(promise: nil) }
    // A client that has said nothing more, or has left within a request, made no mistake in it.
    if case HTTPParserError.invalidEOFState = error {
      // The end of the input follows, and closes the connection when all answers are written.
      if unwritten == 0 { context.close(promise: nil) }
      return
    }
    reject(400, context)
  }

  private static func length(of head: HTTPRequestHead) -> Int {
    head.headers.reduce(head.uri.utf8.count) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }

  private func reject(_ status: Int, _ context: ChannelHandlerContext) {
    isRejected = true
    onNote(.rejected(status: status))
    write(.answer(status: status, type: "text/plain", body: []), context, keepsOpen: false)
  }

  private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
    let isOpen = clients.note(context.channel, isBusy: true)
    let keepsOpen = head.isKeepAlive && isOpen
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    let (respond, loop) = (respond, context.eventLoop)
    task = Task {
      let reply = await respond(head.method.rawValue, head.uri)
      loop.execute {
        let (handler, context) = bound.value
        handler.task = nil
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
    guard context.channel.isActive else {
      // The client left while the answer was made.
      if case .answer(let status, _, _) = reply { onNote(.undelivered(status: status)) }
      return
    }
    // Also for a client that does not take the answer.
    startDeadline(context)
    switch reply {
    case .close: context.close(promise: nil)
    case .silence:
      deadline?.cancel()
      isSilent = true
      if isInputClosed { context.close(promise: nil) }
    case .cutOff(let body):
      send(200, "application/json", body, body.count + 100, false, context)
      context.flush()
      context.close(promise: nil)
    case .answer(let status, let type, let body):
      // Answers without a reader would pile up.
      let isRead = context.channel.isWritable
      let staysOpen =
        keepsOpen && isRead && !isInputClosed && clients.note(context.channel, isBusy: false)
      send(status, type, withBody ? body : [], body.count, staysOpen, context)
      let end = context.eventLoop.makePromise(of: Void.self)
      watch(end.futureResult, of: status, context)
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: end)
      guard !staysOpen else { return }
      let channel = context.channel
      end.futureResult.whenComplete { _ in channel.close(promise: nil) }
    }
  }

  /// Notes whether an answer reaches the system whole.
  private func watch(_ end: EventLoopFuture<Void>, of status: Int, _ context: ChannelHandlerContext)
  {
    unwritten += 1
    let bound = NIOLoopBound((self, context.channel), eventLoop: context.eventLoop)
    end.whenComplete { [onNote] result in
      let (handler, channel) = bound.value
      handler.unwritten -= 1
      if case .failure = result { onNote(.undelivered(status: status)) }
      if handler.isInputClosed, handler.unwritten == 0, handler.task == nil {
        channel.close(promise: nil)
      }
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
    deadline = context.eventLoop.scheduleTask(in: TimeAmount(limits.time)) { [onNote] in
      onNote(.late)
      channel.close(promise: nil)
    }
  }
}

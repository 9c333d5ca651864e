import NIOCore
import NIOHTTP1

/// Makes one answer of the data from a connection, and closes it.
///
/// All that it stores has a bound: the caller bounds the body, ``ByteLimit`` and the parser bound the rest.
final class AnswerHandler: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart

  private let limit: Int
  private let onPart: @Sendable (Int) -> Void
  private let promise: EventLoopPromise<HTTPAnswer>
  private var head: HTTPResponseHead?
  private var body: [UInt8] = []
  private var isDone = false

  init(
    limit: Int,
    promise: EventLoopPromise<HTTPAnswer>,
    onPart: @escaping @Sendable (Int) -> Void
  ) {
    self.limit = limit
    self.promise = promise
    self.onPart = onPart
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      onPart(0)
    case .body(var buffer):
      guard body.count + buffer.readableBytes <= limit else {
        return end(context, .failure(HTTPFailure(.tooLong, "it has more than \(limit) bytes")))
      }
      body += buffer.readBytes(length: buffer.readableBytes) ?? []
      onPart(body.count)
    case .end:
      guard let head else { return }
      let answer = HTTPAnswer(
        status: Int(head.status.code),
        body: body,
        location: head.headers.first(name: "location")
      )
      end(context, .success(answer))
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    end(context, .failure(HTTPFailure(error, hasBegun: head != nil)))
  }

  func channelInactive(context: ChannelHandlerContext) {
    let failure =
      head == nil
      ? HTTPFailure(.closed, "the connection was closed without an answer")
      : HTTPFailure(.cut, "the answer was cut off")
    end(context, .failure(failure))
    context.fireChannelInactive()
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    // A promise that is given up without a result would end the process.
    end(context, .failure(HTTPFailure(.closed, "the connection was closed without an answer")))
  }

  private func end(_ context: ChannelHandlerContext, _ result: Result<HTTPAnswer, HTTPFailure>) {
    guard !isDone else { return }
    isDone = true
    switch result {
    case .success(let answer): promise.succeed(answer)
    case .failure(let failure): promise.fail(failure)
    }
    context.close(promise: nil)
  }
}

/// Ends a connection that brings more bytes than any answer of the body's length needs.
///
/// Heads, lengths of chunks, the bytes behind them, trailers and informational answers may all be repeated
/// without an end.
final class ByteLimit: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let limit: Int
  private var count = 0

  init(_ limit: Int) {
    self.limit = limit
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    count += unwrapInboundIn(data).readableBytes
    guard count <= limit else {
      context.fireErrorCaught(HTTPFailure(.tooLong, "it has more than \(limit) bytes in all"))
      return
    }
    context.fireChannelRead(data)
  }
}

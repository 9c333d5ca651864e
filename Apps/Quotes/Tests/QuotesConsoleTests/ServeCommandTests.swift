import Dispatch
import Foundation
import ProgramConsole
import ProgramHTTP
import ProgramStreams
import QuotesConsole
import StrataDependencies
import Synchronization
import Testing

/// `quotes serve`, in this process.
@Suite(.timeLimit(.minutes(10))) struct ServeCommandTests {
  private func serve(
    _ arguments: [String],
    signals: AsyncStream<Int32>,
    write: @escaping @Sendable (String) -> Void
  ) async -> Int32 {
    let console = Console(
      write: { text throws(OutputFailure) in write(text) },
      complain: { _ in },
      nextLine: { nil },
      isInteractive: false,
      signals: { _ in signals }
    )
    return await withDependencies {
      $0.console = console
    } operation: {
      await Program.run(["serve"] + arguments)
    }
  }

  /// A reader of the output that has stopped, as of a pipe that is full.
  @Test func anOutputThatIsNotReadKeepsTheServiceFromNothing() async throws {
    let (signals, sender) = AsyncStream.makeStream(of: Int32.self)
    let isRead = DispatchSemaphore(value: 0)
    let client = Mutex<Task<Int?, Never>?>(nil)
    let status = await serve([], signals: signals) { text in
      guard let address = Self.address(in: text) else {
        // The line of the request; the service is told to end while it cannot be written.
        sender.yield(15)
        return isRead.wait()
      }
      client.withLock { client in
        client = Task {
          try? await HTTPClient(environment: [:]).get(address, accepting: "*/*", limit: 100_000)
            .status
        }
      }
    }
    #expect(status == 0)
    #expect(await client.withLock { $0 }?.value == 200)
    isRead.signal()
  }

  @Test func theEndIsTheLastLine() async throws {
    let (signals, sender) = AsyncStream.makeStream(of: Int32.self)
    let lines = Mutex<[String]>([])
    let status = await serve(["--log", "notice"], signals: signals) { text in
      if Self.address(in: text) != nil { sender.yield(2) }
      lines.withLock { $0.append(text) }
    }
    #expect(status == 0)
    #expect(lines.withLock { $0.count } == 2)
    #expect(lines.withLock { $0.last?.hasSuffix("notice stopping\n") } == true)
  }

  @Test func aConnectionBeyondTheMostIsClosedAtOnce() async throws {
    let (signals, sender) = AsyncStream.makeStream(of: Int32.self)
    let address = Mutex<URL?>(nil)
    let open = Mutex<Int32?>(nil)
    let status = await serve(
      ["--max-connections", "1", "--log", "debug"],
      signals: signals
    ) { text in
      if let found = Self.address(in: text) {
        address.withLock { $0 = found }
        open.withLock { $0 = Self.connect(found) }
      } else if text.hasSuffix("a connection was opened\n") {
        if let found = address.withLock({ $0 }) { _ = close(Self.connect(found)) }
      } else if text.contains("there are too many") {
        sender.yield(15)
      }
    }
    #expect(status == 0)
    if let open = open.withLock({ $0 }) { close(open) }
  }

  @Test func aClientThatSaysNothingIsClosed() async throws {
    let (signals, sender) = AsyncStream.makeStream(of: Int32.self)
    let open = Mutex<Int32?>(nil)
    let status = await serve(
      ["--client-timeout", "0.05", "--log", "warning"],
      signals: signals
    ) { text in
      if let address = Self.address(in: text) {
        open.withLock { $0 = Self.connect(address) }
      } else if text.hasSuffix("its client took too long\n") {
        sender.yield(15)
      }
    }
    #expect(status == 0)
    if let open = open.withLock({ $0 }) { close(open) }
  }

  private static func address(in text: String) -> URL? {
    let beginning = "Serving quotes at "
    guard text.hasPrefix(beginning) else { return nil }
    return URL(string: text.dropFirst(beginning.count).trimmingCharacters(in: .newlines))
  }

  /// Opens a connection to a port of this machine, and sends nothing.
  private static func connect(_ url: URL) -> Int32 {
    #if canImport(Glibc)
    let kind = Int32(SOCK_STREAM.rawValue)
    #else
    let kind = SOCK_STREAM
    #endif
    let number = socket(AF_INET, kind, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(url.port ?? 0)).bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    // SAFETY: the system reads one address of the size that is given.
    let status = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        unsafe Foundation.connect(number, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    #expect(status == 0)
    return number
  }
}

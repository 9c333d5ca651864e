import Foundation
import Testing

@testable import StrataInspector

#if canImport(Glibc)
import Glibc
#endif

/// Each test runs in a process of its own, whose descriptors nobody else uses.
@Suite struct DescriptorTests {
  @Test("A program that has closed its input is connected, and records into a file")
  func closedInput() async {
    await #expect(processExitsWith: .success) {
      let inspector = try TestInspector()
      let path = NSTemporaryDirectory() + "recording-\(UUID().uuidString).jsonl"
      defer { try? FileManager.default.removeItem(atPath: path) }
      // The next descriptor has the number 0.
      close(STDIN_FILENO)
      var socket = LiveSocket(inspector.address)
      #expect(socket?.descriptor == STDIN_FILENO)
      socket = nil
      let file = try RecordingFile(path)
      #expect(file.write(Array("a line\n".utf8)))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == "a line\n")
    }
  }

  #if os(Linux)
  @Test("What cannot be opened, and what is let go, leaves its descriptors to others")
  func released() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit(rlim_cur: 64, rlim_max: 64)
      // SAFETY: the call reads the limit before it returns.
      #expect(unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      for _ in 0..<64 {
        #expect(LiveSocket(.unix("/nonexistent/socket")) == nil)
        #expect(throws: RecordingFileError.self) { try RecordingFile("/dev/null") }
        let bell = LiveBell()
        bell.ring()
        #expect(bell.wait(milliseconds: 0))
      }
      let inspector = try TestInspector()
      #expect(LiveSocket(inspector.address) != nil)
    }
  }
  #endif
}

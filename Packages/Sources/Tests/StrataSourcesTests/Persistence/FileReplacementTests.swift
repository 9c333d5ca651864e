import Foundation
import Testing

@testable import StrataSources

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite struct FileReplacementTests {
  @Test(arguments: [1, 2, 3, 7, 1_000])
  func aSystemThatTakesAPartIsGivenTheRest(most: Int) throws {
    let data = Data((0..<20).map { UInt8($0) })
    var taken: [UInt8] = []
    var calls = 0
    try FileReplacement.writeAll(of: data) { rest in
      calls += 1
      if calls.isMultiple(of: 3) {
        errno = EINTR
        return -1
      }
      taken += rest.prefix(most)
      return min(most, rest.count)
    }
    #expect(Data(taken) == data)
  }

  @Test func aSystemThatTakesNothingIsAskedAgain() throws {
    var calls = 0
    try FileReplacement.writeAll(of: Data(count: 5)) { rest in
      calls += 1
      errno = ENOSPC
      return calls == 1 ? 0 : rest.count
    }
    #expect(calls == 2)
  }

  #if canImport(Glibc)
  @Test func aFileThatCannotBeWrittenIsClosedAndRemoved() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      // The number of the next file that is opened.
      func next() -> Int32 {
        let number = dup(STDIN_FILENO)
        close(number)
        return number
      }
      try FileReplacement.replace(folder.file("a").path, with: Data([1]))
      let before = next()
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 100, rlim_max: 100)
      // SAFETY: the call reads the limit before it returns.
      #expect(unsafe setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
      let error = #expect(throws: POSIXError.self) {
        try FileReplacement.replace(folder.file("a").path, with: Data(count: 1_000))
      }
      #expect(error?.code == .EFBIG)
      #expect(next() == before)
      #expect(folder.names == ["a"])
    }
  }
  #endif

  @Test func anErrorOfTheSystemIsThrown() {
    var taken = 0
    let error = #expect(throws: POSIXError.self) {
      try FileReplacement.writeAll(of: Data(count: 5)) { _ in
        taken += 1
        guard taken > 2 else { return 1 }
        errno = ENOSPC
        return -1
      }
    }
    #expect(error?.code == .ENOSPC)
    #expect(taken == 3)
  }

  @Test func aProgramThatHasClosedItsInputReplacesAFile() async {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      // The next file that is opened has the number 0.
      close(0)
      try FileReplacement.replace(folder.file("a").path, with: Data([1]))
      #expect(try Data(contentsOf: folder.file("a")) == Data([1]))
    }
  }
}

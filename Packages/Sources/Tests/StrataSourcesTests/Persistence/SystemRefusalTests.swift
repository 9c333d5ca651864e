import Foundation
import Testing

@testable import StrataSources

@Suite struct SystemRefusalTests {
  @Test(arguments: [
    (POSIXError.Code.EISDIR, "it is a folder", "Use the path of a file."),
    (.EACCES, "permission denied", "Allow it for the file and its folder, or use another path."),
    (.EROFS, "permission denied", "Allow it for the file and its folder, or use another path."),
    (.ENOSPC, "the disk is full", "Free some space."),
    (.ELOOP, "its links lead in a circle", "Change one of the links, or use another path."),
    (.ENAMETOOLONG, "its name is too long", "Use a shorter one."),
    (.ENOENT, "no file can be made there", "Use a path whose folders exist or can be made."),
    (
      .ENOTDIR, "a part of its path is a file where a folder is needed",
      "Use a path whose folders exist or can be made."
    ),
    (.EIO, "Input/output error", "Check the file and its folder."),
  ])
  func namesWhatTheSystemRefusesAndTheRemedy(code: POSIXError.Code, words: String, remedy: String) {
    let direct = SystemRejection(POSIXError(code))
    #expect(direct.words == words)
    #expect(direct.remedy == remedy)
    let wrapped = CocoaError(.fileWriteUnknown, userInfo: [NSUnderlyingErrorKey: POSIXError(code)])
    #expect(SystemRejection(wrapped) == direct)
  }

  @Test func tellsNoNumberOfFoundation() {
    let rejection = SystemRejection(CocoaError(.fileReadUnknown))
    #expect(rejection.words == "the system gives no reason")
    #expect(rejection.remedy == "Check the file and its folder.")
  }

  @Test func anErrorWithWordsOfItsOwnKeepsThem() {
    struct Full: LocalizedError {
      var errorDescription: String? { "The shelf is full." }
    }
    #expect(SystemRejection(Full()).words == "The shelf is full")
  }

  @Test func aFolderIsReadAsNoFile() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      at: folder.file("kept.json"),
      withIntermediateDirectories: false
    )
    let source = FilePersistence().source(
      for: FileDescriptor<[Int]>(url: folder.file("kept.json"))
    )
    let error = try #require(source.model.notFound?.error as? PersistenceError)
    #expect(error.code == .inaccessible)
    #expect(
      error.message == """
        \(folder.file("kept.json").path) cannot be read: it is a folder. Use the path of a file.
        """
    )
  }
}

import Foundation
import ProgramFiles
import Testing

@testable import StandupsData

@Suite struct DocumentFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func add(_ handle: String, _ number: Int, to file: DocumentFile) throws {
    _ = try file.update { $0.standups.append(standup(number, handle)) }
  }

  @Test func readsAMissingFileAsAnEmptyDocument() throws {
    let file = DocumentFile(path: folder.file("none.json"))
    #expect(try file.load() == StandupsDocument())
    #expect(try folder.names() == [])
  }

  @Test func keepsWhatIsWritten() throws {
    let file = DocumentFile(path: folder.file("deep/er/data.json"))
    try add("one", 1, to: file)
    try add("two", 2, to: file)
    #expect(try file.load().standups.map(\.handle) == ["one", "two"])
  }

  @Test func leavesNothingButTheFileAndItsLock() throws {
    try add("one", 1, to: DocumentFile(path: folder.file("data.json")))
    #expect(try folder.names() == ["data.json", "data.json.lock"])
  }

  @Test func writesNothingWhenNothingChanged() throws {
    let file = DocumentFile(path: folder.file("data.json"))
    try add("one", 1, to: file)
    let before = try FileManager.default.attributesOfItem(atPath: file.path)[.systemFileNumber]
    _ = try file.update { _ in }
    let after = try FileManager.default.attributesOfItem(atPath: file.path)[.systemFileNumber]
    #expect(before as? Int == after as? Int)
  }

  @Test func changesNothingWhenTheChangeThrows() throws {
    let file = DocumentFile(path: folder.file("data.json"))
    try add("one", 1, to: file)
    let before = try text(at: file.path)
    let error = failure {
      _ = try file.update { document throws(StandupsError) in
        document.standups = []
        throw StandupsError(.usage, "No.")
      }
    }
    #expect(error?.message == "No.")
    #expect(try text(at: file.path) == before)
    try add("two", 2, to: file)
    #expect(try file.load().standups.count == 2)
  }

  @Test func refusesToWriteWhatItCouldNotRead() throws {
    let file = DocumentFile(path: folder.file("data.json"))
    let error = failure {
      _ = try file.update { $0.standups = [standup(1, "a"), standup(2, "a")] }
    }
    #expect(error?.description == "standups[1].handle: Two stand-ups have the same handle.")
    #expect(try folder.names() == ["data.json.lock"])
  }

  @Test(arguments: [
    "{\"format\": \"standups\", ", "[]", "", "{\"format\":\"standups\",\"version\":9}",
  ])
  func leavesADamagedForeignOrNewerFileAsItWas(content: String) throws {
    let path = try folder.write(content, to: "data.json")
    let error = failure { try add("one", 1, to: DocumentFile(path: path)) }
    #expect(error?.code == .data)
    #expect(error?.place?.hasPrefix(path) == true)
    #expect(try text(at: path) == content)
  }

  @Test func replacesTheFileBehindALink() throws {
    let target = folder.file("target.json")
    try add("one", 1, to: DocumentFile(path: target))
    let link = folder.file("link.json")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    try add("two", 2, to: DocumentFile(path: link))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == target)
    #expect(try DocumentFile(path: target).load().standups.count == 2)
  }

  @Test func keepsThePermissionsOfTheFile() throws {
    let file = DocumentFile(path: folder.file("data.json"))
    try add("one", 1, to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file.path)
    try add("two", 2, to: file)
    let permissions = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions]
    #expect(permissions as? Int == 0o640)
  }

  @Test func refusesAReadOnlyFile() throws {
    let file = DocumentFile(path: folder.file("data.json"))
    try add("one", 1, to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: file.path)
    let before = try text(at: file.path)
    let error = failure { try add("two", 2, to: file) }
    #expect(error?.code == .cannotCreate)
    #expect(
      error?.description
        == "\(file.path): The file may not be written (Permission denied); nothing "
        + "was changed. Change its permissions, or name another file with --data."
    )
    #expect(try text(at: file.path) == before)
    #expect(try folder.names() == ["data.json", "data.json.lock"])
  }

  @Test func refusesAFolderInPlaceOfAFile() throws {
    let path = folder.file("data.json")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let file = DocumentFile(path: path)
    #expect(failure { _ = try file.load() }?.code == .noInput)
    #expect(failure { try add("one", 1, to: file) }?.code == .noInput)
  }

  @Test func refusesAFileInPlaceOfAFolder() throws {
    let path = try folder.write("x", to: "file") + "/data.json"
    let error = failure { try add("one", 1, to: DocumentFile(path: path)) }
    #expect(error?.code == .cannotCreate)
    #expect(error?.place == path)
  }

  @Test func destroysNoFileOfTheUserThatLiesBeside() throws {
    let file = DocumentFile(path: folder.file("data.json"))
    for name in ["data.json.new", "data.json.tmp", ".data.json", ".tmp-mine"] {
      _ = try folder.write("mine", to: name)
    }
    try add("one", 1, to: file)
    for name in ["data.json.new", "data.json.tmp", ".data.json", ".tmp-mine"] {
      #expect(try text(at: folder.file(name)) == "mine")
    }
  }

  @Test func aLinkToAFileThatIsNotThereYetStaysALink() throws {
    let (link, target) = (folder.file("link.json"), folder.file("deep/target.json"))
    try FileManager.default.createSymbolicLink(
      atPath: link,
      withDestinationPath: "deep/target.json"
    )
    try add("one", 1, to: DocumentFile(path: link))
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "deep/target.json")
    #expect(try DocumentFile(path: target).load().standups.count == 1)
  }

  /// A pipe without a writer would block the thread that opens it, and devices never end.
  @Test func opensNothingButRegularFiles() throws {
    let pipe = folder.file("pipe")
    #expect(unsafe mkfifo(pipe, 0o600) == 0)
    for path in [pipe, "/dev/zero", "/dev/null"] {
      let file = DocumentFile(path: path)
      #expect(failure { _ = try file.load() }?.code == .noInput)
      #expect(failure { _ = try DocumentFile.read(path) }?.code == .noInput)
      #expect(failure { try DocumentFile.write(Data(), to: path) }?.code == .cannotCreate)
    }
    #expect(failure { try add("one", 1, to: DocumentFile(path: pipe)) }?.code == .noInput)
    let locked = DocumentFile(path: folder.file("data.json"))
    #expect(unsafe mkfifo(locked.path + ".lock", 0o600) == 0)
    #expect(failure { try add("one", 1, to: locked) }?.code == .cannotCreate)
  }

  @Test func refusesAFileThatIsTooLarge() throws {
    let path = try folder.write("", to: "data.json")
    #expect(unsafe truncate(path, off_t(FileLimit.bytes) + 1) == 0)
    let error = failure { _ = try DocumentFile(path: path).load() }
    #expect(error?.code == .data)
    #expect(
      error?.message == "The file is too large; at most 32 MB are read. It was left as it is."
    )
  }

  /// Each text that is taken can be read again, also where each of its bytes is escaped.
  @Test func textsOfTheLongestLengthAreReadAgain() throws {
    let longest = String(repeating: "\u{1}", count: NoteRule.longestText)
    var held = meeting(1, at: 0, turns: [Turn(name: longest, seconds: 1)])
    held.transcript = [TranscriptLine(second: 0, speaker: longest, text: longest)]
    var document = StandupsDocument(standups: [standup(1, "one")])
    document.standups[0].meetings = [held]
    #expect(document.firstProblem() == nil)
    #expect(try StandupsDocument(json: Array(document.json()), path: "x") == document)
    document.standups[0].meetings[0].transcript[0].text += "x"
    #expect(document.firstProblem()?.message == "A text has more than 65536 bytes.")
  }

  /// Short values reach the limit on values before that on bytes.
  @Test func writesNoMoreValuesThanItReads() throws {
    var file = DocumentFile(path: folder.file("data.json"))
    var document = StandupsDocument(standups: [standup(1, "one", attendees: ["Ada"])])
    document.standups[0].meetings = [meeting(1, at: 0, turns: [Turn(name: "Ada", seconds: 1)])]
    var json = Data()
    let values = document.write { json.append($0) }
    func fault(_ most: Int) -> String? {
      JSONSyntax.firstFault(in: json, bounds: JSONBounds(values: most))?.message
    }
    #expect(fault(values) == nil)
    #expect(fault(values - 1) != nil)
    file.mostValues = values
    _ = try file.update { $0 = document }
    let error = failure { try add("two", 2, to: file) }
    #expect(
      error?.message.hasPrefix(
        "The data would have more than \(values) values; nothing was changed."
      )
        == true
    )
    #expect(try file.load() == document)
  }

  @Test func writesNoFileThatItCouldNotRead() throws {
    let file = DocumentFile(path: folder.file("data.json"))
    try add("one", 1, to: file)
    let before = try text(at: file.path)
    let note = TranscriptLine(
      second: 0,
      speaker: "Ada",
      text: String(repeating: "x", count: 60_000)
    )
    let error = failure {
      _ = try file.update {
        $0.standups[0].meetings = (1...600).map {
          var held = meeting($0, at: 0)
          held.transcript = [note]
          return held
        }
      }
    }
    #expect(error?.code == .data)
    #expect(try text(at: file.path) == before)
  }

  @Test func losesNoChangeOfManyThreads() async throws {
    let file = DocumentFile(path: folder.file("data.json"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          for step in 0..<25 {
            let number = worker * 100 + step + 1
            _ = try file.update { $0.standups.append(standup(number, "s\(number)")) }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try file.load().standups.count == 200)
  }
}

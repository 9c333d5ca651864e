import Foundation
import StrataConcurrency
import StrataExtensions
import Synchronization
import Testing

@testable import StrataSources

@Suite struct FilePersistenceTests {
  // Other tests run at the same time: only those in a process of their own write all files.
  struct Settings: Codable, Sendable, Equatable {
    var volume: Int
  }

  let folder: TemporaryFolder
  let start = Date(timeIntervalSince1970: 1_000_000)

  init() throws { folder = try TemporaryFolder() }

  func descriptor(
    _ name: String = "settings.json",
    expireAfter: TimeInterval? = nil
  ) -> FileDescriptor<Settings> {
    FileDescriptor(url: folder.file(name), expireAfter: expireAfter)
  }

  func content(_ name: String = "settings.json") -> String? {
    (try? Data(contentsOf: folder.file(name))).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func changesInQuickSuccessionAreOneWriteAfterTheDelay() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let time = SourceTime(clock: simulation.clock, start: start)
      let source = FilePersistence(time: time).source(for: descriptor())
      #expect(source.model.word == "not found")
      for volume in 1...5 { source.model.set(Settings(volume: volume)) }
      #expect(source.model.found?.volume == 5)
      #expect(content() == nil)
      try await simulation.clock.sleep(for: .seconds(0.29))
      #expect(content() == nil)
      try await simulation.clock.sleep(for: .seconds(0.02))
      #expect(content() == #"{"volume":5}"#)
      source.model.clear?()
      #expect(source.model.word == "not found")
      try await simulation.clock.sleep(for: .seconds(1))
      #expect(content() == nil)
    }
  }

  /// Foundation's decoder alone ends the program for these bytes.
  @Test func deeplyNestedFileIsDamaged() async throws {
    await #expect(processExitsWith: .success) {
      let folder = try TemporaryFolder()
      let url = folder.file("deep.json")
      try Data(String(repeating: "[", count: 513).utf8).write(to: url)
      let readable = [
        FileDescriptor<Settings>(url: url),
        FileDescriptor<Settings>(url: url, encode: { try JSONEncoder().encode($0) }),
      ]
      for descriptor in readable {
        #expect(throws: JSONNestingError.self) {
          try descriptor.decode(Data(contentsOf: url))
        }
      }
      let source = FilePersistence().source(for: readable[0])
      #expect((source.model.notFound?.error as? PersistenceError)?.code == .damaged)
    }
  }

  @Test func releaseWritesAtOnce() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let time = SourceTime(clock: simulation.clock, start: start)
      do {
        let source = FilePersistence(time: time).source(for: descriptor())
        source.model.set(Settings(volume: 9))
      }
      #expect(content() == #"{"volume":9}"#)
      let again = FilePersistence(time: time).source(for: descriptor())
      #expect(again.model.found?.value == Settings(volume: 9))
    }
  }

  @Test func sourcesOfOneFileAreOne() throws {
    let a = FilePersistence().source(for: descriptor())
    let b = FilePersistence().source(for: descriptor())
    let recorder = Recorder(b.map { $0.found?.value.volume })
    a.model.set(Settings(volume: 4))
    #expect(recorder.models == [nil, 4])
    #expect(a.sourceID == b.sourceID)
    FilePersistence.flush(folder.file("settings.json"))
    #expect(content() == #"{"volume":4}"#)
  }

  @Test func anotherTypeForTheSameFileIsReported() {
    let messages = Recorder<String>()
    let source = FilePersistence().source(for: descriptor())
    let take: @Sendable (Report) -> Void = { messages.take($0.message) }
    ReportSink.withHandler(take) {
      _ = FilePersistence().source(for: FileDescriptor<Int>(url: folder.file("settings.json")))
    }
    #expect(messages.models.count == 1)
    #expect(messages.models.first?.contains("Use one type for a file.") == true)
    withExtendedLifetime(source) {}
  }

  @Test func expiryFollowsTheModificationDateAndIsPublished() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let time = SourceTime(clock: simulation.clock, start: start)
      try Data(#"{"volume":1}"#.utf8).write(to: folder.file("settings.json"))
      try FileManager.default.setAttributes(
        [.modificationDate: start.addingTimeInterval(-50)],
        ofItemAtPath: folder.file("settings.json").path
      )
      let source = FilePersistence(time: time).source(for: descriptor(expireAfter: 60))
      let words = Recorder(source.map(\.word))
      try await simulation.clock.sleep(for: .seconds(9))
      #expect(source.model.found?.isExpired == false)
      try await simulation.clock.sleep(for: .seconds(2))
      #expect(source.model.found?.isExpired == true)
      source.model.set(Settings(volume: 2))
      try await simulation.clock.sleep(for: .seconds(61))
      #expect(
        words.models.map { $0.contains("expired") } == [false, true, false, true]
      )
    }
  }

  @Test func aStoredValueWithoutAnExpiryIsNotExpired() throws {
    try Data(#"{"volume":1}"#.utf8).write(to: folder.file("settings.json"))
    let source = FilePersistence().source(for: descriptor())
    #expect(source.model.found?.isExpired == false)
  }

  @Test func damagedFileIsToldAndKept() throws {
    try Data("{ half a".utf8).write(to: folder.file("settings.json"))
    do {
      let source = FilePersistence().source(for: descriptor())
      let error = source.model.notFound?.error as? PersistenceError
      #expect(error?.code == .damaged)
      #expect(error?.message.contains("It is left as it is") == true)
      #expect(content() == "{ half a")
      source.model.set(Settings(volume: 3))
    }
    #expect(content() == #"{"volume":3}"#)
    #expect(content("settings.json.damaged") == "{ half a")
  }

  @Test func whatCannotBeWrittenIsReportedAndStaysToBeWritten() throws {
    try Data().write(to: folder.file("blocked"))
    let messages = Recorder<String>()
    let path = folder.file("blocked").appendingPathComponent("inside.json")
    let take: @Sendable (Report) -> Void = { messages.take($0.message) }
    ReportSink.withHandler(take) {
      let source = FilePersistence().source(for: FileDescriptor<Settings>(url: path))
      source.model.set(Settings(volume: 1))
      FilePersistence.flush(path)
      #expect(
        messages.models == [
          """
          A change of a kept value was not kept. \(path.path) cannot be written: a part of its path \
          is a file where a folder is needed. Use a path whose folders exist or can be made.
          """
        ]
      )
      #expect(source.model.found?.volume == 1)
    }
    try FileManager.default.removeItem(at: folder.file("blocked"))
    FilePersistence.flush(path)
    #expect(content("blocked/inside.json") == #"{"volume":1}"#)
  }

  @Test func theDelayIsCountedFromTheFirstOfSeveralChanges() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      let time = SourceTime(clock: simulation.clock, start: start)
      let source = FilePersistence(time: time).source(for: descriptor())
      source.model.set(Settings(volume: 1))
      try await simulation.clock.sleep(for: .seconds(0.2))
      source.model.set(Settings(volume: 2))
      try await simulation.clock.sleep(for: .seconds(0.11))
      #expect(content() == #"{"volume":2}"#)
    }
  }

  @Test func aFileThatIsWrittenIsReadFromTheDiskAgain() throws {
    do {
      let source = FilePersistence().source(for: descriptor())
      source.model.set(Settings(volume: 1))
    }
    #expect(content() == #"{"volume":1}"#)
    try Data(#"{"volume":2}"#.utf8).write(to: folder.file("settings.json"))
    let source = FilePersistence().source(for: descriptor())
    #expect(source.model.found?.value == Settings(volume: 2))
  }

  @Test func aChangeThatCannotBeWrittenIsReportedOnceWhenItsSourceGoes() async throws {
    let path = folder.file("blocked").appendingPathComponent("inside.json")
    let messages = try await withSimulation(seed: 1) { simulation in
      try Data().write(to: folder.file("blocked"))
      let messages = Recorder<String>()
      let take: @Sendable (Report) -> Void = { messages.take($0.message) }
      return try await ReportSink.withHandler(take) {
        let time = SourceTime(clock: simulation.clock, start: start)
        do {
          let source = FilePersistence(time: time).source(for: FileDescriptor<Settings>(url: path))
          source.model.set(Settings(volume: 1))
        }
        try await simulation.clock.sleep(for: .seconds(10))
        return messages.models
      }
    }.value
    #expect(messages.count == 1)
    try FileManager.default.removeItem(at: folder.file("blocked"))
    FilePersistence.flush(path)
    #expect(content("blocked/inside.json") == #"{"volume":1}"#)
  }

  @Test func whatCouldNotBeReadIsPreserved() throws {
    let url = folder.file("settings.json")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    let source = FilePersistence().source(for: descriptor())
    #expect((source.model.notFound?.error as? PersistenceError)?.code == .inaccessible)
    try FileManager.default.removeItem(at: url)
    try Data("mine".utf8).write(to: url)
    source.model.set(Settings(volume: 1))
    FilePersistence.flush(url)
    #expect(content() == #"{"volume":1}"#)
    #expect(content("settings.json.damaged") == "mine")
  }

  @Test func aChangeAfterOneThatCouldNotBeWrittenIsWrittenInItsTime() async throws {
    _ = try await withSimulation(seed: 1) { simulation in
      try Data().write(to: folder.file("blocked"))
      let messages = Recorder<String>()
      let take: @Sendable (Report) -> Void = { messages.take($0.message) }
      try await ReportSink.withHandler(take) {
        let time = SourceTime(clock: simulation.clock, start: start)
        let source = FilePersistence(time: time).source(for: descriptor("blocked/inside.json"))
        source.model.set(Settings(volume: 1))
        try await simulation.clock.sleep(for: .seconds(1))
        #expect(messages.models.count == 1)
        try FileManager.default.removeItem(at: folder.file("blocked"))
        source.model.set(Settings(volume: 2))
        try await simulation.clock.sleep(for: .seconds(0.31))
        #expect(content("blocked/inside.json") == #"{"volume":2}"#)
        #expect(messages.models.count == 1)
      }
    }
  }

  @Test func whatIsNoFileIsNotReplaced() throws {
    let url = folder.file("socket")
    let server = Process()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let bind = "import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])"
    server.arguments = ["python3", "-c", bind, url.path]
    try server.run()
    server.waitUntilExit()
    let messages = Recorder<String>()
    let take: @Sendable (Report) -> Void = { messages.take($0.message) }
    ReportSink.withHandler(take) {
      let source = FilePersistence().source(for: FileDescriptor<Settings>(url: url))
      source.model.set(Settings(volume: 1))
      FilePersistence.flush(url)
    }
    let words = "\(url.path) cannot be written: it is a device, a pipe or a socket."
    #expect(messages.models.contains { $0.contains(words) })
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    #expect(attributes[.type] as? FileAttributeType == .typeSocket)
    // A change that is still unwritten when the program ends would bring the folder back.
    try FileManager.default.removeItem(at: url)
    FilePersistence.flush(url)
    #expect(content("socket") == #"{"volume":1}"#)
  }

  @Test func aFolderIsNotReplaced() throws {
    try FileManager.default.createDirectory(
      at: folder.file("settings.json"),
      withIntermediateDirectories: false
    )
    try Data("mine".utf8).write(to: folder.file("settings.json/own"))
    let messages = Recorder<String>()
    let take: @Sendable (Report) -> Void = { messages.take($0.message) }
    ReportSink.withHandler(take) {
      let source = FilePersistence().source(for: descriptor())
      source.model.set(Settings(volume: 1))
      FilePersistence.flush(folder.file("settings.json"))
    }
    #expect(messages.models.contains { $0.contains("cannot be written: it is a folder.") })
    #expect(content("settings.json/own") == "mine")
    // A change that is still unwritten when the program ends would bring the folder back.
    try FileManager.default.removeItem(at: folder.file("settings.json"))
    FilePersistence.flush(folder.file("settings.json"))
    #expect(content() == #"{"volume":1}"#)
  }

  @Test func valuesThatMakeTheirOwnDataAndCustomFormats() throws {
    struct Text: DataConvertible, Sendable {
      let text: String
      init(_ text: String) { self.text = text }
      init(data: Data) { text = String(decoding: data, as: UTF8.self) }
      func data() -> Data { Data(text.utf8) }
    }
    do {
      let source = FilePersistence().source(for: FileDescriptor<Text>(url: folder.file("text")))
      source.model.set(Text("own"))
      let custom = FileDescriptor<Int>(
        url: folder.file("number"),
        encode: { Data("<\($0)>".utf8) },
        decode: { Int(String(decoding: $0.dropFirst().dropLast(), as: UTF8.self)) ?? 0 }
      )
      let number = FilePersistence().source(for: custom)
      number.model.set(7)
      #expect(FilePersistence().source(for: custom).model.found?.value == 7)
    }
    #expect(content("text") == "own")
    #expect(content("number") == "<7>")
  }

  @Test func manyThreadsLoseNothing() async throws {
    let source = FilePersistence(writeDelay: 0).source(for: descriptor())
    await onThreads(8) { index in
      for step in 0..<50 { source.model.set(Settings(volume: index * 100 + step)) }
    }
    FilePersistence.flush(folder.file("settings.json"))
    let last = try #require(source.model.found?.value)
    #expect(content() == #"{"volume":\#(last.volume)}"#)
  }

  #if os(Linux) || os(macOS)
  @Test func whatIsNotWrittenYetIsWrittenWhenTheProgramExits() async throws {
    let path = folder.file("exit.json").path
    await #expect(processExitsWith: .exitCode(0)) { [path = path as String] in
      let url = URL(fileURLWithPath: path)
      let source = FilePersistence(writeDelay: 3_600).source(
        for: FileDescriptor<Settings>(url: url)
      )
      source.model.set(Settings(volume: 42))
      exit(0)
    }
    #expect(content("exit.json") == #"{"volume":42}"#)
  }

  @Test func whoIsToldOfAFailedWriteMayEndTheProgram() async throws {
    try Data().write(to: folder.file("blocked"))
    let path = folder.file("blocked").appendingPathComponent("inside.json").path
    await #expect(processExitsWith: .exitCode(0)) { [path = path as String] in
      let url = URL(fileURLWithPath: path)
      let isNotified = Locked(false, rank: .leaf)
      let take: @Sendable (Report) -> Void = { _ in
        let isFirst = isNotified.withLock { isNotified in
          defer { isNotified = true }
          return !isNotified
        }
        if isFirst { exit(0) }
      }
      ReportSink.withHandler(take) {
        let source = FilePersistence().source(for: FileDescriptor<Settings>(url: url))
        source.model.set(Settings(volume: 1))
        FilePersistence.flush(url)
        exit(1)
      }
    }
  }

  @Test func processKilledWhileWritingLeavesAWholeFile() async throws {
    let path = folder.file("killed").path
    let size = 4 << 20
    for round in 1...3 {
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, round = round as Int, size = size as Int] in
        // Nearly all the time goes into writing, so the kill hits a write.
        let contents = (0..<2).map { Data(repeating: UInt8(65 + $0), count: size) }
        let descriptor = FileDescriptor<Int>(
          url: URL(fileURLWithPath: path),
          encode: { contents[$0 % 2] },
          decode: { Int($0.first ?? 0) }
        )
        let source = FilePersistence(writeDelay: 3_600).source(for: descriptor)
        let writes = Atomic<Int>(0)
        Thread.detachNewThread {
          while writes.load(ordering: .relaxed) < 2 + round {}
          kill(getpid(), SIGKILL)
        }
        while true {
          source.model.set(writes.load(ordering: .relaxed))
          FilePersistence.flush()
          writes.wrappingAdd(1, ordering: .relaxed)
        }
      }
      let data = try Data(contentsOf: URL(fileURLWithPath: path))
      #expect(data.count == size)
      #expect(Set(data).count == 1)
    }
  }
  #endif
}

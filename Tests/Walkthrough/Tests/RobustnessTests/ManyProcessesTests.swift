import ProgramDriver
import Testing

@Suite struct ManyProcessesTests {
  @Test func processesAtOnceLoseNothing() throws {
    let program = try Program()
    let processes = try (0..<4).map { worker in
      let commands = (0..<25).map { "add \"w\(worker) n\($0)\" --attendee Ada\n" }.joined()
      let process = try program.start(["shell"], input: .pipe, output: .nowhere, errors: .pipe)
      return (process, commands)
    }
    // All get their commands before any is waited for.
    for (process, commands) in processes {
      let bytes = Array(commands.utf8)
      let written = unsafe bytes.withUnsafeBytes {
        unsafe systemWrite(process.input, $0.baseAddress, $0.count)
      }
      #expect(written == bytes.count)
    }
    for (process, _) in processes {
      let errors = Exchange(process).finish().errors
      #expect(process.wait() == 0)
      #expect(String(decoding: errors, as: UTF8.self) == "")
    }
    let handles = try program.run("list").output.split(separator: "\n").dropFirst()
      .compactMap { $0.split(separator: " ").first }
    #expect(handles.count == 100)
    #expect(Set(handles).count == 100)
  }

  @Test func aReaderNeverWaitsForAWriter() throws {
    let program = try Program()
    _ = try program.run("add", "One")
    let lock = try FileLockHolder(program.dataPath + ".lock")
    #expect(try program.run("list").status == 0)
    lock.release()
    #expect(try program.run("add", "Two").status == 0)
  }
}

import Foundation
import ProgramDriver
import Testing

@Suite struct FullDiskTests {
  private static let rejection: Comment =
    "a small tmpfs cannot be mounted here (it takes Linux and the superuser)"

  @Test(.enabled(if: SmallDisk.canMount, rejection))
  func leavesTheDocumentWhenTheDiskIsFull() throws {
    let program = try Program()
    let disk = try SmallDisk(kilobytes: 128)
    let data = disk.file("data.json")
    let table = "title,attendees\n" + (1...150).map { "Team \($0),Ada; Grace\n" }.joined()
    #expect(try program.run("import", "-", "--data", data, input: table).status == 0)
    let before = try Data(contentsOf: URL(fileURLWithPath: data))
    // A second document of that size does not fit beside the first.
    let failed = try program.run("add", "One more", "--data", data)
    #expect(failed.status == 74)
    #expect(
      failed.errors == "standups: \(data): The disk is full; nothing was changed. "
        + "Free some space and try again.\n"
    )
    #expect(try Data(contentsOf: URL(fileURLWithPath: data)) == before)
    #expect(try disk.names() == ["data.json", "data.json.lock"])
    let exported = try program.run("export", "--data", data, "--output", disk.file("copy.json"))
    #expect(exported.status == 74)
    #expect(try disk.names() == ["data.json", "data.json.lock"])
  }

  @Test(.enabled(if: SmallDisk.canMount, rejection))
  func readsFromAReadOnlyDiskAndRefusesToWrite() throws {
    let program = try Program()
    let disk = try SmallDisk(kilobytes: 128)
    let data = disk.file("data.json")
    #expect(try program.run("add", "One", "--data", data).status == 0)
    try disk.makeReadOnly()
    #expect(try program.run("list", "--data", data).status == 0)
    let failed = try program.run("add", "Two", "--data", data)
    #expect(failed.status == 73)
    #expect(
      failed.errors == "standups: \(data): The file may not be written (Read-only file system); "
        + "nothing was changed. Change its permissions, or name another file with --data.\n"
    )
  }
}

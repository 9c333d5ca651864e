import Foundation
import ProgramFiles
import Testing

@Suite struct FilePlaceTests {
  private static let isSuperuser = geteuid() == 0

  private let files = FileManager.default

  private func owner(_ path: String) throws -> Int? {
    try files.attributesOfItem(atPath: path)[.ownerAccountID] as? Int
  }

  private func give(_ path: String, to user: Int) throws {
    try files.setAttributes(
      [.ownerAccountID: user, .groupOwnerAccountID: user],
      ofItemAtPath: path
    )
  }

  /// A folder that belongs to another user.
  private func makeFolder() throws -> String {
    let folder = NSTemporaryDirectory() + "place-\(UUID().uuidString)"
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try give(folder, to: 12_345)
    return folder
  }

  @Test(.enabled(if: isSuperuser)) func whatTheSuperuserMakesBelongsToTheOwnerOfTheFolder() throws {
    let folder = try makeFolder()
    defer { try? files.removeItem(atPath: folder) }
    let target = try FilePlace.preparedTarget(of: folder + "/a/b/file")
    try AtomicReplacement.replace(target, with: Data("x".utf8))
    let lock = try FileLock(path: target + ".lock", onWait: {})
    lock.release()
    for path in ["/a", "/a/b", "/a/b/file", "/a/b/file.lock"] {
      #expect(try owner(folder + path) == 12_345, "\(path)")
    }
    // The file of a user stays the user's.
    try give(target, to: 23_456)
    try AtomicReplacement.replace(target, with: Data("y".utf8))
    #expect(try owner(target) == 23_456)
  }

  @Test(.enabled(if: isSuperuser)) func noLinkLeadsToAFileThatIsGivenAway() throws {
    let folder = try makeFolder()
    defer { try? files.removeItem(atPath: folder) }
    let precious = NSTemporaryDirectory() + "precious-\(UUID().uuidString)"
    try Data().write(to: URL(fileURLWithPath: precious))
    defer { try? files.removeItem(atPath: precious) }
    try files.createSymbolicLink(atPath: folder + "/link", withDestinationPath: precious)
    try files.linkItem(atPath: precious, toPath: folder + "/hard")
    FilePlace.giveToFolder(folder + "/link")
    FilePlace.giveToFolder(folder + "/hard")
    #expect(try owner(precious) == 0)
  }

  @Test func aFolderIsMadeWithThoseThatItLiesIn() throws {
    let folder = NSTemporaryDirectory() + "place-\(UUID().uuidString)"
    defer { try? files.removeItem(atPath: folder) }
    let target = try FilePlace.preparedTarget(of: folder + "/a/b/../c/file")
    #expect(target.hasSuffix("/a/c/file"))
    try Data().write(to: URL(fileURLWithPath: target))
    #expect(throws: SystemFailure(ENOTDIR)) { try FilePlace.preparedTarget(of: target + "/x/y") }
    let name = String(repeating: "x", count: 300)
    #expect(throws: SystemFailure(ENAMETOOLONG)) {
      try FilePlace.preparedTarget(of: "\(folder)/\(name)/file")
    }
  }
}

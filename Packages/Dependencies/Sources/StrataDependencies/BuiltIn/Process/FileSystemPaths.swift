public import Foundation

/// The folders that the system gives to a program.
public struct FileSystemPaths: Sendable, Hashable {
  /// The user's own folder.
  public var home: URL
  /// The folder for files that may vanish.
  public var temporary: URL
  /// The folder that relative paths start from.
  public var currentDirectory: URL
  /// The folder for files that programs store for the user.
  public var applicationSupport: URL

  /// Makes paths from four folders, which need not exist.
  public init(home: URL, temporary: URL, currentDirectory: URL, applicationSupport: URL) {
    self.home = home
    self.temporary = temporary
    self.currentDirectory = currentDirectory
    self.applicationSupport = applicationSupport
  }

  /// Paths that all lie inside one folder, as `home`, `temporary`, `current` and
  /// `application-support`; nothing is created.
  public static func inside(_ folder: URL) -> FileSystemPaths {
    FileSystemPaths(
      home: folder.appendingPathComponent("home", isDirectory: true),
      temporary: folder.appendingPathComponent("temporary", isDirectory: true),
      currentDirectory: folder.appendingPathComponent("current", isDirectory: true),
      applicationSupport: folder.appendingPathComponent("application-support", isDirectory: true)
    )
  }

  /// The user's own folder: the one that `$HOME` names, or else that of the account.
  ///
  /// A service has no `$HOME`, and Foundation then names the folder of all homes.
  ///
  /// - Parameters:
  ///   - path: The variable's value, which counts if it is a path from the root.
  ///   - account: The folder of the account, if the system knows it.
  /// - Returns: The folder.
  package static func userFolder(named path: String?, account: String? = UserAccount.home) -> URL {
    let path = path.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? account
    return path.map { URL(fileURLWithPath: $0, isDirectory: true) }
      ?? FileManager.default.homeDirectoryForCurrentUser
  }

  /// The system's paths, as they were when this was first used.
  public static let live: FileSystemPaths = {
    let files = FileManager.default
    let home = userFolder(named: ProcessInfo.processInfo.environment["HOME"])
    let support = files.urls(for: .applicationSupportDirectory, in: .userDomainMask).first
    return FileSystemPaths(
      home: home,
      temporary: files.temporaryDirectory,
      currentDirectory: URL(fileURLWithPath: files.currentDirectoryPath, isDirectory: true),
      applicationSupport: support
        ?? home.appendingPathComponent(".local/share", isDirectory: true)
    )
  }()
}

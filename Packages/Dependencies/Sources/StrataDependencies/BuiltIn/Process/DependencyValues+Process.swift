import Foundation

extension DependencyValues {
  /// The environment variables.
  ///
  /// Live and preview: those of the process. Test: none.
  public var processEnvironment: ProcessEnvironment {
    get { self[ProcessEnvironmentKey.self] }
    set { self[ProcessEnvironmentKey.self] = newValue }
  }

  /// The folders that the system gives to a program.
  ///
  /// Live and preview: the system's. Test: reported; folders in which no file can be made, so that
  /// a test never touches the developer's own.
  public var fileSystemPaths: FileSystemPaths {
    get { self[FileSystemPathsKey.self] }
    set { self[FileSystemPathsKey.self] = newValue }
  }
}

private enum ProcessEnvironmentKey: DependencyKey {
  static var liveValue: ProcessEnvironment { .live }
  static let testValue = ProcessEnvironment()
}

private enum FileSystemPathsKey: DependencyKey {
  static var liveValue: FileSystemPaths { .live }
  static var testValue: FileSystemPaths {
    // `/dev/null` is no folder and cannot become one.
    standIn(
      .inside(URL(fileURLWithPath: "/dev/null", isDirectory: true)),
      advice: "Override it, for example with `$0.fileSystemPaths = .inside(folder)`."
    )
  }
}

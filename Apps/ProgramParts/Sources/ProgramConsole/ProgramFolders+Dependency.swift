import Foundation
public import ProgramFiles
public import StrataDependencies

/// Gives the folders of a program, as a dependency.
public struct ProgramFoldersProvider: Sendable {
  /// Gives the folders of the program of a name; `nil` where nothing is to be stored.
  public var folders: @Sendable (_ program: String) -> ProgramFolders?

  /// Makes a provider of a function.
  ///
  /// - Parameter folders: Gives the folders of the program of a name.
  public init(folders: @escaping @Sendable (_ program: String) -> ProgramFolders?) {
    self.folders = folders
  }
}

extension ProgramFoldersProvider: DependencyKey {
  /// Those of the user.
  public static var liveValue: ProgramFoldersProvider {
    let dependencies = DependencyValues.current
    let variables = dependencies.processEnvironment.variables
    let home = dependencies.fileSystemPaths.home.path
    return ProgramFoldersProvider { ProgramFolders(of: $0, environment: variables, home: home) }
  }

  /// None, so that a test stores nothing that it does not ask for.
  public static var testValue: ProgramFoldersProvider { ProgramFoldersProvider { _ in nil } }
}

extension DependencyValues {
  /// The folders of a program for its user's files.
  public var programFolders: ProgramFoldersProvider {
    get { self[ProgramFoldersProvider.self] }
    set { self[ProgramFoldersProvider.self] = newValue }
  }
}

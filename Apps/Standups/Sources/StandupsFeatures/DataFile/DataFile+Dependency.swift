import Foundation
package import StrataDependencies

extension DataFile: DependencyKey {
  /// The file that `$STANDUPS_DATA` names, or else the one in the user's folder.
  package static var liveValue: DataFile {
    let dependencies = DependencyValues.current
    if let path = dependencies.processEnvironment["STANDUPS_DATA"], !path.isEmpty {
      return .file(path)
    }
    let folder = dependencies.fileSystemPaths.applicationSupport
    return .file(folder.appendingPathComponent("standups/standups.json").path)
  }
}

extension DependencyValues {
  /// The data file.
  package var dataFile: DataFile {
    get { self[DataFile.self] }
    set { self[DataFile.self] = newValue }
  }
}

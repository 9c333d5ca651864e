import Foundation
import ProgramConsole
import ProgramFiles
import StrataDependencies

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The data that the program stores for the next run by default: the address, and quotes.
///
/// None of it is needed: if it cannot be read or written, the program works without.
enum KeptThings {
  /// The number of seconds after which stored quotes are fetched again by default.
  static let expireAfter = 3_600.0
  /// The number of files of quotes that stay, the latest.
  private static let mostCaches = 50

  private static var folders: ProgramFolders? {
    DependencyValues.current.programFolders.folders("quotes")
  }

  /// The address that was asked last, if any answered.
  static var address: Address? {
    guard let path = folders.map({ $0.state + "/address" }),
      let data = try? OpenFile.read(path, limit: 4_096)
    else { return nil }
    let text = String(decoding: data, as: UTF8.self)
    return Address(text.trimmingCharacters(in: .whitespacesAndNewlines))
  }

  /// Stores the address for the next run.
  static func remember(_ address: Address) {
    guard let folders, Self.address?.url != address.url else { return }
    let data = Data((address.url.absoluteString + "\n").utf8)
    guard let target = try? FilePlace.preparedTarget(of: folders.state + "/address") else { return }
    try? AtomicReplacement.replace(target, with: data)
  }

  /// The file of the quotes of an address; `nil` if none can be stored.
  static func cache(of address: Address) -> String? {
    guard let folders else { return nil }
    let name = StableHash.digits(of: address.url.absoluteString)
    let wanted = "\(folders.cache)/\(name).json"
    guard let path = try? FilePlace.preparedTarget(of: wanted) else { return nil }
    let folder = FilePlace.folder(of: path)
    // SAFETY: the path is a C string for the length of the call.
    guard unsafe access(folder, W_OK | X_OK) == 0 else { return nil }
    removeOldest(in: folder)
    return path
  }

  private static func removeOldest(in folder: String) {
    let folder = URL(fileURLWithPath: folder, isDirectory: true)
    let files = try? FileManager.default.contentsOfDirectory(
      at: folder,
      includingPropertiesForKeys: [.contentModificationDateKey]
    )
    guard let files, files.count > mostCaches else { return }
    let dated = files.filter { $0.pathExtension == "json" }.map { file in
      let values = try? file.resourceValues(forKeys: [.contentModificationDateKey])
      return (file, values?.contentModificationDate ?? .distantPast)
    }
    for (file, _) in dated.sorted(by: { $0.1 > $1.1 }).dropFirst(mostCaches) {
      try? FileManager.default.removeItem(at: file)
    }
  }
}

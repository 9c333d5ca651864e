import Foundation
import PackagePlugin

/// A folder of sources in which `Example` stands for the name that the user gives.
///
/// The library compiles and tests the templates as they lie there; their tests are not copied.
struct Template {
  let folder: URL

  var name: String { folder.lastPathComponent }

  /// The templates of the library, which is among the package's dependencies or the package itself.
  static func all(for package: Package) throws -> [Template] {
    var pending = [package]
    var seen: Set<Package.ID> = []
    while let next = pending.popLast() {
      guard seen.insert(next.id).inserted else { continue }
      pending += next.dependencies.map(\.package)
      guard next.products.contains(where: { $0.name == "StrataStores" }) else { continue }
      // The package of the layer, or the one at the root of the repository.
      for path in ["Templates", "Packages/Stores/Templates"] {
        let folder = next.directoryURL.appending(path: path, directoryHint: .isDirectory)
        let templates = folders(in: folder).map(Template.init)
        if !templates.isEmpty { return templates }
      }
    }
    throw Diagnostic("no dependency of \(package.displayName) has templates for stores")
  }

  /// Writes the template's files with another name, and returns their locations.
  func write(for name: String, into target: URL) throws -> [URL] {
    let sources = try FileManager.default
      .contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" && !$0.lastPathComponent.hasSuffix("Tests.swift") }
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
    let files = sources.map {
      target.appending(path: $0.lastPathComponent.replacingOccurrences(of: "Example", with: name))
    }
    for file in files where FileManager.default.fileExists(atPath: file.path) {
      throw Diagnostic("\(file.path) is there already; nothing was written")
    }
    for (source, file) in zip(sources, files) {
      let text = try String(contentsOf: source, encoding: .utf8)
      let renamed = text.replacingOccurrences(of: "Example", with: name)
      try renamed.write(to: file, atomically: true, encoding: .utf8)
    }
    return files
  }

  private static func folders(in folder: URL) -> [URL] {
    let found = try? FileManager.default
      .contentsOfDirectory(at: folder, includingPropertiesForKeys: [.isDirectoryKey])
    return (found ?? []).filter(\.hasDirectoryPath)
      .sorted { $0.lastPathComponent < $1.lastPathComponent }
  }
}

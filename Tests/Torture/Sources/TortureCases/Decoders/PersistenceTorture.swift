import Foundation
import StrataSources

/// Reads damaged files.
enum PersistenceTorture {
  struct Settings: Codable, Equatable, Sendable {
    var volume = 1
    var names: [String] = ["a"]
    var date: Date?
    var nested: [String: [Int]] = [:]
  }

  /// A damaged file is an error and stays unchanged, and is saved under another name when a new value replaces it.
  static func file(_ random: inout SeededGenerator) throws {
    let folder = try TortureFolder()
    let url = folder.url.appendingPathComponent("settings.json")
    let data = DamagedData.make(of: try JSONEncoder().encode(Settings()), &random)
    try data.write(to: url)
    var wasFound = false
    do {
      let source = FilePersistence().source(for: FileDescriptor<Settings>(url: url))
      wasFound = source.model.found != nil
      try hold(
        wasFound || (source.model.notFound?.error as? PersistenceError)?.code == .damaged,
        "no error, and nothing found"
      )
      try hold(try Data(contentsOf: url) == data, "reading has changed the file")
      source.model.set(Settings(volume: 7))
    }
    let source = FilePersistence().source(for: FileDescriptor<Settings>(url: url))
    try hold(source.model.found?.value == Settings(volume: 7), "what was set is not kept")
    let kept = try? Data(contentsOf: url.appendingPathExtension("damaged"))
    try hold(wasFound || kept == data, "the damaged file is not kept")
  }

  /// A damaged file of a cache is forgotten, and can be set anew.
  static func cache(_ random: inout SeededGenerator) throws {
    let folder = try TortureFolder()
    let descriptor = CacheDescriptor<Settings>(key: "settings")
    func cached() -> Source<Persistable<Settings>> {
      CachePersistence(folder: folder.url).source(for: descriptor)
    }
    do {
      let source = cached()
      source.model.set(Settings(volume: 2))
    }
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
      let file = folder.url.appendingPathComponent(name)
      try DamagedData.make(of: try Data(contentsOf: file), &random).write(to: file)
    }
    do { _ = cached().model.found }
    do {
      let source = cached()
      source.model.set(Settings(volume: 7))
    }
    try hold(cached().model.found?.value.volume == 7, "what was set is not kept")
  }
}

/// A folder that is removed when it is released.
private final class TortureFolder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}

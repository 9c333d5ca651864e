import Observation
import Strata
import StrataConcurrency
import StrataTesting
import Testing

/// A use of a folder in an expression.
struct FolderRead: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let text: @Sendable (Folder) -> String
  /// Changes what the expression reads, of a folder in a tree.
  let change: @Sendable (Folder) -> Void

  static let all = [
    FolderRead(testDescription: "a property", text: { $0.name }, change: { $0.name += "!" }),
    FolderRead(
      testDescription: "a child's property",
      text: { $0.folders.map(\.name).joined() },
      change: { $0.folders[0].name += "!" }
    ),
    FolderRead(
      testDescription: "a list",
      text: { "\($0.folders.count)" },
      change: { $0.folders.append(Folder(name: "new")) }
    ),
    FolderRead(
      testDescription: "a memoized value",
      text: { $0.big.joined() },
      change: { $0.folders[0].size = 90 }
    ),
    FolderRead(
      testDescription: "a memoized value with a parameter",
      text: { "\($0.larger(than: 5))" },
      change: { $0.folders[0].size = 90 }
    ),
    FolderRead(
      testDescription: "a local value",
      text: { "\($0.node.local.isOpen)" },
      change: { $0.node.local.isOpen = true }
    ),
    FolderRead(
      testDescription: "a preference",
      text: { "\($0.node.preference.total)" },
      change: { $0.folders[0].node.preference.total = 7 }
    ),
    FolderRead(
      testDescription: "the descendants",
      text: { "\($0.all)" },
      change: { $0.folders[0].size = 90 }
    ),
    FolderRead(
      testDescription: "the environment",
      text: { $0.node.environment.theme },
      change: { $0.node.environment.theme = "dark" }
    ),
    FolderRead(
      testDescription: "the ancestors",
      text: { $0.path },
      change: { $0.name += "!" }
    ),
  ]

  /// The reads whose values the join itself changes.
  static let ofPlace = Array(all.suffix(2))
}

/// Observers that have read a model before it became part of a tree.
struct JoiningTests {
  let log = Log()
  let root = Folder(name: "root").withAnchor()
  let folder = Folder(name: "a", folders: [Folder(name: "b")])

  @Test(arguments: FolderRead.all)
  func onChangeFollowsItAfterwards(read: FolderRead) {
    root.node.onChange(of: read.text(folder), initial: false) { log.add("\($1);") }
    root.folders = [folder]
    log.clear()
    read.change(folder)
    #expect(log.take() == read.text(folder) + ";")
  }

  @Test(arguments: FolderRead.all)
  func observedFollowsItAfterwards(read: FolderRead) async {
    let values = Observed(initial: false) { [folder] in read.text(folder) }
    var iterator = values.makeAsyncIterator()
    root.folders = [folder]
    read.change(folder)
    #expect(await iterator.next() == read.text(folder))
  }

  @Test(arguments: FolderRead.all)
  func swiftsObservationFollowsItAfterwards(read: FolderRead) {
    func observe() {
      withObservationTracking {
        _ = read.text(folder)
      } onChange: { [log] in
        log.add("changed ")
      }
    }
    observe()
    root.folders = [folder]
    log.clear()
    observe()
    read.change(folder)
    #expect(log.take() == "changed ")
  }

  @Test(arguments: FolderRead.all)
  func swiftsObservationThatIsNotRenewedHearsOfTheJoin(read: FolderRead) {
    withObservationTracking {
      _ = read.text(folder)
    } onChange: { [log] in
      log.add("changed ")
    }
    root.folders = [folder]
    read.change(folder)
    #expect(log.take() == "changed ")
  }

  @Test(arguments: FolderRead.ofPlace)
  func theNewPlaceIsAChange(read: FolderRead) {
    root.node.environment.theme = "red"
    root.node.onChange(of: read.text(folder), initial: false) { log.add("\($1);") }
    root.folders = [folder]
    #expect(log.take() == read.text(folder) + ";")
  }

  @Test(arguments: FolderRead.all)
  func aMemoizedValueFollowsItAfterwards(read: FolderRead) {
    let index = Index(folder: read.text).withAnchor()
    index.hold(folder)
    #expect(index.text == read.text(folder))
    index.node.onChange(of: index.text, initial: false) { log.add("\($1);") }
    root.folders = [folder]
    log.clear()
    read.change(folder)
    #expect(log.take() == read.text(folder) + ";")
    #expect(index.text == read.text(folder))
  }
}

/// Memoizes a text of a folder of another tree.
@Model struct Index {
  let folder: @Sendable (Folder) -> String
  let held = Locked<Folder?>(nil, rank: .leaf)

  func hold(_ folder: Folder) { held.withLock { $0 = folder } }

  var text: String {
    node.memoize { held.withLock { $0 }.map { folder($0) } ?? "" }
  }
}

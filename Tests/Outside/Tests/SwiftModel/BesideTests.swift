import Strata
import StrataConcurrency
import StrataRendering
import Testing

extension LocalKeys {
  var isOpen: LocalStorage<Bool> { .init(defaultValue: false) }
}

extension EnvironmentKeys {
  var theme: EnvironmentStorage<String> { .init(defaultValue: "light") }
}

extension PreferenceKeys {
  var total: PreferenceStorage<Int> { .init(defaultValue: 0) { $0 += $1 } }
}

@Model struct Folder {
  var name = ""
  var size = 0
  var folders: [Folder] = []

  var path: String {
    node.mapHierarchy(for: [.self, .ancestors]) { ($0 as? Folder)?.name }
      .reversed().joined(separator: "/")
  }

  var all: Int {
    node.reduceHierarchy(
      for: [.self, .descendants],
      transform: { ($0 as? Folder)?.size },
      into: 0,
      { $0 += $1 }
    )
  }

  var big: [String] { node.memoize { folders.filter { $0.size > 10 }.map(\.name) } }
  func larger(than size: Int) -> Int {
    node.memoize(for: size) { folders.filter { $0.size > size }.count }
  }
}

/// The values of models beside their properties.
struct BesideTests {
  let log = Log()

  func tree() -> Folder {
    Folder(
      name: "a",
      folders: [
        Folder(name: "b", size: 2, folders: [Folder(name: "c", size: 20)]),
        Folder(name: "d", size: 30),
      ]
    ).withAnchor()
  }

  @Test func localValuesAreOfOneModel() {
    let root = tree()
    root.node.local.isOpen = true
    #expect(root.node.local.isOpen)
    #expect(!root.folders[0].node.local.isOpen)
    root.node.removeLocal(\.isOpen)
    #expect(!root.node.local.isOpen)
  }

  @Test func localValuesAreObserved() {
    let root = tree()
    root.node.onChange(of: root.node.local.isOpen, initial: false) { log.add("\($0)>\($1)") }
    root.node.local.isOpen = true
    root.node.local.isOpen = true
    #expect(log.take() == "false>true")
  }

  @Test func theNearestEnvironmentCounts() {
    let root = tree()
    let leaf = root.folders[0].folders[0]
    #expect(leaf.node.environment.theme == "light")
    root.node.environment.theme = "dark"
    root.folders[0].node.environment.theme = "blue"
    #expect(leaf.node.environment.theme == "blue")
    #expect(root.folders[1].node.environment.theme == "dark")
    root.folders[0].node.removeEnvironment(\.theme)
    #expect(leaf.node.environment.theme == "dark")
  }

  @Test func theEnvironmentIsObservedFromBelow() {
    let root = tree()
    let leaf = root.folders[0].folders[0]
    leaf.node.onChange(of: leaf.node.environment.theme, initial: false) { log.add("\($0)>\($1) ") }
    root.node.environment.theme = "dark"
    root.folders[0].node.environment.theme = "blue"
    root.node.environment.theme = "red"
    #expect(log.take() == "light>dark dark>blue ")
  }

  @Test func preferencesAddUp() {
    let root = tree()
    for folder in root.folders { folder.node.preference.total = folder.size }
    #expect(root.node.preference.total == 32)
    root.folders.removeLast()
    #expect(root.node.preference.total == 2)
  }

  @Test func preferencesAreObserved() {
    let root = tree()
    root.node.onChange(of: root.node.preference.total, initial: false) { log.add("\($0)>\($1) ") }
    root.folders[0].node.preference.total = 1
    root.folders[0].folders[0].node.preference.total = 4
    root.folders.remove(at: 0)
    #expect(log.take() == "0>1 1>5 5>0 ")
  }

  @Test func aPathThroughTheAncestors() {
    let root = tree()
    let leaf = root.folders[0].folders[0]
    #expect(leaf.path == "a/b/c")
    root.folders[0].name = "x"
    #expect(leaf.path == "a/x/c")
  }

  @Test func aSumOverAllBelow() {
    let root = tree()
    #expect(root.all == 52)
    root.node.onChange(of: root.all, initial: false) { log.add("\($0)>\($1) ") }
    root.folders[0].folders[0].size = 21
    root.folders[1].folders.append(Folder(size: 1))
    #expect(log.take() == "52>53 53>54 ")
  }

  @Test func aMemoizedValueFollowsWhatItReads() {
    let root = tree()
    #expect(root.big == ["d"])
    root.folders[0].size = 11
    #expect(root.big == ["b", "d"])
    root.folders.removeLast()
    #expect(root.big == ["b"])
  }

  @Model struct Sum {
    var numbers = [1, 2]
    var note = ""
    func onActivate() {}
    var sum: Int {
      node.memoize {
        node.log.add("x")
        return numbers.reduce(0, +)
      }
    }
  }

  @Model struct Holder { var sum: Sum }

  @Test func aMemoizedValueIsComputedOncePerChange() {
    let holder = Holder(sum: Sum()).withAnchor { $0.log = log }
    for _ in 0..<5 { #expect(holder.sum.sum == 3) }
    #expect(log.take() == "x")
    holder.sum.note = "y"
    _ = holder.sum.sum
    #expect(log.take() == "")
    holder.sum.numbers.append(4)
    #expect(holder.sum.sum == 7)
    #expect(log.take() == "x")
  }

  @Test func aMemoizedValuePerKey() {
    let root = tree()
    #expect(root.larger(than: 1) == 2)
    #expect(root.larger(than: 5) == 1)
    root.folders[0].size = 100
    #expect(root.larger(than: 5) == 2)
  }

  @Test func anEqualResultWakesNoOne() {
    let root = tree()
    let folder = root.folders[0]
    folder.node.onChange(of: folder.big, initial: false) { log.add("\($1)") }
    folder.folders[0].size = 25
    #expect(log.take() == "")
    folder.folders[0].size = 1
    #expect(log.take() == "[]")
  }

  @Model struct Game {
    var all: [Leaf] = []
    var leader: Leaf?
  }

  @Test func aSharedModelHasOneLife() {
    let ann = Leaf(name: "a")
    let game = Game(all: [ann, Leaf(name: "b")], leader: ann).withAnchor { $0.log = log }
    #expect(log.take() == "AB")
    game.all.removeFirst()
    #expect(log.take() == "")
    #expect(ann.node.isUniquelyReferenced)
    game.leader = nil
    #expect(log.take() == "a")
  }

  @Test func bindingsWriteToTheModel() {
    struct Line: View {
      @ObservedModel var model: Folder
      var body: some View { Stepper(value: $model.size) { Text("size \(model.size)") } }
    }
    let root = tree()
    let line = Line(model: root)
    #expect(line.lines.joined().contains("size 0"))
    #expect(line.press("+"))
    #expect(root.size == 1)
  }

  @Test func viewsAreEvaluatedForWhatTheyRead() {
    let root = tree()
    let probe = RenderProbe {
      log.add("r")
      return root.folders.map(\.name).joined()
    }
    #expect(probe.output == "bd")
    root.folders[0].size = 9
    #expect(log.take() == "r")
    root.folders[1].name = "e"
    #expect(probe.output == "be")
    #expect(log.take() == "r")
  }

  @Model struct Editor {
    var text = ""
    var count = 0
    var pages: [Leaf] = []
    func onActivate() { node.trackUndo() }
  }

  @Test func undoTakesBackATransaction() {
    let editor = Editor().withAnchor {
      $0.log = log
      $0.undoSystem.backend = ModelUndoStack(limit: 10)
    }
    let undo = editor.node.undoSystem
    #expect(!undo.canUndo)
    editor.text = "a"
    editor.node.transaction {
      editor.text = "b"
      editor.count = 1
      editor.pages.append(Leaf(name: "x"))
    }
    #expect(log.take() == "X")
    undo.undo()
    #expect(editor.text == "a")
    #expect(editor.count == 0)
    #expect(editor.pages.isEmpty)
    #expect(log.take() == "x")
    undo.redo()
    #expect(editor.text == "b")
    #expect(editor.pages.map(\.name) == ["x"])
    #expect(log.take() == "X")
    undo.undo()
    undo.undo()
    #expect(editor.text == "")
    #expect(!undo.canUndo)
    editor.text = "z"
    #expect(!undo.canRedo)
  }

  @Model struct Paper {
    var numbers: [Int] = []
    var title = 0
    func onActivate() { node.trackUndo() }
  }

  @Test func randomEditsAreUndoneOneByOne() {
    let paper = Paper().withAnchor { $0.undoSystem.backend = ModelUndoStack() }
    var states = [([Int](), 0)]
    for n in 1...200 {
      switch Int.random(in: 0..<3) {
      case 0: paper.numbers.append(n)
      case 1 where !paper.numbers.isEmpty: paper.numbers.removeFirst()
      default: paper.title = n
      }
      states.append((paper.numbers, paper.title))
    }
    for state in states.dropLast().reversed() {
      paper.node.undoSystem.undo()
      #expect(paper.numbers == state.0)
      #expect(paper.title == state.1)
    }
    for state in states.dropFirst() {
      paper.node.undoSystem.redo()
      #expect(paper.numbers == state.0)
      #expect(paper.title == state.1)
    }
  }

  @Model struct EditorTwo {
    var text = ""
    var selection = 0
    func onActivate() { node.trackUndo(excluding: \.selection) }
  }

  @Test func undoLeavesOutWhatIsExcluded() {
    let editor = EditorTwo().withAnchor { $0.undoSystem.backend = ModelUndoStack() }
    editor.text = "a"
    editor.selection = 5
    editor.node.undoSystem.undo()
    #expect(editor.text == "")
    #expect(editor.selection == 5)
  }
}

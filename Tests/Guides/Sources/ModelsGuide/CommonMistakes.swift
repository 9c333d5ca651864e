import ArticleOutput
import Strata
import StrataConcurrency

@Model struct Todo {
  let id: Int
  var title = ""

  func load() {
    node.task { title = "loaded" }
  }
}

@Model struct TodoList {
  enum Event { case cleared }
  var todos: [Todo] = []
  var sum = 0
}

@Model struct Grid {
  var rows: [[Todo]] = []
}

private func reports(_ mistake: () -> Void) {
  let handler: ReportSink.Handler = { print($0.message) }
  ReportSink.withHandler(handler) { mistake() }
}

@Sendable func commonMistakes() async throws {
  reports {
    let todo = Todo(id: 1)
    todo.load()
  }
  reports {
    let todo = Todo(id: 1)
    _ = todo.node.continuousClock
  }
  reports {
    let list = TodoList().withAnchor()
    let again = list.withAnchor()
    _ = again
  }
  reports {
    let list = TodoList().withAnchor()
    let copy = list.frozenCopy
    copy.sum = 1
  }
  reports {
    let list = TodoList(todos: [Todo(id: 1)]).withAnchor()
    let first = list.todos[0]
    list.todos = []
    first.title = "late"
  }
  reports {
    let list = TodoList(todos: [Todo(id: 1)]).withAnchor()
    let first = list.todos[0]
    list.todos = []
    print(first.title.isEmpty)
  }
  reports {
    let list = TodoList(todos: [Todo(id: 1)]).withAnchor()
    let first = list.todos[0]
    list.todos = []
    first.load()
  }
  reports {
    let list = TodoList().withAnchor()
    list.todos = [Todo(id: 1), Todo(id: 1)]
  }
  reports {
    let grid = Grid(rows: [[Todo(id: 1)]]).withAnchor()
    _ = grid
  }
  reports {
    let list = TodoList().withAnchor()
    list.node.send(.cleared, to: .ancestors)
  }
  reports {
    let list = TodoList().withAnchor()
    list.node.onChange(of: list.sum, initial: false) { _, _ in list.sum += 1 }
    list.sum = 1
  }
  reports {
    let list = TodoList().withAnchor()
    _ = list.withDependencies { $0.continuousClock = ImmediateClock() }
  }
  reports {
    let list = TodoList(todos: [Todo(id: 1)]).withAnchor()
    let other = TodoList().withAnchor()
    other.todos = list.todos
  }
}

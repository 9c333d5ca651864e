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

struct Region: DependencyKey {
  static let liveValue = "Europe"
  static let testValue = "Europe"
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
    _ = todo.node[Region.self]
  }
  reports {
    let list = TodoList().withAnchor()
    _ = list.withAnchor()
  }
  reports {
    let list = TodoList().withAnchor()
    list.frozenCopy.sum = 1
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
    _ = first.title
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
    _ = Grid(rows: [[Todo(id: 1)]]).withAnchor()
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
    _ = list.withDependencies { $0[Region.self] = "Asia" }
  }
  reports {
    let list = TodoList(todos: [Todo(id: 1)]).withAnchor()
    let other = TodoList().withAnchor()
    other.todos = list.todos
  }
}

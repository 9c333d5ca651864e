import StrataOneStore
import SwiftUI

struct PageModel: Model, Identifiable {
  struct State: Equatable, Identifiable {
    var id: Int
    @Writable var number = 1
  }

  @ModelState private var state: State
}

struct BookModel: Model {
  enum Sheet: Equatable, Sendable {
    case page(PageModel.State)
    case none
  }

  struct State: Equatable {
    var title = ""
    var sheet = Sheet.none
    @Writable var isOpen = false
    @StateModel<[PageModel]> var pages = []
  }

  @ModelState private var state: State

  var sheetModel: PageModel? { PageModel($state.sheet.case(/Sheet.page)) }
  var sheet: Binding<PageModel.State?> { $state.sheet.case(/Sheet.page, clearValue: .none) }

  func addTapped() { state.pages.append(.init(id: state.pages.count)) }
}

struct PageView: View {
  @ObservedModel var model: PageModel

  var body: some View {
    Stepper(value: model.$number) { Text("\(model.number)") }
  }
}

// A view follows the properties of the model that its body reads.
struct BookView: View {
  @ObservedModel var model: BookModel

  var body: some View {
    VStackOfPages(model: model)
    if let sheet = model.sheetModel { PageView(model: sheet) }
    UsingModel(model) { model in Text(model.title) }
    Button("Add") { withAnimation { model.addTapped() } }
      .printStateUpdates(for: $model)
  }
}

struct VStackOfPages: View {
  @ObservedModel var model: BookModel

  var body: some View {
    List { ForEach(model.$pages) { PageView(model: $0) } }
  }
}

import QuotesSources
import StrataRendering
import StrataSources

/// The screen of quotes: the quote, the failure, and a button for each possible action.
struct QuoteView: View, Renderer {
  @Source var model: Connectable<QuoteScreen>
  let columns: Int

  init(source: Source<Connectable<QuoteScreen>>, columns: Int) {
    _model = source
    self.columns = columns
  }

  var body: some View {
    VStack {
      switch model.screen {
      case nil: SentenceView(text: "Disconnected.", columns: columns)
      case .waiting(let waiting): WaitingView(waiting: waiting, columns: columns)
      case .showing(let showing): ShowingView(showing: showing, columns: columns)
      case .failed(let failed): FailedView(failed: failed, columns: columns)
      }
      ForEach(ButtonRow.rows(of: model.actions, columns: columns), id: \.name) { row in
        HStack {
          ForEach(row.actions, id: \.name) { named in
            Button(named.name) { named.action() }
          }
        }
      }
    }
  }
}

/// The buttons of one line.
private struct ButtonRow {
  /// The name of the first one, which no other line has.
  let name: String
  var actions: [NamedAction]

  /// Distributes buttons over lines: one that the terminal breaks is taken for one line when it is drawn over.
  static func rows(of actions: [NamedAction], columns: Int) -> [ButtonRow] {
    var rows: [ButtonRow] = []
    var width = 0
    for action in actions {
      let button = action.name.count + 2
      if !rows.isEmpty, width + 1 + button < columns {
        rows[rows.count - 1].actions.append(action)
        width += 1 + button
      } else {
        rows.append(ButtonRow(name: action.name, actions: [action]))
        width = button
      }
    }
    return rows
  }
}

/// That quotes are on their way.
struct WaitingView: View {
  let waiting: QuoteScreen.Waiting
  let columns: Int

  var body: some View {
    PageView(quote: waiting.page?.quote ?? waiting.placeholder, columns: columns)
    if let trouble = waiting.trouble { SentenceView(text: trouble.sentence, columns: columns) }
    SentenceView(
      text: waiting.trouble == nil ? "Fetching quotes…" : "Trying again…",
      columns: columns
    )
  }
}

/// A quote, and whether newer ones are on their way.
struct ShowingView: View {
  let showing: QuoteScreen.Showing
  let columns: Int

  var body: some View {
    PageView(quote: showing.page.quote, columns: columns)
    if let trouble = showing.trouble { SentenceView(text: trouble.sentence, columns: columns) }
    SentenceView(text: note, columns: columns)
  }

  private var note: String {
    let count = showing.page.list.quotes.count
    let place = count > 1 ? "\(showing.page.position + 1) of \(count)" : "1 quote"
    let origin = showing.page.isKept ? ", kept" : ""
    return place + origin + (showing.isRefreshing ? ", fetching newer ones…" : "")
  }
}

/// A failure, with the quote that was there before.
struct FailedView: View {
  let failed: QuoteScreen.Failed
  let columns: Int

  var body: some View {
    if let page = failed.page { PageView(quote: page.quote, columns: columns) }
    SentenceView(text: failed.trouble.sentence, columns: columns)
  }
}

/// A quote, and who has said it.
struct PageView: View {
  let quote: Quote
  let columns: Int

  var body: some View {
    Text(QuoteText.lines(quote, columns: columns).joined(separator: "\n"))
  }
}

/// A sentence that may be long.
struct SentenceView: View {
  let text: String
  let columns: Int

  var body: some View {
    Text(QuoteText.lines(text, columns: columns).joined(separator: "\n"))
  }
}

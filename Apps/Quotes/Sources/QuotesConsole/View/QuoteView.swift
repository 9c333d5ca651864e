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
      case nil: Text("Disconnected.")
      case .waiting(let waiting): WaitingView(waiting: waiting, columns: columns)
      case .showing(let showing): ShowingView(showing: showing, columns: columns)
      case .failed(let failed): FailedView(failed: failed, columns: columns)
      }
      HStack {
        ForEach(model.actions, id: \.name) { named in
          Button(named.name) { named.action() }
        }
      }
    }
  }
}

/// That quotes are on their way.
struct WaitingView: View {
  let waiting: QuoteScreen.Waiting
  let columns: Int

  var body: some View {
    PageView(quote: waiting.page?.quote ?? waiting.placeholder, columns: columns)
    if let trouble = waiting.trouble { SentenceView(text: trouble.sentence, columns: columns) }
    Text(waiting.trouble == nil ? "Fetching quotes…" : "Trying again…")
  }
}

/// A quote, and whether newer ones are on their way.
struct ShowingView: View {
  let showing: QuoteScreen.Showing
  let columns: Int

  var body: some View {
    PageView(quote: showing.page.quote, columns: columns)
    if let trouble = showing.trouble { SentenceView(text: trouble.sentence, columns: columns) }
    Text(note)
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

// swift-format-ignore-file
// The section "Overview": the final result.
import Foundation
import StrataRendering
import StrataSources
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct QuoteView: View, Renderer {

  // This is the model we will render.
  // The model contains a quote, an author and an Action.
  // The Action gets a new quote when the user taps a button.
  struct Model {
    let quote: String
    let author: String
    let getRandomQuote: Action<Void>
  }

  // Renderers have a property called "model" that is a Source of the type to be rendered.
  @Source var model: Model

  init(source: Source<Model>) {
      _model = source
  }

  var body: some View {
    VStack {
      Text("\"" + model.quote + "\"").multilineTextAlignment(.center)
      Text("— " + model.author)
          .frame(maxWidth: .infinity, alignment: .trailing)
          .padding(.vertical, 20)
      Button("Get Random Quote") { model.getRandomQuote() }.buttonStyle(.borderedProminent)
    }.padding()
  }
}

struct QuoteView_Previews: PreviewProvider {
  static var previews: some View {
    // Now we can use our real implementation instead of the placeholder.
    QuoteView(source: QuoteViewSource().eraseToSource())
  }
}

final class QuoteViewSource: SourceOf<QuoteView.Model> {

  // To create an Action, the Source declares an @Action property with the method it should invoke.
  @Action(QuoteViewSource.getRandomQuote) private var getRandomQuoteAction
  
  lazy var initialModel = QuoteView.Model(quote: "", author: "", getRandomQuote: getRandomQuoteAction)
  
  override init() {
    super.init()
    getRandomQuote() // Kick off the fetch of the first quote
  }

  private func getRandomQuote() {
    let url = URL(string: "http://quotes.stormconsultancy.co.uk/random.json")!
    URLSession.shared.dataTask(with: URLRequest(url: url)) { [weak self] data, _, _ in
      if let self = self, 
         let data = data, 
         let quote = try? JSONDecoder().decode(QuoteResponse.self, from: data) {
        // Renderers will be updated automatically when the `model` property is updated.
        self.model = .init(quote: quote.quote, 
                           author: quote.author, 
                           getRandomQuote: self.getRandomQuoteAction)
      }
    }.resume()
  }
}

private struct QuoteResponse: Decodable {
    let quote: String
    let author: String
}

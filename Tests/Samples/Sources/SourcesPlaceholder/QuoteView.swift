// swift-format-ignore-file
// The section "Overview": the view, and its preview with a placeholder.
import StrataRendering
import StrataSources

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
    let model = QuoteView.Model(quote: "Just a placeholder quote for development previews", 
                                author: "Yourself", 
                                getRandomQuote: .doNothing)
    let placeholder = Source(wrappedValue: model)
    QuoteView(source: placeholder)
  }
}

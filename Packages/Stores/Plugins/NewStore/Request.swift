import PackagePlugin

/// The request of the command line.
struct Request {
  let template: String
  let name: String
  let target: String?

  private static let usage = "usage: swift package new-store TEMPLATE NAME [--target TARGET]"

  init(_ arguments: [String]) throws {
    var extractor = ArgumentExtractor(arguments)
    target = extractor.extractOption(named: "target").last
    let words = extractor.remainingArguments
    guard words.count == 2, words.allSatisfy({ !$0.hasPrefix("-") }) else {
      throw Diagnostic(Request.usage)
    }
    template = words[0]
    name = words[1]
    guard name.wholeMatch(of: /[A-Z][A-Za-z0-9]*/) != nil else {
      throw Diagnostic("\(name) is no name for a type: use a capital, then letters and digits")
    }
  }
}

/// The message of the command when it cannot do what it was asked.
struct Diagnostic: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

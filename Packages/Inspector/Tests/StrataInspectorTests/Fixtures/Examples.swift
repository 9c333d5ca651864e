import StrataInspector

/// Recordings as text, and the ways in which tests spoil them.
enum Examples {
  /// Models: a list, a transaction, a private value, an event, a task, a report.
  static let models = """
    {"type":"header","format":"strata-recording","v":1,"program":"demo","pid":1,"id":"a","session":1,"started":"2026-11-23T23:05:00.000Z","old":true}
    {"type":"tree","t":0,"tree":1,"root":"1","name":"AppModel","at":"Demo/Main.swift:9"}
    {"type":"state","t":10,"tree":1,"commit":0,"value":{"1":{"$kind":"AppModel","title":"Daily","secret":{"$private":true},"rows":[]}}}
    {"type":"mark","t":900,"text":"clicked Add","at":"Demo/Main.swift:12"}
    {"type":"cause","id":1,"kind":"call","name":"add","at":"Demo/Main.swift:12"}
    {"type":"cause","id":2,"kind":"task","name":"load","at":"Demo/App.swift:30","parent":1}
    {"type":"task","t":950,"tree":1,"node":"1","task":1,"phase":"began","name":"load","at":"Demo/App.swift:30","cause":1}
    {"type":"write","t":1000,"tree":1,"commit":1,"node":"1","name":"rows","patch":[{"op":"replace","path":"/1/rows","value":[{"$ref":"2"}]}],"old":[],"cause":2}
    {"type":"node","t":1010,"tree":1,"commit":1,"node":"2","phase":"activated","kind":"Row","id":"3","patch":[{"op":"add","path":"/2","value":{"$kind":"Row","$id":"3","text":"","price":0}}],"cause":2}
    {"type":"round","t":1020,"tree":1,"commit":1,"round":1,"writes":1,"notified":1,"removed":0,"waiting":0,"ns":300,"cause":2,"observers":[{"kind":"onChange","at":"Demo/List.swift:22","count":1}]}
    {"type":"derived","t":1030,"tree":1,"node":"1","at":"Demo/App.swift:14","ns":120,"changed":true,"why":[{"node":"2","name":"price"}],"cause":2}
    {"type":"write","t":2000,"tree":1,"commit":2,"node":"2","name":"text","patch":[{"op":"replace","path":"/2/text","value":"<b>hostile</b>"}],"old":"","cause":2}
    {"type":"write","t":2000,"tree":1,"commit":2,"node":"2","name":"price","patch":[{"op":"replace","path":"/2/price","value":-1}],"old":0,"cause":2}
    {"type":"round","t":2010,"tree":1,"commit":2,"round":2,"writes":2,"notified":0,"removed":0,"waiting":0,"ns":90,"transaction":true,"cause":2}
    {"type":"write","t":2500,"tree":1,"commit":3,"node":"1","name":"secret","patch":[],"private":true,"cause":1}
    {"type":"event","t":2600,"tree":1,"node":"2","name":"Row.Event","value":{"$text":"selected"},"audience":"parent","at":"Demo/Row.swift:7","receivers":[{"node":"1","at":"Demo/App.swift:19"}]}
    {"type":"task","t":3000,"tree":1,"node":"1","task":1,"phase":"ended","ns":2050,"cancelled":true}
    {"type":"report","t":3100,"message":"AppModel.load() was called on a model that has left.","at":"Demo/Main.swift:15"}
    {"type":"action","t":3200,"tree":1,"node":"1","name":"increment","value":{"$text":"increment"},"origin":"sent","cause":1}
    {"type":"write","t":4000,"tree":1,"commit":4,"node":"1","name":"rows","patch":[{"op":"replace","path":"/1/rows","value":[]}]}
    {"type":"node","t":4010,"tree":1,"commit":4,"node":"2","phase":"removed","kind":"Row","patch":[{"op":"remove","path":"/2"}]}
    {"type":"travel","t":4100,"tree":1,"commit":3}
    {"type":"rejected","t":4200,"message":"There is no commit 9."}
    {"type":"treeEnd","t":5000,"tree":1}
    {"type":"end","t":5010,"records":19,"dropped":0,"private":1}

    """

  /// A store after records were dropped; the last line is cut off.
  static let cutOff = """
    {"type":"header","format":"strata-recording","v":1,"program":"quotes","pid":2,"id":"b","session":1,"started":"2026-11-23T23:05:00.000Z","limits":{"records":10,"bytes":4096,"text":100},"allows":["travel"]}
    {"type":"tree","t":0,"tree":1,"root":"7","name":"QuoteStore"}
    {"type":"dropped","t":7000,"count":3,"bytes":512,"by":"memory"}
    {"type":"state","t":7000,"tree":1,"commit":3,"value":{"7":{"$kind":"QuoteStore","state":{"phase":"loading","quotes":[{"symbol":"A","price":1.5}]}}}}
    {"type":"cause","id":9,"kind":"call","name":"tick","at":"Quotes/Feed.swift:5","omitted":2}
    {"type":"write","t":8000,"tree":1,"commit":4,"node":"7","name":"state","patch":[{"op":"replace","path":"/7/state/quotes/0/price","value":1.75},{"op":"replace","path":"/7/state/phase","value":"loaded"}],"cause":9}
    {"type":"round","t":8010,"tree":1,"commit":4,"ro
    """

  /// What `TimeTraveler` of one store serves.
  static let states = """
    {"count":2,"format":"strata-states","isOverridden":false,"store":"AppModel","type":"opened","v":1}
    {"number":0,"state":{"counters":[],"title":"","$ref":1},"time":1.2e-05,"type":"state","v":1}
    {"number":1,"patch":[{"op":"replace","path":"/title","value":"x"},{"op":"replace","path":"/$ref","value":2}],"time":0.5,"type":"change","v":1}
    {"number":1,"type":"override","v":1}
    {"number":2,"text":"Other()","time":1,"type":"state","v":1}

    """
}

/// Numbers that look random and are the same in each run.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state &* 0x2545_F491_4F6C_DD1D
  }
}

import Testing

@testable import StrataInspector

@Suite struct RecordTests {
  /// A line of each type with every member that it may have.
  private static let complete = [
    #"{"type":"header","format":"strata-recording","v":1,"program":"p","pid":1,"id":"a","#
      + #""session":1,"started":"s","limits":{"records":1,"bytes":2,"text":3},"old":true,"#
      + #""allows":["travel"]}"#,
    #"{"type":"cause","id":2,"kind":"call","name":"n","at":"a","parent":1,"omitted":1}"#,
    #"{"type":"tree","t":1,"tree":2,"root":"r","name":"n","at":"a"}"#,
    #"{"type":"treeEnd","t":1,"tree":2}"#,
    #"{"type":"state","t":1,"tree":2,"commit":3,"value":{}}"#,
    #"{"type":"write","t":1,"tree":2,"commit":3,"node":"4","name":"n","patch":[],"old":5,"#
      + #""private":true,"cause":6}"#,
    #"{"type":"node","t":1,"tree":2,"commit":3,"node":"4","phase":"activated","kind":"k","#
      + #""id":"i","patch":[],"cause":6}"#,
    #"{"type":"round","t":1,"tree":2,"commit":3,"round":4,"writes":5,"notified":6,"#
      + #""removed":7,"waiting":8,"ns":9,"transaction":true,"cause":10,"#
      + #""observers":[{"kind":"k","at":"a","count":11}]}"#,
    #"{"type":"action","t":1,"tree":2,"node":"3","name":"n","value":4,"origin":"sent","cause":5}"#,
    #"{"type":"task","t":1,"tree":2,"node":"3","task":4,"phase":"ended","name":"n","at":"a","#
      + #""ns":5,"cancelled":true,"cause":6}"#,
    #"{"type":"event","t":1,"tree":2,"node":"3","name":"n","value":4,"audience":"self","#
      + #""at":"a","cause":5,"receivers":[{"node":"6","at":"b"}]}"#,
    #"{"type":"derived","t":1,"tree":2,"node":"3","at":"a","ns":4,"changed":false,"#
      + #""why":[{"node":"5","name":"n"}],"cause":6}"#,
    #"{"type":"report","t":1,"message":"m","at":"a","cause":2}"#,
    #"{"type":"mark","t":1,"text":"m","at":"a","cause":2}"#,
    #"{"type":"dropped","t":1,"count":2,"bytes":3,"by":"memory"}"#,
    #"{"type":"travel","t":1,"tree":2,"commit":3}"#,
    #"{"type":"rejected","t":1,"message":"m"}"#,
    #"{"type":"end","t":1,"records":2,"dropped":3,"private":4}"#,
  ]

  @Test("A record with every member that it may have is written as it was read")
  func complete() {
    let contents = RecordingContents(Self.complete.joined(separator: "\n").utf8)
    #expect(contents.problems.isEmpty)
    let lines = contents.records.map { String(decoding: $0.line.dropLast(), as: UTF8.self) }
    #expect(lines == Self.complete)
  }

  @Test("What a record says of time and cause is that of its line")
  func timesAndCauses() {
    for record in RecordingContents(Self.complete.joined(separator: "\n").utf8).records {
      #expect(record.time == record.json["t"]?.wholeNumber)
      if case .cause = record { continue }
      #expect(record.cause == record.json["cause"]?.wholeNumber)
    }
  }

  @Test("A flag that is left out is false, and is not written")
  func leftOut() {
    let write = RecordedWrite(
      time: 0,
      tree: 1,
      commit: 1,
      node: "1",
      name: "n",
      patch: JSONPatch()
    )
    #expect(!write.isPrivate && write.json["private"] == nil)
    let round = RecordedRound(
      time: 0,
      tree: 1,
      commit: 1,
      round: 1,
      writes: 1,
      notified: 0,
      removed: 0,
      waiting: 0,
      duration: 0
    )
    #expect(!round.isTransaction && round.json["transaction"] == nil)
    let task = RecordedTask(time: 0, tree: 1, node: "1", task: 1, phase: .ended)
    #expect(!task.isCancelled && task.json["cancelled"] == nil)
    let header = RecordedHeader(
      format: "f",
      version: 1,
      program: "p",
      process: 1,
      id: "i",
      session: 1,
      started: "s",
      allows: []
    )
    #expect(!header.keepsOldValues && header.json["old"] == nil)
    #expect(header.json["limits"] == nil && header.json["allows"] == nil)
    let cause = RecordedCause(id: 1, kind: "call", callSite: "a", omittedCount: 0)
    #expect(cause.json["omitted"] == nil)
    #expect(!RecordingLimits().keepsOldValues)
  }

  @Test("A member of the wrong kind is named with what it has to be")
  func wrongMembers() {
    let cases = [
      (#"{"type":"mark","t":"1","text":"m","at":"a"}"#, "\"t\"", "not negative"),
      (#"{"type":"mark","t":1,"text":2,"at":"a"}"#, "\"text\"", "a text"),
      (#"{"type":"cause","id":1,"kind":"call","at":"a","parent":1}"#, "\"parent\"", "smaller"),
      (
        #"{"type":"task","t":1,"tree":2,"node":"3","task":4,"phase":"later"}"#, "\"phase\"",
        "one of began, cancelled, ended"
      ),
      (
        #"{"type":"task","t":1,"tree":2,"node":"3","task":4,"phase":"ended","cancelled":1}"#,
        "\"cancelled\"", "true or false."
      ),
      (
        #"{"type":"write","t":1,"tree":2,"commit":3,"node":"4","name":"n","patch":1}"#,
        "\"patch\"", "a list of operations"
      ),
      (
        #"{"type":"event","t":1,"tree":2,"node":"3","name":"n","audience":"a","at":"a","#
          + #""receivers":[1]}"#, "\"receivers\"", "a list of objects"
      ),
    ]
    for (line, member, words) in cases {
      let problems = RecordingContents("\(Self.complete[0])\n\(line)".utf8).problems
      #expect(problems.count == 1)
      #expect(problems[0].message.contains(member) && problems[0].message.contains(words))
    }
  }
}

import Strata
import StrataInspector

@Model struct Account {
  var name = ""
  @Unrecorded var password = ""
}

let recording = Recording()
let account = recording.observe { Account().withAnchor() }
account.name = "Ada"
account.password = "correct horse"
recording.stop()

for case .write(let write) in RecordingContents(recording.bytes).records {
  print(write.name, write.isPrivate ? "was written, and left out" : "was recorded")
}
print("in the file:", recording.text.contains("correct horse"))

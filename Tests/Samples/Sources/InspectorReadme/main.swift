import Strata
import StrataInspector

@Model struct Counter {
  var count = 0
}

let recording = Recording()
let counter = recording.observe { Counter().withAnchor() }
counter.count = 1
recording.mark("half way")
counter.count = 2
recording.stop()

for record in RecordingContents(recording.bytes).records {
  switch record {
  case .write(let write): print("commit \(write.commit) wrote \(write.name)")
  case .mark(let mark): print("mark: \(mark.text)")
  default: break
  }
}

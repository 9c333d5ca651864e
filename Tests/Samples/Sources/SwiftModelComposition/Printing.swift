// swift-format-ignore-file
// The section "Debugging State Changes". The document shows statements; the functions around them are
// added.
import Strata

func printedFromTheBeginning() -> AppModel {
AppModel()._withPrintChanges()
}

func printForAPeriod(_ model: AppModel, _ workToTrack: @Sendable () async -> Void) async {
let printTask = model._printChanges()
await workToTrack()
printTask.cancel()
}

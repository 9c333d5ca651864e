// swift-format-ignore-file
// The section "Model Activation". The document shows the method; the model around it is added.
import Strata

@Model struct StandupForm {
  var standup = Standup()

func onActivate() {
  if standup.attendees.isEmpty {
    standup.attendees.append(Attendee(id: Attendee.ID(node.uuid())))
  }
}
}

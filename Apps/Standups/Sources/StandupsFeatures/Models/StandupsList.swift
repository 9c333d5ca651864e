import Foundation
package import StandupsData
package import Strata
import StrataStores

/// All stand-ups, and the one that is open.
///
/// The root of the features. Its forms, details and meetings send events with the values to save. It alone
/// changes the data file, through the stores of a `Desk`.
@Model package struct StandupsList {
  /// The screens that can be open beside the list.
  @ModelContainer package enum Destination: Sendable {
    case add(StandupForm)
    case detail(StandupDetail)
  }

  package let desk: Desk
  /// The stand-ups, in the order in which they were added.
  package private(set) var standups: [Standup] = []
  package var destination: Destination?
  /// The reason why the last wish failed.
  package private(set) var failure: StandupsError?
  /// The number of wishes that were fulfilled or rejected.
  package private(set) var answered = 0

  /// Makes a list on the stores of a `Desk`.
  package init(on desk: Desk) {
    self.desk = desk
  }

  /// Follows the store, and carries out what is wished for below.
  package func onActivate() {
    let subscription = desk.standups.subscribe { follow($0.standups) }
    node.onCancel { subscription.stop() }
    node.forEach(node.event(fromType: StandupForm.self), name: "form of the list") { event, form in
      guard form.standup == nil else { return }
      switch event {
      case .saved(let draft): add(draft)
      case .cancelled: destination = nil
      }
    }
    node.forEach(node.event(fromType: StandupDetail.self), name: "details") { event, detail in
      carryOut(event, of: detail)
    }
  }

  /// Opens a form for a new stand-up.
  @discardableResult
  package func beginAdding() -> StandupForm {
    let form = StandupForm()
    destination = .add(form)
    return form
  }

  /// Opens the stand-up that a person named.
  ///
  /// - Throws: ``StandupsError``, with suggestions.
  @discardableResult
  package func open(_ name: String) throws(StandupsError) -> StandupDetail {
    let detail = StandupDetail(try desk.standups.state.standup(named: name))
    destination = .detail(detail)
    return detail
  }

  /// Closes what is open beside the list.
  package func close() {
    destination = nil
  }

  /// Waits until a wish has been fulfilled or rejected.
  package func finishWish() async {
    for await count in change(of: \.answered) where count > 0 { return }
  }

  /// The form for a new stand-up that is open.
  package var form: StandupForm? {
    if case .add(let form) = destination { form } else { nil }
  }

  /// The stand-up that is open.
  package var detail: StandupDetail? {
    if case .detail(let detail) = destination { detail } else { nil }
  }
}

// MARK: - What is known

extension StandupsList {
  private func follow(_ standups: [Standup]) {
    node.transaction {
      self.standups = standups
      guard let detail else { return }
      if let standup = standups.first(where: { $0.id == detail.standup.id }) {
        detail.standup = standup
      } else if detail.meeting == nil {
        // A meeting goes on without its stand-up, because its notes can still be saved elsewhere.
        destination = nil
      }
    }
  }
}

// MARK: - What is wished for

extension StandupsList {
  private func add(_ draft: StandupDraft) {
    var added: Standup?
    update { document throws(StandupsError) in
      let standup = try document.add(draft, makeID: { node.uuid() })
      added = standup
      return .added(standup)
    }
    if let added { destination = .detail(StandupDetail(added)) }
    answered += 1
  }

  private func carryOut(_ event: StandupDetail.Event, of detail: StandupDetail) {
    let standup = detail.standup
    switch event {
    case .edited(let draft):
      update { document throws(StandupsError) in
        .edited(try document.edit(standup.id, draft, makeID: { node.uuid() }))
      }
      if failure == nil { detail.close() }
    case .removed:
      update { document throws(StandupsError) in
        .removed(try document.remove(standup.id))
      }
    case .removedMeeting(let meeting):
      update { document throws(StandupsError) in
        .removedMeeting(try document.removeMeeting(meeting, of: standup.id))
      }
    case .recorded(let meeting):
      update { document throws(StandupsError) in
        .recorded(meeting, try document.record(meeting, of: standup.id))
      }
    }
    answered += 1
  }

  private func update(
    _ change: (inout StandupsDocument) throws(StandupsError) -> DocumentChange
  ) {
    desk.documents.change(change)
    failure = desk.documents.state.failure
    switch destination {
    case .add(let form): form.refusal = failure
    case .detail(let detail): detail.form?.refusal = failure
    case nil: break
    }
  }
}

import ArticleOutput
import Strata

@Model struct ContactModel {
  enum Event { case openTapped }
  var name = ""
}

@Model struct MemoModel {
  var title = ""
}

@Model struct ContactsModel {
  @ModelContainer enum Destination {
    case edit(ContactModel)
    case confirmDeletion(name: String)
  }

  var contacts: [ContactModel] = []
  var destination: Destination?

  func editTapped(_ contact: ContactModel) {
    destination = .edit(ContactModel(name: contact.name))
  }
}

@Model struct AddressBookModel {
  @ModelContainer enum Path: Identifiable {
    case contact(ContactModel)
    case memo(MemoModel)
  }

  var contacts = ContactsModel()
  var path: [Path] = []

  func onActivate() {
    node.forEach(node.event(of: .openTapped, fromType: ContactModel.self)) { contact in
      path.append(.memo(MemoModel(title: "About \(contact.name)")))
    }
  }
}

extension AddressBookModel {
  func open(contactNamed name: String) {
    let contact = ContactModel(name: name)
    node.transaction {
      contacts.destination = nil
      path = [.contact(contact), .memo(MemoModel(title: "About \(name)"))]
    }
  }
}

@Sendable func navigation() async throws {
  let contacts = ContactsModel(contacts: [ContactModel(name: "Ada")]).withAnchor()
  contacts.editTapped(contacts.contacts[0])
  contacts.destination = .confirmDeletion(name: "Ada")
  contacts.destination = nil

  let app = AddressBookModel().withAnchor()
  let observation = app.node.onChange(of: app.path, initial: false) { old, new in
    print(old.count, "to", new.count)  // 0 to 2
  }
  app.open(contactNamed: "Grace")
  observation.cancel()
}

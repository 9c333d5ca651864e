import StrataExtensions
import StrataModels
import Testing

/// Gives a room random values, and compares the lifetimes of its lamps with those that follow from slot and
/// identity.
struct RoomRun {
  /// One lamp in one slot.
  private struct Item: Hashable {
    var place: String
    var id: Int
    var serial: Int
  }

  private let log = Log()
  private var room: Room? = Room().withAnchor()
  private var random: SplitMix
  private var serial = 0
  /// The contents of each slot.
  private var items: [[Item]] = Array(repeating: [], count: 9)
  /// The handles of the active lamps, by serial.
  private var handles: [Int: Lamp] = [:]
  private var read = 0

  init(seed: UInt64) { random = SplitMix(seed &+ 99) }

  private mutating func below(_ limit: Int) -> Int { Int(random.next() % UInt64(limit)) }

  // MARK: Values

  /// A lamp that is new, or one that is already active in the slot.
  private mutating func lamp(
    _ slot: Int,
    _ place: String,
    _ chosen: inout [Item],
    ids: Range<Int> = 0..<4
  ) -> Lamp? {
    let isMoved = below(3) == 0
    if isMoved, let item = items[slot].randomElement(using: &random),
      let lamp = handles[item.serial],
      !chosen.contains(where: {
        $0.serial == item.serial || ($0.place == place && $0.id == item.id)
      })
    {
      chosen.append(Item(place: place, id: item.id, serial: item.serial))
      return lamp
    }
    let id = Int.random(in: ids, using: &random)
    guard !chosen.contains(where: { $0.place == place && $0.id == id }) else { return nil }
    serial += 1
    chosen.append(Item(place: place, id: id, serial: serial))
    return Lamp(id: id, serial: serial, log: log)
  }

  private mutating func list(_ slot: Int, _ place: String, _ chosen: inout [Item]) -> [Lamp] {
    var lamps: [Lamp] = []
    for _ in 0..<below(4) {
      if let lamp = lamp(slot, place, &chosen) { lamps.append(lamp) }
    }
    return lamps
  }

  private mutating func named(
    _ slot: Int,
    _ place: String,
    _ chosen: inout [Item]
  ) -> [String: Lamp] {
    var lamps: [String: Lamp] = [:]
    for name in ["a", "b", "c"] where below(2) == 0 {
      lamps[name] = lamp(slot, "\(place)/\(name)", &chosen)
    }
    return lamps
  }

  private mutating func niche(_ slot: Int, _ place: String, _ chosen: inout [Item]) -> Niche {
    switch below(7) {
    case 0: return lamp(slot, "\(place)/one", &chosen).map(Niche.one) ?? .none
    case 1: return lamp(slot, "\(place)/other", &chosen).map(Niche.other) ?? .none
    case 2: return .many(list(slot, "\(place)/many", &chosen))
    case 3: return .maybe(lamp(slot, "\(place)/maybe", &chosen))
    case 4: return .named(named(slot, "\(place)/named", &chosen))
    case 5:
      guard let left = lamp(slot, "\(place)/left", &chosen) else { return .none }
      return .pair(Pair(left: left, right: lamp(slot, "\(place)/right", &chosen)))
    default: return .none
    }
  }

  private mutating func drawers(_ slot: Int, _ chosen: inout [Item]) -> [Drawer] {
    var drawers: [Drawer] = []
    for id in [0, 1, 2].shuffled(using: &random) where below(3) > 0 {
      drawers.append(Drawer(id: id, niche: niche(slot, "\(id)", &chosen)))
    }
    return drawers
  }

  // MARK: Steps

  mutating func step() {
    if below(4) == 0 {
      let slots = Array(0..<9).shuffled(using: &random).prefix(2)
      var writes: [(Room) -> Void] = []
      var effects: [[Item]] = []
      for slot in slots {
        let (write, chosen) = change(of: slot)
        writes.append(write)
        effects.append(chosen)
      }
      guard let room else { return }
      room.node.transaction { for write in writes { write(room) } }
      var expected: [String] = []
      for (slot, chosen) in zip(slots, effects) { expected += take(chosen, of: slot) }
      check(expected, isOrdered: false)
    } else {
      let slot = below(9)
      let (write, chosen) = change(of: slot)
      guard let room else { return }
      write(room)
      check(take(chosen, of: slot), isOrdered: false)
    }
  }

  private mutating func change(of slot: Int) -> ((Room) -> Void, [Item]) {
    var chosen: [Item] = []
    let inPlace = below(2) == 0
    switch slot {
    case 0:
      let value = niche(0, "", &chosen)
      return ({ $0.niche = value }, chosen)
    case 1:
      let value = below(4) == 0 ? nil : niche(1, "", &chosen)
      return ({ $0.second = value }, chosen)
    case 2:
      let value = list(2, "", &chosen)
      return (
        { if inPlace { $0.lamps.replaceSubrange(0..., with: value) } else { $0.lamps = value } },
        chosen
      )
    case 3:
      let value = drawers(3, &chosen)
      return (
        {
          if inPlace { $0.drawers.replaceSubrange(0..., with: value) } else { $0.drawers = value }
        }, chosen
      )
    case 4:
      let value = named(4, "", &chosen)
      return ({ $0.named = value }, chosen)
    case 5:
      var value: [String: Niche] = [:]
      for name in ["x", "y"] where below(2) == 0 { value[name] = niche(5, name, &chosen) }
      return ({ [value] in $0.niches = value }, chosen)
    case 6:
      let value = IdentifiedArrayOf<Lamp>(uniqueElements: list(6, "", &chosen))
      return ({ $0.identified = value }, chosen)
    case 7:
      let value = IdentifiedArrayOf<Drawer>(uniqueElements: drawers(7, &chosen))
      return ({ $0.cupboard = value }, chosen)
    default:
      let value = Ring(elements: list(8, "", &chosen))
      return (
        {
          if inPlace {
            $0.ring.replaceSubrange($0.ring.startIndex..., with: value.elements)
          } else {
            $0.ring = value
          }
        }, chosen
      )
    }
  }

  /// The resulting lifetimes in a slot, by position and identity alone.
  private mutating func take(_ chosen: [Item], of slot: Int) -> [String] {
    let former = items[slot]
    var gone = former.filter { old in !chosen.contains { $0.serial == old.serial } }
    var begun: [Int] = []
    var now: [Item] = []
    for var item in chosen {
      let isNew = !former.contains { $0.serial == item.serial }
      if isNew, let index = gone.firstIndex(where: { $0.place == item.place && $0.id == item.id }) {
        item.serial = gone.remove(at: index).serial
      } else if isNew {
        begun.append(item.serial)
      }
      now.append(item)
    }
    items[slot] = now
    return gone.map { "-\($0.serial)" } + begun.map { "+\($0)" }
  }

  private mutating func check(_ expected: [String], isOrdered: Bool) {
    let entries = Array(log.entries.dropFirst(read))
    read += entries.count
    #expect(entries.sorted() == expected.sorted())
    // Lamps that leave stop before new ones start.
    if let firstBegun = entries.firstIndex(where: { $0.hasPrefix("+") }) {
      #expect(entries[firstBegun...].allSatisfy { $0.hasPrefix("+") })
    }
    guard let room else { return }
    handles = [:]
    room.forEachLamp { slot, lamp in
      handles[lamp.serial] = lamp
      #expect(lamp.node.context.isLive)
      #expect(items[slot].contains { $0.serial == lamp.serial && $0.id == lamp.id })
    }
    #expect(handles.count == Set(items.joined().map(\.serial)).count)
  }

  mutating func end() {
    let alive = Set(items.joined().map { "-\($0.serial)" })
    handles = [:]
    room = nil
    #expect(Set(log.entries.dropFirst(read)) == alive)
  }
}

extension Room {
  fileprivate func forEachLamp(_ body: (Int, Lamp) -> Void) {
    for lamp in niche.lamps { body(0, lamp) }
    for lamp in second?.lamps ?? [] { body(1, lamp) }
    for lamp in lamps { body(2, lamp) }
    for drawer in drawers { for lamp in drawer.niche.lamps { body(3, lamp) } }
    for lamp in named.values { body(4, lamp) }
    for niche in niches.values { for lamp in niche.lamps { body(5, lamp) } }
    for lamp in identified { body(6, lamp) }
    for drawer in cupboard { for lamp in drawer.niche.lamps { body(7, lamp) } }
    for lamp in ring { body(8, lamp) }
  }
}

extension Niche {
  fileprivate var lamps: [Lamp] {
    switch self {
    case .one(let lamp), .other(let lamp): [lamp]
    case .many(let lamps): lamps
    case .maybe(let lamp): lamp.map { [$0] } ?? []
    case .named(let lamps): Array(lamps.values)
    case .pair(let pair): [pair.left] + (pair.right.map { [$0] } ?? [])
    case .none: []
    }
  }
}

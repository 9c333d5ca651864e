"""Shows that the explorer finds faults: plants some in a copy of the engine, one at a time.

All are planted in one copy, each behind a test of the environment, so that the copy is built once. A fault whose
source has changed is reported, and its text here has to follow the source.
"""

import dataclasses
import shutil

from . import explored, results, testing
from .repository import Failure

FOLDER = f"{explored.SCRATCH}/planted"
CONCURRENCY = "Packages/Concurrency/Sources/StrataConcurrency"
CORE = "Packages/Core/Sources/StrataCore"
ONE_STORE = "Packages/OneStore/Sources/StrataOneStore"
UPDATES = "Packages/Updates/Sources/StrataUpdates"
SWITCH = """\
#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The planted fault that is on.
public enum Planted: Sendable {
  private static let number: Int = {
    // SAFETY: read once, before anything could change the environment.
    unsafe getenv("STRATA_PLANTED").flatMap { Int(unsafe String(cString: $0)) } ?? 0
  }()

  public static func isOn(_ number: Int) -> Bool { Planted.number == number }
}
"""


@dataclasses.dataclass
class Fault:
    """A mistake that an author could make."""

    text: str
    program: str
    bound: int
    file: str
    # The text of the source, which occurs once, and its replacement; `ON` tests whether it is on.
    old: str
    new: str


FAULTS = [
    Fault(
        "a commit wakes nobody", "transaction-add", 1, f"{CORE}/Tree/Tree+Transaction.swift",
        "    let waiters = takeAllWaiters()\n",
        "    let waiters = ON ? [] : takeAllWaiters()\n",
    ),
    Fault(
        "a parker signals before it stores that it was woken", "transaction-add", 2,
        f"{CONCURRENCY}/Locks/Parker.swift",
        "    isWoken = true\n    unsafe pthread_cond_signal(condition)\n",
        "    if ON {\n      unsafe pthread_cond_signal(condition)\n"
        "      unsafe pthread_mutex_unlock(mutex)\n      unsafe pthread_mutex_lock(mutex)\n"
        "      isWoken = true\n      unsafe pthread_mutex_unlock(mutex)\n      return\n    }\n"
        "    isWoken = true\n    unsafe pthread_cond_signal(condition)\n",
    ),
    Fault(
        "a value that a reader finds to be valid is valid for the transaction beside it, too",
        "derived-own-write-checked", 1,
        f"{CORE}/Derived/DerivedTraversal.swift",
        "      if lock.flagWord & TreeFlags.transaction != 0 {"
        " node.divideIfValidInPast(for: thread) }\n",
        "      if !ON, lock.flagWord & TreeFlags.transaction != 0 {\n"
        "        node.divideIfValidInPast(for: thread)\n      }\n",
    ),
    Fault(
        "observers of a value beside a transaction wait for what that changes",
        "derived-told-beside-unchanged", 1,
        f"{CORE}/Derived/DerivedNode+SlotObservers.swift",
        "    if condition.contains(.splitValue) {"
        " return isCommittedValueDifferent(since: formerVersion) }\n",
        "    if condition.contains(.splitValue) {\n"
        "      return !ON && isCommittedValueDifferent(since: formerVersion)\n    }\n",
    ),
    Fault(
        "a thread gives the lock back before it is among the waiters", "transaction-add", 2,
        f"{CORE}/Tree/Tree+Waiting.swift",
        "    waiters.append(waiter)\n",
        "    if ON {\n      lock.unlock()\n      lock.lock()\n    }\n    waiters.append(waiter)\n",
    ),
    Fault(
        "a parker sleeps without asking whether it was woken", "transaction-add", 2,
        f"{CONCURRENCY}/Locks/Parker.swift",
        "      while !isWoken { unsafe pthread_cond_wait(condition, mutex) }\n",
        "      if ON { unsafe pthread_cond_wait(condition, mutex) }\n"
        "      while !isWoken { unsafe pthread_cond_wait(condition, mutex) }\n",
    ),
    Fault(
        "a transaction does not mark the plain value that it writes", "transaction-read", 1,
        f"{CORE}/Tree/PlainWrites.swift",
        "      markHeld(slot)\n",
        "      if !ON { markHeld(slot) }\n",
    ),
    Fault(
        "a transaction does not mark the observed value that it writes", "transaction-observe", 1,
        f"{CORE}/Context/Context+Write.swift",
        "    markHeld(slot.index)\n",
        "    if !ON { markHeld(slot.index) }\n",
    ),
    Fault(
        "a writer that has waited does not ask again", "write-add", 2,
        f"{CORE}/Context/Context+Write.swift",
        "      wait(forSlot: slot, isExclusive: true, to: action, attempt: &attempt, lock)\n"
        "      lock = self.lock()\n",
        "      wait(forSlot: slot, isExclusive: true, to: action, attempt: &attempt, lock)\n"
        "      lock = self.lock()\n      if ON { return true }\n",
    ),
    Fault(
        "values are compared under the lock", "write-equality", 0,
        f"{CORE}/Context/Context+Write.swift",
        "    exchange(slot, with: &old)\n    lock.unlock()\n    if !areEqual(old, new) {\n",
        "    exchange(slot, with: &old)\n    if ON { _ = areEqual(old, new) }\n    lock.unlock()\n"
        "    if !areEqual(old, new) {\n",
    ),
    Fault(
        "a deliverer does not mark that it delivers", "delivery-alone", 1,
        f"{CORE}/Tree/Tree+Delivery.swift",
        "    lock.flagWord |= TreeFlags.delivering\n    deliveryOwner = .current\n    deliveredInitiator",
        "    if !ON { lock.flagWord |= TreeFlags.delivering }\n    deliveryOwner = .current\n"
        "    deliveredInitiator",
    ),
    Fault(
        "a deliverer goes without asking what was queued meanwhile", "delivery-order", 1,
        f"{CORE}/Tree/Tree+Delivery.swift",
        "        tree.lock.flagWord & TreeFlags.queued == 0,\n        !isNotifying",
        "        ON || tree.lock.flagWord & TreeFlags.queued == 0,\n        !isNotifying",
    ),
    Fault(
        "a new context does not hold back its children", "structure-nested", 1,
        f"{CORE}/Lifetime/Context+Joining.swift",
        "    if layout.hasStructure { holdBackChildren() }\n",
        "    if !ON, layout.hasStructure { holdBackChildren() }\n",
    ),
    Fault(
        "a context that moves below a new one has no place meanwhile", "event-move-below-new", 1,
        f"{CORE}/Context/Context+FormerPlace.swift",
        "    if !parentLink.isNone || !(phase == .sealed || phase.isLive) { return parentLink }\n",
        "    if !parentLink.isNone || !(phase == .sealed || !ON && phase.isLive) { return parentLink }\n",
    ),
    Fault(
        "a scope counts as unwound while bodies run", "work-unwound", 2,
        f"{CONCURRENCY}/Cancellation/CancellationScope+Close.swift",
        "    if phase == .sealed, lockedStorageIfAny.map({ $0.table.taskCount == 0 }) ?? true {\n",
        "    if phase == .sealed, ON || lockedStorageIfAny.map({ $0.table.taskCount == 0 }) ?? true {\n",
    ),
    Fault(
        "a restarted task does not wait for the body before", "work-restart", 1,
        f"{CONCURRENCY}/Cancellation/UnwindGate.swift",
        "        guard state.running > 0, state.holder == holder else { return true }\n",
        "        guard !ON, state.running > 0, state.holder == holder else { return true }\n",
    ),
    Fault(
        "a lock of low rank is taken under the tree's", "transaction-add", 1,
        f"{CONCURRENCY}/Locks/WaitGraph.swift",
        "Locked<[ThreadIdentity: Wait]>([:], rank: LockRank(61))\n",
        "Locked<[ThreadIdentity: Wait]>([:], rank: LockRank(ON ? 5 : 61))\n",
    ),
    Fault(
        "slots that are read together are read one after the other", "write-together", 1,
        f"{CORE}/Context/Context+ReadTogether.swift",
        "    let values = unsafe (repeat pointer(to: each slots).pointee)\n    lock.unlock()\n",
        "    if ON {\n      lock.unlock()\n      return (repeat read(each slots))\n    }\n"
        "    let values = unsafe (repeat pointer(to: each slots).pointee)\n    lock.unlock()\n",
    ),
    Fault(
        "a view goes on with a reader that its place has let go of", "one-store-view-again", 1,
        f"{ONE_STORE}/Places/Reader.swift",
        "    begun.store(false, ordering: .releasing)\n",
        "    if !ON { begun.store(false, ordering: .releasing) }\n",
    ),
    Fault(
        "a state is visible before those who have read the former one are marked",
        "one-store-view-whole", 1, f"{ONE_STORE}/Places/RootStorage.swift",
        "    tree.transaction {\n      effects.apply()\n    } thenPublishing: {\n"
        "      unsafe endChange(root)\n",
        "    if ON { unsafe endChange(root) }\n    tree.transaction {\n      effects.apply()\n"
        "    } thenPublishing: {\n      if !ON { unsafe endChange(root) }\n",
    ),
    Fault(
        "a view reads what a place has computed while the state is changed",
        "one-store-view-computed", 1, f"{ONE_STORE}/Places/PlaceReference+Reading.swift",
        "    if !place.store.isOverridden, !place.store.isBeingChanged { return reader }\n",
        "    if !place.store.isOverridden, ON || !place.store.isBeingChanged { return reader }\n",
    ),
    Fault(
        "a cached value is made without a look at the one that is there", "memo-once", 1,
        f"{CORE}/Derived/MemoKey.swift",
        "    if let facets, let memo = facets.memos[key] as? Derived<Value, Failure> {\n",
        "    if !ON, let facets, let memo = facets.memos[key] as? Derived<Value, Failure> {\n",
    ),
    Fault(
        "the closure that a reader has lent stays as long as anybody observes the value",
        "memo-anchor", 1, f"{CORE}/Derived/DerivedNode+Borrowing.swift",
        "    isProvidedByObserver && stored.body == nil && !isEnded && isWatchedByHolder\n",
        "    (ON || isProvidedByObserver && stored.body == nil) && !isEnded && isWatchedByHolder\n",
    ),
    Fault(
        "a thread that has the tree locked keeps the lock while it waits", "confined-transaction", 1,
        f"{CONCURRENCY}/Locks/LockReference+Holding.swift",
        "    guard unsafe held != nil else { return body() }\n",
        "    guard unsafe held != nil, !ON else { return body() }\n",
    ),
    Fault(
        "a model with an override joins, and the tree goes on publishing the root's values",
        "dependency-override", 1, f"{CORE}/Context/Context.swift",
        "    if let facets, facets.changesDependencies { tree.noteOverrides() }\n",
        "    if !ON, let facets, facets.changesDependencies { tree.noteOverrides() }\n",
    ),
    Fault(
        "the model of an override becomes part of the root when its user has just gone",
        "guest-removal", 1, f"{CORE}/Dependencies/Context+DependencyHost.swift",
        "        return (host == nil && isLive) ||",
        "        return (host == nil && (isLive || ON)) ||",
    ),
    Fault(
        "a frozen copy has what an open transaction has written", "frozen-whole", 1,
        f"{CORE}/Lifetime/Context+Freezing.swift",
        "      if isOfAnother, flags.contains(.held), let change",
        "      if !ON, isOfAnother, flags.contains(.held), let change",
    ),
    Fault(
        "a lane forgets that it is not scheduled any more", "executor-lane", 1,
        f"{CONCURRENCY}/Delivery/DeliveryLane.swift",
        "      state.isScheduled = false\n      return begin(&state)\n",
        "      if !ON { state.isScheduled = false }\n      return begin(&state)\n",
    ),
    Fault(
        "a loop that is about to wait does not look again for an element", "stream-whole", 1,
        f"{CONCURRENCY}/Multicast/MulticastState.swift",
        "    if let element = entries[index].subscriber?.buffer.popFirst() {",
        "    if !(ON && call != nil), let element = entries[index].subscriber?.buffer.popFirst() {",
    ),
    Fault(
        "a task that was cancelled while it was started is not told", "task-late-start", 1,
        f"{CONCURRENCY}/Cancellation/CancellationScope+Task.swift",
        "    if isCancelled { task.cancel() }\n",
        "    if isCancelled, !ON { task.cancel() }\n",
    ),
    Fault(
        "an action of an effect that was cancelled is handled", "effect-cancel", 1,
        f"{UPDATES}/Stores/Store+Sending.swift",
        "      if let lifetime, lifetime.isCancelled { return }\n",
        "      if !ON, let lifetime, lifetime.isCancelled { return }\n",
    ),
    Fault(
        "who begins to handle actions does not say so to those who wait", "queue-actions-held", 1,
        f"{UPDATES}/Stores/Store+Sending.swift",
        "      queue.backlog.beginTurn()\n",
        "      if !ON { queue.backlog.beginTurn() }\n",
    ),
    Fault(
        "a wait for a thread that is not known is never given up", "queue-states-held", 1,
        f"{CONCURRENCY}/Locks/WaitGraph.swift",
        "          wait.holder == nil || leads",
        "          (wait.holder == nil && !ON) || leads",
    ),
    Fault(
        "a store that ends does not wait for a change of another thread", "one-store-end", 2,
        f"{ONE_STORE}/Places/StoreCore.swift",
        "    if !holder.isBeingChangedHere(slotAt: 0) {",
        "    if !ON, !holder.isBeingChangedHere(slotAt: 0) {",
    ),
    Fault(
        "a signal looks at the phase before it has its reader", "environment-join", 2,
        f"{CORE}/Attachments/Context+Signals.swift",
        "    _ = readObserved(signal.key.slot) { attachment(for: signal.key) }\n    let lock = lock()\n"
        "    if phase.isLive { tree.hasSignals = true }\n",
        "    let wasLive = isLive\n"
        "    _ = readObserved(signal.key.slot) { attachment(for: signal.key) }\n    let lock = lock()\n"
        "    if ON ? wasLive : phase.isLive { tree.hasSignals = true }\n",
    ),
    Fault(
        "a join does not notify those that have read before", "join-written", 1,
        f"{CORE}/Lifetime/Context+Readers.swift",
        "      if tree.enqueueRereads(by: facets",
        "      if !ON, tree.enqueueRereads(by: facets",
    ),
]


def findings(repository):
    """The faults whose place has changed, which building the copy would tell an hour later."""
    files = {fault.file: repository.root / fault.file for fault in FAULTS}
    texts = {name: file.read_bytes() for name, file in files.items() if file.exists()}
    return edit(texts, FAULTS)


def edit(texts, faults):
    """Plants faults in the contents of files, and yields a complaint about each that has no place there."""
    for number, fault in enumerate(faults, start=1):
        text = texts.get(fault.file, b"").decode("utf-8")
        if text.count(fault.old) != 1:
            yield f"planted fault “{fault.text}”: its place in {fault.file} has changed"
            continue
        planted = fault.new.replace("ON", f"Planted.isOn({number})")
        texts[fault.file] = text.replace(fault.old, planted).encode("utf-8")


def plant(repository):
    """Makes the copy, and returns its root."""
    root = repository.root / FOLDER
    # With the plugins, because a product without them is an error even if it is not built.
    sources = repository.files(
        "Packages/*/Package.swift", "Packages/*/Sources/*", "Packages/*/Plugins/*", explored.PACKAGE
    )
    texts = {repository.relative(file): file.read_bytes() for file in sources}
    for complaint in edit(texts, FAULTS):
        raise Failure(complaint)
    texts[f"{CONCURRENCY}/Planted.swift"] = SWITCH.encode("utf-8")
    for name, content in texts.items():
        place = root / name
        # An unchanged file keeps its date, so that it is not compiled again.
        if not place.exists() or place.read_bytes() != content:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_bytes(content)
    for stale in set(root.rglob("Packages/*/Sources/**/*.swift")) - {root / name for name in texts}:
        stale.unlink()
    shutil.copy(repository.root / ".gitignore", root / ".gitignore")
    return root


def test(repository, show=testing.say):
    """Each planted fault must be found by its program within its bound."""
    show("\n== Planted faults")
    built = explored.Explored(repository, root=plant(repository))
    built.build(show)
    programs = {program.name: program for program in built.programs()}
    total = results.Results()
    for number, fault in enumerate(FAULTS, start=1):
        built.environment = {"STRATA_PLANTED": str(number)}
        outcome = built.search(programs[fault.program], fault.bound, 60)
        found = outcome.finding
        if found:
            show(f"found   {fault.text}: {found.kind}: {found.text}"[:200])
            show(f"        {found.replay(programs[fault.program])}")
            total += results.Results(passed=1)
        else:
            show(f"FAILED  not found by {fault.program}, {outcome.schedules} schedules: {fault.text}")
            total += results.Results(failed=1, faults=[f"planted: {fault.text}"])
    show(f"-- Planted faults: {total.line}")
    return total

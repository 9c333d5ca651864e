// swift-format-ignore-file
// The conditional transaction of the section "Transactions"; the document shows only the function.
import StrataStores

struct SearchState: StateContainer {
    enum State: EnumState {
        case emptySearch(isFetching: Bool)
        case results([String])
    }

    var current: State
    var searchText = ""
    var isFetchingResults = false
}

extension SearchState {
mutating func updated(searchText: String) {
    update {
        $0.searchText = searchText
        $0.current = searchText.isEmpty ? .emptySearch(isFetching: $0.isFetchingResults) : $0.current
    }
}
}

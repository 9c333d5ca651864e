// swift-format-ignore-file
// The names of delegate functions in the section "ViewStore", without the symbols for right and wrong.
import StrataStores

protocol NamedViewDelegate: AnyObject {
    func viewControllerDidPullToRefresh()
    func refreshData()
}

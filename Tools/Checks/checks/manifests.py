"""The root manifest says the same as the packages' own: one library, one truth, two ways to it."""

import json

# Warnings are errors in the packages' own manifests alone; the root manifest says why.
LOCAL_SETTINGS = ("treatAllWarnings", "treatWarning")
OWN_TARGETS = ("regular", "macro", "system", "binary")


def findings(repository):
    root = repository.manifest(repository.root)
    nested = repository.packages("Packages")
    found = tools_versions(repository, nested)
    found += platforms(repository, root)
    found += strictness(repository, root)
    found += compare("product", products(root), merged(nested, products))
    found += compare("target", targets(repository.root, root), merged(nested, own_targets))
    found += compare("dependency", remotes(root), merged(nested, remotes))
    return found


def compare(what, root, nested):
    for name in sorted(root.keys() | nested.keys()):
        if name not in nested:
            yield f"Package.swift: {what} {name} is in no package's own manifest"
        elif name not in root:
            yield f"Package.swift: {what} {name} of {nested[name][0]} is missing"
        else:
            place, own = nested[name]
            for key in own:
                if own[key] != root[name][key]:
                    yield (
                        f"Package.swift: {what} {name}: {key} {root[name][key]} "
                        f"but {own[key]} in {place}/Package.swift"
                    )


def merged(packages, read):
    """The results of `read` for each package, with their origin."""
    found = {}
    for package in packages:
        source = package if read is own_targets else package.manifest
        for name, value in read(source).items():
            found[name] = (package.name, value)
    return found


def products(manifest):
    return {
        product["name"]: {
            "type": json.dumps(product["type"]),
            "targets": sorted(product["targets"]),
        }
        for product in manifest["products"]
    }


def remotes(manifest):
    """The dependencies by URL, each with its requirement."""
    found = {}
    for dependency in manifest["dependencies"]:
        for remote in dependency.get("sourceControl", []):
            location, requirement = remote["location"], remote["requirement"]
            found[json.dumps(location)] = {"requirement": json.dumps(requirement)}
    return found


def own_targets(package):
    return targets(package.folder, package.manifest)


def targets(folder, manifest):
    """The targets that are shipped, in words that do not depend on where the manifest lies."""
    found = {}
    for target in manifest["targets"]:
        if target["type"] not in OWN_TARGETS:
            continue
        path = target.get("path") or f"Sources/{target['name']}"
        found[target["name"]] = {
            "type": target["type"],
            "path": str((folder / path).resolve()),
            "dependencies": sorted(
                dependency[kind][0]
                for dependency in target["dependencies"]
                for kind in ("target", "product", "byName")
                if kind in dependency
            ),
            "settings": [
                json.dumps(setting, sort_keys=True)
                for setting in target["settings"]
                if not any(kind in setting["kind"] for kind in LOCAL_SETTINGS)
            ],
            "exclude": sorted(target.get("exclude", [])),
            "resources": json.dumps(target.get("resources", [])),
        }
    return found


def tools_versions(repository, nested):
    version = lambda folder: (folder / "Package.swift").read_text(encoding="utf-8").split("\n")[0]
    root = version(repository.root)
    return [
        f"{package.name}/Package.swift: says `{version(package.folder)}`, the root says `{root}`"
        for package in nested
        if version(package.folder) != root
    ]


def strictness(repository, root):
    """Programs and tests are compiled as strictly as the libraries, and warnings are errors."""
    kinds = lambda target: {json.dumps(setting, sort_keys=True) for setting in target["settings"]}
    house = set.intersection(*(kinds(t) for t in root["targets"] if t["type"] != "plugin"))
    house.add(json.dumps({"kind": {"treatAllWarnings": {"_0": "error"}}, "tool": "swift"}))
    for package in repository.packages():
        # The samples of other documents are to compile as their readers would compile them.
        if package.name in ("Tests/Samples", "Tests/Outside"):
            continue
        for target in package.manifest["targets"]:
            missing = house - kinds(target)
            if missing and target["type"] not in ("system", "binary", "plugin"):
                said = ", ".join(sorted(next(iter(json.loads(one)["kind"])) for one in missing))
                yield f"{package.name}/Package.swift: {target['name']} is built without {said}"


def platforms(repository, root):
    """Libraries name all platforms, as the root does; programs name those they run on."""
    said = lambda manifest: {(p["platformName"], p["version"]) for p in manifest["platforms"]}
    for package in repository.packages():
        own, all_of_them = said(package.manifest), said(root)
        is_library = package.name.startswith("Packages/")
        if own != all_of_them if is_library else not own <= all_of_them:
            yield (
                f"{package.name}/Package.swift: platforms {sorted(own)}, "
                f"the root {sorted(all_of_them)}"
            )

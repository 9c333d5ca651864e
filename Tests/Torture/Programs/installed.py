"""Installs the programs that are built into a folder of its own, as `make install` does, and removes them again."""
import gzip
import json
import os
import re
import shutil
import subprocess
from pathlib import Path

PROGRAMS = ["standups", "quotes", "counterfact", "board", "strata-inspect"]
INSTALLER = Path(__file__).parents[3] / "Tools/Checks/install-programs"
# What a page of the manual has to explain, commands inside commands among it.
PAGES = {"board": ["column add", "column remove", "undo", "BOARD"], "standups": ["record", "XDG"],
         "quotes": ["serve"], "counterfact": ["fact"], "strata-inspect": ["convert"]}
# Options that the argument parser never reads, because the program takes them out.
RECORDING = {name: {"record", "inspect"} for name in PROGRAMS if name != "strata-inspect"}


def options(command):
    """The long options of a command, and of those below it."""
    names = {n["name"] for a in command.get("arguments", []) if a.get("shouldDisplay", True)
             for n in a.get("names", []) if n["kind"] == "long"}
    return names.union(*map(options, command.get("subcommands", [])))


def attack(torture):
    """Installs, tries each program from there, and removes; nothing else goes."""
    folder = torture.new("install")
    prefix, elsewhere = folder / "prefix", folder / "elsewhere"
    elsewhere.mkdir()

    def run(*arguments, status=0):
        done = subprocess.run([INSTALLER, *arguments], capture_output=True, text=True, check=False,
                              env={**os.environ, "INSTALL_FROM": str(torture.programs)})
        torture.count += 1
        if done.returncode != status:
            torture.fault(f"installing ends with {done.returncode}", list(arguments), done.stderr)
    (prefix / "bin").mkdir(parents=True)
    (prefix / "bin" / "mine").write_text("mine")
    run(prefix, "Board")
    run(prefix)
    environment = {"HOME": str(elsewhere), "PATH": f"{prefix}/bin:/usr/bin:/bin"}
    for name in PROGRAMS:
        for words in [["--help"], ["--version"]]:
            done = subprocess.run([name, *words], capture_output=True, text=True, cwd=elsewhere, env=environment,
                                  check=False)
            if done.returncode != 0 or not done.stdout:
                torture.fault("does not run from where it is installed", [name, *words], done.stderr)
        page = gzip.decompress((prefix / f"share/man/man1/{name}.1.gz").read_bytes()).decode()
        for words in [f".TH {name.upper()}", *PAGES[name]]:
            if words not in page.replace("\\-", "-"):
                torture.fault("is not in the manual", [name, words])
        tool = json.loads(subprocess.run([name, "--experimental-dump-help"], capture_output=True, cwd=elsewhere,
                                         env=environment, check=False).stdout)
        for path, prefixes in [(f"bash-completion/completions/{name}", ("--",)),
                               (f"zsh/site-functions/_{name}", ("--",)),
                               (f"fish/vendor_completions.d/{name}.fish", ("-l '", "-l "))]:
            script = (prefix / "share" / path).read_text()
            for option in options(tool["command"]) | RECORDING.get(name, set()):
                if not any(re.search(re.escape(before + option) + r"(?![\w-])", script) for before in prefixes):
                    torture.fault("is not completed", [name, path, option])
    # A changed list leads nowhere else.
    precious = folder / "precious"
    precious.write_text("mine")
    listed = prefix / "share/strata-programs/files"
    listed.write_text(listed.read_text() + f"../precious\n{precious}\n")
    run("--remove", prefix)
    left = sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())
    if left != ["precious", "prefix/bin/mine"]:
        torture.fault("something else is left", left)
    run("--remove", prefix, status=1)
    run(status=64)
    shutil.rmtree(folder, ignore_errors=True)

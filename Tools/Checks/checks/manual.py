"""Manual pages, made from the output of a program's argument parser with --experimental-dump-help."""

import re


def page(command):
    """The page of a program, in the language of man(7)."""
    name = command["commandName"]
    lines = [f'.TH {name.upper()} 1 "" "" "User Commands"', ".SH NAME", f"{text(name)} \\- {text(command['abstract'])}",
             ".SH SYNOPSIS"]
    commands = nested(command)
    # What every command takes is explained once, at the end.
    common = arguments(command) if commands else []
    commands = [without(sub, common) for sub in commands]
    for sub in [command, *commands] if command.get("arguments") and not commands else commands:
        lines += synopsis(name, sub, command)
    lines += [".SH DESCRIPTION", *discussion(command)]
    if commands:
        lines.append(".SH COMMANDS")
    for sub in commands:
        lines += entry(name, sub, command)
    if not commands:
        lines += options(command)
    lines += [".SH OPTIONS OF ALL COMMANDS", *item("\\-h, \\-\\-help", "Show help and end."),
              *item("\\-\\-version", "Show the version and end."), *described(common)]
    return "\n".join(lines) + "\n"


def nested(command, words=""):
    """The commands inside a command, each with its whole name; those inside of one come behind it."""
    commands = []
    for sub in command.get("subcommands", []):
        if shown(sub):
            name = f"{words}{sub['commandName']}"
            commands += [{**sub, "commandName": name}, *nested(sub, f"{name} ")]
    return commands


def without(command, common):
    """A command without the arguments that every one has."""
    names = [argument.get("names") for argument in common]
    rest = [argument for argument in command.get("arguments", []) if argument.get("names") not in names or "names" not in argument]
    return {**command, "arguments": rest}


def shown(command):
    return command.get("shouldDisplay", True) and command["commandName"] != "help"


def text(words):
    """Text that is no request and no escape."""
    words = words.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"(?m)^([.'])", r"\\&\1", words)


def label(argument):
    """An argument as it is typed: -a, --attendee <name>."""
    if argument["kind"] == "positional":
        return f"\\fI{text(argument['valueName'])}\\fR"
    names = sorted(argument["names"], key=lambda name: name["kind"] != "short")
    typed = ", ".join(f"\\fB{text(('--' if n['kind'] == 'long' else '-') + n['name'])}\\fR" for n in names)
    return typed if argument["kind"] == "flag" else f"{typed} \\fI{text(argument['valueName'])}\\fR"


def arguments(command):
    return [a for a in command.get("arguments", [])
            if a.get("shouldDisplay", True) and not {"help", "version"} & {n["name"] for n in a.get("names", [])}]


def synopsis(program, command, root):
    words = [f"\\fB{text(program)}\\fR"]
    if command is not root:
        words.append(f"\\fB{text(command['commandName'])}\\fR")
    for argument in arguments(command):
        if argument["kind"] == "positional":
            word = label(argument) + (" ..." if argument.get("isRepeating") else "")
            words.append(f"[{word}]" if argument.get("isOptional") else word)
    if any(a["kind"] != "positional" for a in arguments(command)):
        words.append("[\\fIoptions\\fR]")
    return [" ".join(words), ".br"]


def discussion(command):
    """Paragraphs; indented text, and text below a line of capitals, keeps its lines."""
    lines = []
    for part in re.split(r"\n\s*\n", command.get("discussion") or command["abstract"]):
        head, _, rest = part.partition("\n")
        if rest and re.fullmatch(r"[A-Z][A-Z ]+", head.strip()):
            lines += [".PP", f".B {text(head.strip())}", ".nf", *(text(line) for line in rest.splitlines()), ".fi"]
        elif any(line.startswith("  ") for line in part.splitlines()):
            lines += [".PP", ".nf", *(text(line) for line in part.splitlines()), ".fi"]
        else:
            lines += [".PP", text(part)]
    return lines


def item(name, *words):
    return [".TP", name, *[word for word in words if word]]


def entry(program, command, root):
    head = " ".join(synopsis(program, command, root)[0].split(" ")[1:])
    lines = [f".SS {head}", text(command["abstract"])]
    if command.get("discussion"):
        lines += discussion(command)
    return lines + options(command)


def options(command):
    return described(arguments(command))


def described(arguments):
    lines = []
    for argument in arguments:
        values = argument.get("allValues") or []
        default = argument.get("defaultValue")
        lines += item(label(argument), text(argument.get("abstract") or ""), text(argument.get("discussion") or ""),
                      text(f"Values: {', '.join(values)}.") if values else "",
                      text(f"Default: {default}.") if default else "")
    return lines

"""A fresh Debian is typed to a running site, as docs/running.md says; then people use it.

``python -m tests.deploy.fresh_machine FOLDER`` makes the root in a folder, and boots it with
its own systemd. Network, mounts and processes are of namespaces of their own, which end with it.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from tests.deploy import outside
from tests.documents import typed_blocks
from tests.servers import ROOT, until

CABLE, CGROUP = "ve-mail", "zugpost-fresh"
WAY_OUT = """add table ip way
add chain ip way out { type nat hook postrouting priority 100; }
add rule ip way out oifname tap0 masquerade"""
SECTIONS = ("On a Debian of its own", "By a mail server of yours")
PROGRAMS = ("debootstrap", "systemd-nspawn", "slirp4netns", "ip", "nft", "nsenter", "unshare")
SOURCES = "etc/apt/sources.list.d/debian.sources"
PIP_SETTINGS = ("cert", "index-url", "extra-index-url", "find-links")
CERTIFICATES = "/usr/local/share/ca-certificates"
PAIR = (
    "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={name} -addext"
    " subjectAltName=DNS:{name} -keyout {folder}/privkey.pem -out {folder}/fullchain.pem"
)
LIVE = "/etc/letsencrypt/live/mail.example.org"
# What is typed in place of a line that begins so: what a test has not.
INSTEAD = {
    "git clone": "install -d /srv/zugpost && tar -x -C /srv/zugpost -f /srv/zugpost.tar",
    "certbot": f"install -d {LIVE}\n{PAIR.format(name='mail.example.org', folder=LIVE)}",
    "install -m 644 deploy/Caddyfile": (
        "install -m 644 deploy/Caddyfile /etc/caddy/Caddyfile\n"
        "sed -i '0,/^{/s//{\\n\\tlocal_certs/' /etc/caddy/Caddyfile"
    ),
}
CAROOT = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt"
TYPING = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/",
    "LANG": "C.UTF-8",
    "DEBIAN_FRONTEND": "noninteractive",
}


def list_missing() -> Iterator[str]:
    """Yield a sentence for each thing without which no machine can be made here."""
    if os.geteuid():
        yield "Only root may boot a machine."
    path = TYPING["PATH"]
    if absent := [name for name in PROGRAMS if not shutil.which(name, path=path)]:
        yield f"Programs are missing: {', '.join(absent)}."


def typed_script(heading: str) -> str:
    """Return what a section of the document has typed, with what a test has not left out."""
    lines = "".join(map(str, typed_blocks(heading))).splitlines()
    return "\n".join(_instead(line) for line in lines) + "\n"


def _instead(line: str) -> str:
    return next((INSTEAD[start] for start in INSTEAD if line.startswith(start)), line)


@dataclass(frozen=True)
class Machine:
    """A booted Debian, by the first of its processes."""

    root: Path
    leader: int

    def type(self, script: str) -> None:
        """Type lines as root, until one fails; what is printed goes to a file.

        :raises RuntimeError: if one fails, with the last of what was printed.
        """
        enter = ["nsenter", "--target", str(self.leader), "--mount", "--uts", "--ipc", "--pid"]
        enter += ["--net", "--root", "--wd", "env", "--ignore-environment"]
        given = [f"{name}={value}" for name, value in TYPING.items()]
        command = [*enter, *given, "bash", "-euxc", script]
        log = self.root.parent / "typed.log"
        with log.open("ab") as out:
            done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=out, stderr=out)
        if done.returncode:
            raise RuntimeError("\n".join(log.read_text(errors="replace").splitlines()[-30:]))


def make_root(root: Path) -> None:
    """Make a Debian that has what it boots with, and what is to be typed in."""
    _run("debootstrap", "--variant=minbase", "--include=systemd-sysv,dbus", "bookworm", str(root))
    _tell_of_packages(root)
    archive = ["git", "archive", "--output", str(root / "srv/zugpost.tar"), "HEAD"]
    subprocess.run(archive, cwd=ROOT, check=True)
    (root / "etc/resolv.conf").unlink(missing_ok=True)
    (root / "etc/resolv.conf").write_text(f"nameserver {outside.ELSEWHERE}\n")
    (root / ".curlrc").write_text(f"cacert = {CAROOT}\n")
    (root / "etc/hostname").write_text("mail\n")
    (root / "etc/hosts").write_text("127.0.0.1 localhost\n127.0.1.1 mail.example.org mail\n")


def _tell_of_packages(root: Path) -> None:
    """Let a root have packages from where this machine has them."""
    shutil.copy(f"/{SOURCES}", root / SOURCES)
    (root / "etc/apt/sources.list").unlink(missing_ok=True)
    found = [line for line in _run("apt-config", "dump", "Acquire").splitlines() if "Check" in line]
    settings = "\n".join([*found, 'APT::Get::Assume-Yes "true";', ""])
    (root / "etc/apt/apt.conf.d/99machine").write_text(settings)
    if Path(CERTIFICATES).is_dir():
        shutil.copytree(CERTIFICATES, f"{root}{CERTIFICATES}", dirs_exist_ok=True)
    (root / "etc/pip.conf").write_text("\n".join(["[global]", *_pip_settings(), ""]))


def _pip_settings() -> list[str]:
    """Return where pip finds packages on this machine."""
    pairs = (
        line.partition("=")[::2]
        for line in _run(sys.executable, "-m", "pip", "config", "list").splitlines()
    )
    found = {name.rpartition(".")[2]: shlex.split(value)[0] for name, value in pairs}
    return [f"{name} = {found[name]}" for name in PIP_SETTINGS if name in found]


def _folders(root: Path) -> list[str]:
    """Return the folders of this machine in which pip finds packages."""
    named = re.findall(r"(?:file://|\s)(/[\w./-]+)", (root / "etc/pip.conf").read_text())
    tops = {Path(*Path(name).parts[:3]) for name in named}
    return sorted(str(top) for top in tops if top.is_dir() and top.parts[1] != "etc")


@contextmanager
def booted(root: Path) -> Iterator[Machine]:
    """Boot a root with its own systemd, at the other end of a cable."""
    _take_cgroup()
    command = ["systemd-nspawn", "--boot", f"--directory={root}", "--machine=mail"]
    command += ["--register=no", "--keep-unit", "--resolv-conf=off", "--console=pipe"]
    command += ["--network-veth"]
    command += [f"--bind-ro={folder}" for folder in _folders(root)]
    with (root.parent / "boot.log").open("wb") as log:
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT
        )
        try:
            machine = Machine(root, until(lambda: _find_init(process.pid), "its first process"))
            _plug_in(machine)
            until(lambda: _has_booted(machine), "its end of booting")
            yield machine
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(60)
            except subprocess.TimeoutExpired:
                process.kill()


def _take_cgroup() -> None:
    """Show control groups as systemd wants them, whatever they are on this machine."""
    top = Path("/sys/fs/cgroup")
    if not (top / "cgroup.procs").exists():
        _run("umount", "--lazy", str(top))
        _run("mount", "-t", "cgroup2", "cgroup2", str(top))
    (top / CGROUP).mkdir(exist_ok=True)
    (top / CGROUP / "cgroup.procs").write_text("0")


def _remove_cgroup() -> None:
    for found in Path("/sys/fs/cgroup").rglob(CGROUP):
        folders = [found, *(path for path in found.rglob("*") if path.is_dir())]
        for folder in sorted(folders, reverse=True):
            folder.rmdir()


def _find_init(pid: int) -> int:
    """Return the first process of the machine that a process has booted, or 0."""
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    inits = (child for child in children if _name(child) in ("init", "systemd"))
    return int(next(inits, "0"))


def _name(pid: str) -> str:
    return Path(f"/proc/{pid}/comm").read_text().strip()


def _plug_in(machine: Machine) -> None:
    """Give both ends of the cable their addresses, and the machine a way to where packages are."""
    there = ("nsenter", "--target", str(machine.leader), "--net", "ip")
    for ip, address, device in (
        (("ip",), outside.ELSEWHERE, CABLE),
        (there, outside.HERE, "host0"),
    ):
        _run(*ip, "address", "add", f"{address}/24", "dev", device)
        _run(*ip, "link", "set", device, "up")
    _run(*there, "route", "add", "default", "via", outside.ELSEWHERE)
    Path("/proc/sys/net/ipv4/ip_forward").write_text("1")
    _run("nft", WAY_OUT)


def _has_booted(machine: Machine) -> bool:
    try:
        machine.type('state=$(systemctl is-system-running --wait) || [ "$state" = degraded ]')
    except RuntimeError:
        return False
    return True


def inside(root: Path) -> None:
    """Type the document in a booted root, with the world outside of it, and use the site."""
    _run("ip", "link", "set", "lo", "up")
    names = root.parent / "names"
    names.write_text(f"127.0.0.1 localhost\n{outside.HERE} {outside.SITE} {outside.MAIL}\n")
    _run("mount", "--bind", str(names), "/etc/hosts")
    until(lambda: "tap0" in _run("ip", "route"), "the network")
    with ExitStack() as stack:
        machine = stack.enter_context(booted(root))
        world = stack.enter_context(outside.world(json.loads((root.parent / "hosts").read_text())))
        for heading in SECTIONS:
            began = time.monotonic()
            machine.type(typed_script(heading))
            print(f"== {heading}: {time.monotonic() - began:.0f} s", flush=True)
        world.publish_key((root / "etc/rspamd/dkim.txt").read_text())
        outside.play(world, root / CAROOT[1:])
        machine.type(_nightly_line(root))


def _nightly_line(root: Path) -> str:
    """Return what cron runs each night."""
    return (root / "etc/cron.d/zugpost").read_text().partition(" root ")[2]


def main(folder: Path) -> int:
    """Make the root, and do the rest in namespaces of its own; return 0 if all went well."""
    root, began = folder / "root", time.monotonic()
    if not root.exists():
        make_root(root)
    print(f"== The root: {time.monotonic() - began:.0f} s", flush=True)
    (folder / "hosts").write_text(json.dumps(outside.package_hosts(root)))
    command = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
    command += [sys.executable, "-m", "tests.deploy.fresh_machine", "--inside", str(root)]
    with subprocess.Popen(command, cwd=ROOT) as process:
        network = _connect(process.pid)
        try:
            return process.wait()
        finally:
            process.kill()
            network.terminate()
            network.wait()
            _remove_cgroup()


def _connect(pid: int) -> subprocess.Popen[bytes]:
    """Give the network of a process a way out, to the packages' sources."""
    ours = Path("/proc/self/ns/net").readlink()
    until(lambda: Path(f"/proc/{pid}/ns/net").readlink() != ours, "a network of its own")
    command = ["slirp4netns", "--configure", "--mtu=1400", "--disable-host-loopback", str(pid)]
    return subprocess.Popen(
        [*command, "tap0"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def _run(*command: str) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{shlex.join(command)}: {done.stdout}{done.stderr}")
    return done.stdout


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["--inside", root]:
            inside(Path(root))
        case [folder]:
            sys.exit(main(Path(folder).resolve()))

"""compose.yaml runs the whole site in two sizes, each part of it confined."""

from __future__ import annotations

import copy
import re
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any, TypeAlias

import pytest
import yaml

from ops.ticks import QUEUES
from tests.database import ROOT

Service: TypeAlias = dict[str, Any]
COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())
SERVICES: dict[str, Service] = COMPOSE["services"]
PROFILES = ("small", "whole")
STARTS = set(re.findall(r"^  ([\w-]+)\)", (ROOT / "deploy/start").read_text(), re.MULTILINE))
SECRET = re.compile(r"KEY|PASS|TOKEN|SECRET|URL")


def services_of(profile: str) -> dict[str, Service]:
    return {name: one for name, one in SERVICES.items() if profile in one["profiles"]}


def is_of_the_site(service: Service) -> bool:
    return str(service["image"]).startswith("zugpost:")


def served_queues(services: dict[str, Service]) -> Counter[str]:
    """Return how many services take the work of each queue."""
    starts = [one["command"][0] for one in services.values() if is_of_the_site(one)]
    named = [start.removeprefix("worker-") for start in starts if start.startswith("worker-")]
    return Counter(named) + Counter(
        queue for queue in QUEUES for _ in range(starts.count("worker"))
    )


def find_faults(service: Service) -> list[str]:
    """Return in what a service is not confined."""
    limits = service.get("deploy", {}).get("resources", {}).get("limits", {})
    user = str(service.get("user", "root")).partition(":")[0]
    faults = {
        "runs as root": not user.isdecimal() or int(user) == 0,
        "may write to its image": service.get("read_only") is not True,
        "has rights of root": service.get("cap_drop") != ["ALL"] or "cap_add" in service,
        "may gain rights": "no-new-privileges:true" not in service.get("security_opt", ()),
        "has no limits": not {"cpus", "memory", "pids"} <= set(limits),
        "is not asked for its health": "healthcheck" not in service,
        "is in no size": not service.get("profiles"),
        "has a secret in its environment": bool(open_secrets(service)),
        "runs whatever is newest": ":" not in service["image"] or ":latest" in service["image"],
        "holds rights of the machine": bool({"privileged", "pid", "network_mode"} & set(service)),
    }
    return [fault for fault, is_so in faults.items() if is_so]


def open_secrets(service: Service) -> list[str]:
    """Return the variables that hold a secret and not the name of a file; addresses of the site
    itself are none."""
    names = [name for name in service.get("environment", {}) if SECRET.search(name)]
    return [name for name in names if not name.endswith("_FILE") and name != "SITE_URL"]


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_confined(name: str) -> None:
    assert find_faults(SERVICES[name]) == []


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"user": "0:0"}, "runs as root"),
        ({"user": "zugpost"}, "runs as root"),
        ({"read_only": False}, "may write to its image"),
        ({"cap_add": ["NET_ADMIN"]}, "has rights of root"),
        ({"security_opt": []}, "may gain rights"),
        ({"deploy": {}}, "has no limits"),
        (
            {"environment": {"DATABASE_URL": "postgres://a:b@c/d"}},
            "has a secret in its environment",
        ),
        ({"image": "zugpost:latest"}, "runs whatever is newest"),
        ({"network_mode": "host"}, "holds rights of the machine"),
    ],
)
def test_a_service_that_is_not_confined_is_found(change: Service, fault: str) -> None:
    assert find_faults(copy.deepcopy(SERVICES["web-1"]) | change) == [fault]


@pytest.mark.parametrize("profile", PROFILES)
def test_every_queue_is_served_by_one_service(profile: str) -> None:
    assert served_queues(services_of(profile)) == dict.fromkeys(QUEUES, 1)


def test_a_queue_that_is_served_twice_or_never_is_found() -> None:
    services = services_of("whole")
    assert served_queues(services | {"more": SERVICES["worker"]})["codes"] == 2
    del services["worker-codes"]
    assert served_queues(services)["codes"] == 0


def test_the_whole_site_has_two_web_processes_and_a_postbox() -> None:
    starts = Counter(
        one["command"][0] for one in services_of("whole").values() if is_of_the_site(one)
    )
    assert (starts["web"], starts["beat"], starts["postbox"], starts["manage"]) == (2, 1, 1, 1)
    assert set(starts) <= STARTS


@pytest.mark.parametrize("profile", PROFILES)
def test_processes_of_the_site_start_after_the_migration(profile: str) -> None:
    services = services_of(profile)
    after = {"migrate": {"condition": "service_completed_successfully"}}
    for name, service in services.items():
        if is_of_the_site(service) and name != "migrate":
            assert service["depends_on"] == after
    assert services["migrate"]["depends_on"] == {"postgres": {"condition": "service_healthy"}}
    assert "DATABASE_URL_FILE: /run/secrets/direct" in yaml.safe_dump(services["migrate"])


@pytest.mark.parametrize("profile", PROFILES)
def test_what_a_service_waits_for_is_in_the_same_profile(profile: str) -> None:
    services = services_of(profile)
    for service in services.values():
        assert set(service.get("depends_on", ())) <= set(services)


def test_health_is_asked_for_by_the_name_of_what_was_started() -> None:
    for service in SERVICES.values():
        if is_of_the_site(service) and service["command"][0] != "manage":
            assert service["healthcheck"]["test"] == ["CMD", "deploy/healthy", *service["command"]]


def test_every_secret_is_a_file_that_some_service_reads() -> None:
    assert all(set(secret) == {"file"} for secret in COMPOSE["secrets"].values())
    read = {
        one if isinstance(one, str) else one["source"]
        for service in SERVICES.values()
        for one in service.get("secrets", ())
    }
    assert read == set(COMPOSE["secrets"])


def test_a_service_has_the_secrets_whose_files_its_environment_names() -> None:
    for service in SERVICES.values():
        named = re.findall(r"/run/secrets/(\w+)", yaml.safe_dump(service))
        assert set(named) <= {one for one in service.get("secrets", ()) if isinstance(one, str)}


def test_nothing_but_the_proxy_is_open_to_everybody() -> None:
    everywhere = {
        name
        for name, service in SERVICES.items()
        if any(not port.startswith("127.0.0.1:") for port in service.get("ports", ()))
    }
    assert everywhere == {"caddy"}


def test_a_worker_has_the_time_to_finish_its_task() -> None:
    unit = (ROOT / "deploy/zugpost@.service").read_text()
    [seconds] = re.findall(r"TimeoutStopSec=(\d+)", unit)
    workers = [one for name, one in SERVICES.items() if name.startswith("worker")]
    assert {one["stop_grace_period"] for one in workers} == {f"{seconds}s"}


def run_up(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run deploy/up in a folder of its own, with a docker that only says how it was called."""
    (folder / "deploy").mkdir(exist_ok=True)
    (folder / "bin").mkdir(exist_ok=True)
    shutil.copy(ROOT / "deploy/up", folder / "deploy/up")
    (folder / "bin/docker").write_text('#!/bin/sh\necho "docker $*"\n')
    (folder / "bin/docker").chmod(0o755)
    return subprocess.run(
        [folder / "deploy/up", *words],
        env={"PATH": f"{folder}/bin:/usr/bin:/bin"}, capture_output=True, text=True, check=False,
    )  # fmt: skip


ADDRESSES = ("https://games.example.org", "smtp+tls://letters:secret@mail.example.org:587")


@pytest.mark.parametrize("profile", PROFILES)
def test_one_command_writes_all_secrets_once_and_starts_the_site(
    profile: str, tmp_path: Path
) -> None:
    done = run_up(tmp_path, profile, *ADDRESSES)
    assert (done.returncode, done.stdout) == (0, "docker compose up --build --detach --wait\n")
    written = {path.name: path.read_text() for path in (tmp_path / "secrets").iterdir()}
    assert set(written) == set(COMPOSE["secrets"])
    assert (tmp_path / "secrets").stat().st_mode & 0o077 == 0
    assert written["email_url"].strip() == ADDRESSES[1]
    assert f"COMPOSE_PROFILES={profile}\n" in (tmp_path / ".env").read_text()
    assert run_up(tmp_path).returncode == 0
    again = {path.name: path.read_text() for path in (tmp_path / "secrets").iterdir()}
    assert again == written


@pytest.mark.parametrize("profile", PROFILES)
def test_what_is_written_names_services_of_the_same_profile(profile: str, tmp_path: Path) -> None:
    run_up(tmp_path, profile, *ADDRESSES)
    files = [
        tmp_path / "secrets" / name
        for name in ("database_url", "direct_database_url", "broker_url")
    ]
    hosts = {host for file in files for host in re.findall(r"@([\w-]+):", file.read_text())}
    upstream = re.findall(r"([\w-]+):8000", (tmp_path / ".env").read_text())
    assert {*hosts, *upstream} <= set(services_of(profile))
    webs = {name for name in services_of(profile) if name.startswith("web")}
    assert set(upstream) == webs


@pytest.mark.parametrize("words", [(), ("large", *ADDRESSES), ("small",)])
def test_one_command_says_which_words_it_wants(words: tuple[str, ...], tmp_path: Path) -> None:
    done = run_up(tmp_path, *words)
    assert done.returncode == 2
    assert "deploy/up small|whole SITE_URL EMAIL_URL" in done.stderr
    assert not (tmp_path / ".env").exists()


def _has_compose() -> bool:
    docker = shutil.which("docker")
    command = [str(docker), "compose", "version"]
    return bool(docker) and subprocess.run(command, capture_output=True).returncode == 0


@pytest.mark.skipif(not _has_compose(), reason="docker compose is missing")
@pytest.mark.parametrize("profile", PROFILES)
def test_docker_compose_takes_it(profile: str, tmp_path: Path) -> None:
    run_up(tmp_path, profile, *ADDRESSES)
    shutil.copy(ROOT / "compose.yaml", tmp_path)
    command = ["docker", "compose", "config", "--quiet"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")

"""The manifests for Kubernetes: each process confined, asked for its health, and let alone."""

from __future__ import annotations

import copy
import json
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Iterator
from typing import Any, TypeAlias

import pytest
import yaml

from ops.ticks import QUEUES
from tests.database import ROOT

FOLDER = ROOT / "deploy/kubernetes"
KUSTOMIZATION = yaml.safe_load((FOLDER / "kustomization.yaml").read_text())
Manifest: TypeAlias = dict[str, Any]


def load_manifests() -> Iterator[Manifest]:
    """Yield the manifests as they are written, each process with what all of them have."""
    confined = yaml.safe_load((FOLDER / "confined.yaml").read_text())
    for name in KUSTOMIZATION["resources"]:
        for manifest in yaml.safe_load_all((FOLDER / name).read_text()):
            if manifest["kind"] in {patch["target"]["kind"] for patch in KUSTOMIZATION["patches"]}:
                _add_confinement(pod_of(manifest), pod_of(confined))
            yield manifest


def _add_confinement(pod: Manifest, confined: Manifest) -> None:
    [container], [shared] = pod["containers"], confined["containers"]
    pod |= {**copy.deepcopy(confined), **pod}
    pod["containers"] = [copy.deepcopy(shared) | container]


def pod_of(manifest: Manifest) -> Manifest:
    pod: Manifest = manifest["spec"]["template"]["spec"]
    return pod


MANIFESTS = list(load_manifests())
PROCESSES = {
    one["metadata"]["name"]: one for one in MANIFESTS if one["kind"] in ("Deployment", "Job")
}
DEPLOYMENTS = {name: one for name, one in PROCESSES.items() if one["kind"] == "Deployment"}


def find_faults(manifest: Manifest) -> list[str]:
    """Return in what a process is not confined or not watched."""
    pod = pod_of(manifest)
    containers = [*pod["containers"], *pod.get("initContainers", ())]
    context, [main] = pod.get("securityContext", {}), pod["containers"]
    is_served = manifest["kind"] == "Deployment"
    faults = {
        "runs as root": not (context.get("runAsNonRoot") and context.get("runAsUser")),
        "has a token of the cluster": pod.get("automountServiceAccountToken") is not False,
        "may make any call": context.get("seccompProfile") != {"type": "RuntimeDefault"},
        "is not confined": any(not _is_confined(one) for one in containers),
        "has no limits": any(set(one["resources"]) != {"requests", "limits"} for one in containers),
        "is not asked for its health": is_served and "livenessProbe" not in main,
        "has a secret in its environment": any(_open_secrets(one) for one in containers),
    }
    return [fault for fault, is_so in faults.items() if is_so]


def _is_confined(container: Manifest) -> bool:
    return bool(
        container.get("securityContext")
        == {
            "allowPrivilegeEscalation": False,
            "readOnlyRootFilesystem": True,
            "capabilities": {"drop": ["ALL"]},
        }
    )


def _open_secrets(container: Manifest) -> list[str]:
    names = [variable["name"] for variable in container.get("env", ())]
    return [name for name in names if re.search(r"KEY|URL|TOKEN", name) and name[-5:] != "_FILE"]


@pytest.mark.parametrize("name", PROCESSES)
def test_every_process_is_confined_and_watched(name: str) -> None:
    assert find_faults(PROCESSES[name]) == []


@pytest.mark.parametrize(
    ("part", "change", "fault"),
    [
        (
            "pod",
            {"securityContext": {"seccompProfile": {"type": "RuntimeDefault"}}},
            "runs as root",
        ),
        ("pod", {"automountServiceAccountToken": True}, "has a token of the cluster"),
        ("container", {"securityContext": {}}, "is not confined"),
        ("container", {"resources": {}}, "has no limits"),
        ("container", {"env": [{"name": "SECRET_KEY"}]}, "has a secret in its environment"),
        ("init", {"securityContext": {}}, "is not confined"),
    ],
)
def test_a_process_that_is_not_confined_is_found(part: str, change: Manifest, fault: str) -> None:
    manifest = copy.deepcopy(PROCESSES["zugpost-web"])
    pod = pod_of(manifest)
    parts = {"pod": pod, "container": pod["containers"][0], "init": pod["initContainers"][0]}
    parts[part].update(change)
    assert find_faults(manifest) == [fault]


def test_a_process_that_is_not_asked_for_its_health_is_found() -> None:
    manifest = copy.deepcopy(PROCESSES["zugpost-beat"])
    del pod_of(manifest)["containers"][0]["livenessProbe"]
    assert find_faults(manifest) == ["is not asked for its health"]


def test_every_queue_is_served_by_one_deployment() -> None:
    starts = [pod_of(one)["containers"][0]["args"][0] for one in DEPLOYMENTS.values()]
    workers = [start for start in starts if start.startswith("worker")]
    assert Counter(workers) == Counter(f"worker-{queue}" for queue in QUEUES)
    assert {*starts} - {*workers} == {"web", "beat", "postbox"}


def test_health_is_asked_for_by_the_name_of_what_was_started() -> None:
    for manifest in DEPLOYMENTS.values():
        [container] = pod_of(manifest)["containers"]
        probe = container["livenessProbe"]
        if "exec" in probe:
            assert probe["exec"]["command"] == ["deploy/healthy", *container["args"]]


def test_web_processes_are_never_restarted_for_what_is_not_their_fault() -> None:
    [web] = pod_of(PROCESSES["zugpost-web"])["containers"]
    probes = [web[name] for name in ("startupProbe", "livenessProbe", "readinessProbe")]
    assert {probe["httpGet"]["path"] for probe in probes} == {"/healthz"}
    assert "deploy/healthy ready" in json.dumps(pod_of(PROCESSES["zugpost-ready"]))


def test_there_is_one_beat_at_a_time() -> None:
    spec = PROCESSES["zugpost-beat"]["spec"]
    assert (spec["replicas"], spec["strategy"]) == (1, {"type": "Recreate"})


def test_processes_of_which_there_are_two_are_not_drained_at_once() -> None:
    budgets = {
        one["spec"]["selector"]["matchLabels"]["app.kubernetes.io/name"]
        for one in MANIFESTS
        if one["kind"] == "PodDisruptionBudget"
    }
    twice = {
        one["metadata"]["labels"]["app.kubernetes.io/name"]
        for one in DEPLOYMENTS.values()
        if one["spec"]["replicas"] > 1
    }
    assert budgets == twice


def test_processes_wait_for_the_migration_which_connects_directly() -> None:
    for manifest in DEPLOYMENTS.values():
        [init] = pod_of(manifest)["initContainers"]
        assert "deploy/start manage migrate --check" in init["command"][-1]
    [migrate] = pod_of(PROCESSES["zugpost-migrate"])["containers"]
    assert migrate["env"][0]["value"].endswith("/direct_database_url")


def test_selectors_find_the_pods_that_they_mean() -> None:
    for manifest in DEPLOYMENTS.values():
        labels = manifest["spec"]["template"]["metadata"]["labels"]
        assert manifest["spec"]["selector"]["matchLabels"] == labels
    known = {one["metadata"]["labels"]["app.kubernetes.io/name"] for one in PROCESSES.values()}
    text = "\n".join(path.read_text() for path in FOLDER.glob("*.yaml"))
    assert set(re.findall(r"app\.kubernetes\.io/name: ([\w-]+)", text)) == known


def test_traffic_is_refused_unless_it_is_named() -> None:
    policies = {
        one["metadata"]["name"]: one["spec"] for one in MANIFESTS if one["kind"] == "NetworkPolicy"
    }
    assert policies.pop("zugpost-nobody") == {
        "podSelector": {},
        "policyTypes": ["Ingress", "Egress"],
    }
    for policy in policies.values():
        for rule in (*policy.get("ingress", ()), *policy.get("egress", ())):
            assert rule["ports"]
        assert all(rule["from"] for rule in policy.get("ingress", ()))


def test_secrets_are_only_referred_to() -> None:
    assert "Secret" not in {one["kind"] for one in MANIFESTS}
    assert "secretGenerator" not in KUSTOMIZATION
    settings = dict(
        line.split("=", 1) for line in (FOLDER / "zugpost.env").read_text().splitlines() if line
    )
    secret = {name for name in settings if re.search(r"KEY|_URL|TOKEN", name)} - {"SITE_URL"}
    assert all(settings[name].startswith("/run/secrets/zugpost/") for name in secret)
    assert all(name.endswith("_FILE") for name in secret)


@pytest.mark.skipif(not shutil.which("kubectl"), reason="kubectl is missing")
def test_kustomize_builds_what_is_tested_here() -> None:
    command = ["kubectl", "kustomize", str(FOLDER)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    built = [one for one in yaml.safe_load_all(done.stdout) if one["kind"] != "ConfigMap"]
    assert Counter(one["kind"] for one in built) == Counter(one["kind"] for one in MANIFESTS)
    for manifest in built:
        if manifest["kind"] in ("Deployment", "Job"):
            assert find_faults(manifest) == []
            assert pod_of(manifest)["containers"][0]["image"] == "zugpost:local"
            assert pod_of(manifest)["volumes"]

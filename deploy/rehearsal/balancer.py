"""HAProxy: before the web hosts for people, and on each host of the site as the way to the leader
of the database and to a node of the broker that answers."""

from __future__ import annotations

from collections.abc import Sequence

from deploy.rehearsal import database
from deploy.rehearsal.hosts import Host, Service

DATABASE, BROKER, PEOPLE, WEB = 5000, 5672, 80, 8000
HEAD = """
global
    maxconn 4000
defaults
    timeout connect 2s
    timeout check 2s
    timeout client 1h
    timeout server 1h
    default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
"""
# Only the leader's Patroni says 200. Connections to one that is not leader any more are cut.
TO_DATABASE = """
listen database
    bind 127.0.0.1:{port}
    mode tcp
    option httpchk OPTIONS /primary
    http-check expect status 200
"""
# A node that is frozen takes connections and says nothing: it must begin to speak AMQP.
TO_BROKER = """
listen broker
    bind 127.0.0.1:{port}
    mode tcp
    option tcp-check
    tcp-check connect
    tcp-check send-binary 414d515000000901
    tcp-check expect binary 01
"""
# A turn has a key, by which it counts once however often it comes: it alone is sent again to
# another web host where one gives no answer.
TO_WEB = """
frontend people
    bind :{port}
    mode http
    option http-buffer-request
    timeout client 30s
    default_backend web
backend web
    mode http
    balance roundrobin
    option redispatch 1
    retries 3
    retry-on conn-failure empty-response response-timeout
    http-request disable-l7-retry if METH_POST !{{ path_end /submit/ }}
    timeout server 20s
    option httpchk
    http-check send meth GET uri /healthz hdr Host {host}
"""


def install_inner(host: Host, databases: Sequence[Host], brokers: Sequence[Host]) -> None:
    """Give a host of the site its way to database and broker."""
    host.services.append(_service(host, inner_settings(databases, brokers)))


def inner_settings(databases: Sequence[Host], brokers: Sequence[Host]) -> str:
    """Return the settings of a HAProxy that leads to database and broker."""
    api = f"check port {database.API}"
    lines = [HEAD, TO_DATABASE.format(port=DATABASE)]
    lines += [_server(one, database.PORT, api) for one in databases]
    if brokers:
        lines += [TO_BROKER.format(port=BROKER)]
        lines += [_server(one, BROKER, "check inter 3s") for one in brokers]
    return "\n".join([*lines, ""])


def install_front(host: Host, webs: Sequence[Host]) -> None:
    """Give a host the HAProxy that people meet."""
    lines = [HEAD, TO_WEB.format(port=PEOPLE, host=host.address)]
    lines += [_server(one, WEB, "check") for one in webs]
    host.services.append(_service(host, "\n".join([*lines, ""])))


def _server(host: Host, port: int, check: str) -> str:
    return f"    server {host.name} {host.address}:{port} {check}"


def _service(host: Host, settings: str) -> Service:
    path = host.folder / "haproxy.cfg"
    path.write_text(settings)
    return Service(name="haproxy", command=["haproxy", "-db", "-f", str(path)])

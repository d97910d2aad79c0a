"""PgBouncer on each host of the site, pooling transactions."""

from __future__ import annotations

import shutil

from deploy.rehearsal import balancer, database
from deploy.rehearsal.hosts import Host, Service

PORT = 6432
# After a change of leader a pooler must not wait its usual 15 s before it connects again.
SETTINGS = """
[databases]
{name} = host=127.0.0.1 port={database} user={name}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = {port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 200
default_pool_size = 20
server_login_retry = 1
server_connect_timeout = 3
query_wait_timeout = 10
tcp_keepalive = 1
"""
URL = f"postgres://{database.NAME}@127.0.0.1:{PORT}/{database.NAME}"


def install(host: Host) -> None:
    """Give a host a pooler before the way to the leader."""
    path = host.folder / "pgbouncer.ini"
    path.write_text(SETTINGS.format(name=database.NAME, database=balancer.DATABASE, port=PORT))
    shutil.chown(path, "postgres", "postgres")
    host.services.append(
        Service(name="pgbouncer", command=["pgbouncer", str(path)], user="postgres")
    )

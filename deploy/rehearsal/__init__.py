"""The site on many hosts, rehearsed on one machine: each host is a network namespace of its own.

People play at it while hosts are killed, frozen and cut off; what the site has accepted is written
down outside of it and counted in the end. See README.md.
"""

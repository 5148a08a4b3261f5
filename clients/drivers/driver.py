"""Makes the calls that the tests write on its standard input, and tells how each ended."""
import hashlib
import sys

sys.path.insert(0, sys.argv[1])
from pasarela import Pasarela, PasarelaError, normalize_cui, normalize_nit  # noqa: E402


def ask(url, login, token, lookup, identifier, timeout, wait, key):
    client = Pasarela(url, login, token, timeout=float(timeout), pause=0.01)
    options = {"wait": wait == "wait"}
    if key:
        options["idempotency_key"] = key
    calls = {
        "renap": lambda: client.search_renap_by_cui(identifier, **options),
        "rtu": lambda: client.search_rtu_by_nits([identifier], **options),
        "cui-nit": lambda: client.lookup_cui_nit(nit=identifier, **options),
        "rtu-v2": lambda: client.lookup_rtu_v2(nit=identifier, **options),
        "omisos": lambda: client.lookup_omisos(nit=identifier, **options),
    }
    try:
        end = calls[lookup]()
    except PasarelaError as end:
        known = [end.kind, end.status or 0, end.charged, end.contact, end.attempts]
        return known + [int(token in repr(vars(end)))]
    digest = hashlib.sha256(end.body.encode()).hexdigest()
    return ["result", end.status, end.charged or "", int(end.repeated), end.attempts, digest]


COMMANDS = {"ask": ask, "nit": normalize_nit, "cui": normalize_cui}
for line in sys.stdin.buffer:
    command, *values = line.decode().rstrip("\n").split("\t")
    ended = COMMANDS[command](*values)
    print("\t".join("" if value is None else str(value) for value in ended), flush=True)

"""Client of the Pasarela taxpayer lookups: one file, no dependencies, Python 3.8 or later.

    from pasarela import Pasarela, PasarelaError
    client = Pasarela("https://api.example.gt", "login", "token")
    try:
        print(client.lookup_omisos(nit="48217638").data["tieneIncumplimientos"])
    except PasarelaError as error:
        print(error.status, error.kind, error.contact, error.request_id)

A file of identifiers: python pasarela.py file.csv --consulta omisos --columna NIT --tope 500
with the variables PASARELA_URL, PASARELA_LOGIN and PASARELA_TOKEN.
"""
import argparse
import csv
import http.client
import io
import json
import os
import random
import re
import sys
import time
import urllib.error
import urllib.request
import uuid
from decimal import Decimal

# <generated>
# Made from the contract by npm run client:generate. Digest:
# e415f6cd10c56f33a98082c4cb9ba4b4326254ad38dca7dc4062b866bf4f76e3
VERSION = "2026-11-25"
REPETITIONS = 3
KEY_MINUTES = 15
STATUSES = {
    400: ("bad_request", "corrected", "you"),
    401: ("unauthorized", "resolved", "support"),
    402: ("payment_required", "resolved", "support"),
    403: ("forbidden", "resolved", "support"),
    404: ("not_found", "later", "nobody"),
    405: ("method_not_allowed", "corrected", "you"),
    409: ("key_conflict", "moments", "support"),
    413: ("too_large", "corrected", "you"),
    422: ("key_reused", "corrected", "you"),
    429: ("rate_limited", "minutes", "nobody"),
    500: ("server_error", "minutes", "support"),
    502: ("unavailable", "backoff", "nobody"),
}
CONTACTS = {
    "Integration authentication required.": "you",
    "RENAP access not enabled.": "administrator",
    "The registry could not be queried.": "nobody",
    "RTU access not enabled.": "administrator",
    "Se requieren credenciales de integracion.": "you",
    "Integración no encontrada con estas credenciales.": "administrator",
    "Esta consulta no esta habilitada para tu integracion.": "administrator",
    "La consulta con esta Idempotency-Key sigue en curso. Intenta de nuevo en unos segundos.": "nobody",
    "Esta Idempotency-Key ya no admite repeticiones. Cada consulta necesita una clave propia, no una fija.": "you",
    "Tu integracion no tiene saldo disponible. Recarga para seguir consultando.": "administrator",
}
# </generated>


class Result:
    """An answer. Amounts are decimal quetzales as text; None without receipts."""

    def __init__(self, status, headers, body, data, attempts):
        self.status = status
        self.body = body  # exactly as it came, for proofs
        self.data = data  # the record, with every `codigo` as text
        self.request_id = headers.get("x-request-id")
        self.query_id = headers.get("x-consulta-id")
        self.charged = headers.get("x-consulta-cobro")
        self.balance = headers.get("x-saldo-disponible")
        self.proof = headers.get("x-consulta-constancia")
        self.repeated = headers.get("x-consulta-sin-cobro") == "true"
        self.attempts = attempts


class PasarelaError(Exception):
    """A lookup without a result. Branch by `status` or `kind`; it never holds the token."""

    def __init__(self, kind, status=None, body="", charged="possible", retry="backoff", contact="nobody"):
        super().__init__("%s (%s)" % (kind, status or "no answer"))
        self.kind = kind
        self.status = status  # None when no answer came
        self.body = body
        self.charged = charged  # "no" or "possible"
        self.retry = retry
        self.contact = contact  # "you", "administrator", "support" or "nobody"
        self.request_id = None
        self.idempotency_key = None  # to ask again later without paying twice
        self.attempts = 0


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None  # credentials must not follow to another address


class Pasarela:
    def __init__(self, base_url, login, token, timeout=35.0, pause=1.0):
        """Waits `pause` seconds, then four times as long, and so on, before it repeats."""
        if not re.match(r"https?://[^/?#@]+(/[^?#@]*)?$", base_url):
            raise ValueError("base_url must be an address such as https://api.example.gt")
        self._base = base_url.rstrip("/")
        self._headers = {
            "content-type": "application/json",
            "accept": "application/json",
            "user-agent": "pasarela-python/" + VERSION,
            "x-integracion-login": _visible("login", login),
            "x-integracion-token": _visible("token", token),
        }
        self._timeout = timeout
        self._pause = pause
        self._opener = urllib.request.build_opener(_NoRedirects)

    def search_renap_by_cui(self, cui, **options):
        return self._ask("/renap/buscar-cui", {"cui": cui}, **options)

    def search_rtu_by_nits(self, nits, **options):
        return self._ask("/rtu/nits", {"nits": list(nits)}, **options)

    def lookup_cui_nit(self, nit=None, cui=None, actualizado=False, **options):
        return self._catalog("cui-nit", options, nit=nit, cui=cui, actualizado=actualizado)

    def lookup_rtu_v2(self, nit=None, cui=None, actualizado=False, date_of_birth=None, **options):
        fields = {"nit": nit, "cui": cui, "actualizado": actualizado, "date_of_birth": date_of_birth}
        return self._catalog("rtu", options, **fields)

    def lookup_omisos(self, nit=None, cui=None, actualizado=False, **options):
        return self._catalog("omisos", options, nit=nit, cui=cui, actualizado=actualizado)

    def _catalog(self, name, options, **fields):
        body = {field: value for field, value in fields.items() if value not in (None, False)}
        return self._ask("/catalogos/" + name, body, **options)

    def _ask(self, path, body, request_id=None, idempotency_key=None, wait=False):
        """Repeats by the rules of the guide; `wait` also waits for the window of a 429."""
        billed = path.startswith("/catalogos/")
        request_id = _visible("request_id", request_id or str(uuid.uuid4()))
        key = _visible("idempotency_key", idempotency_key or str(uuid.uuid4())) if billed else None
        headers = dict(self._headers, **{"x-request-id": request_id})
        if billed:
            headers["idempotency-key"] = key
        attempts = repeats = waits = 0
        possible = False
        while True:
            attempts += 1
            status, answered, text = self._send(path, headers, json.dumps(body).encode())
            end = _read(path, billed, status, answered, text, attempts)
            if isinstance(end, Result):
                return end
            possible = possible or end.charged == "possible"
            if end.status == 429 and wait and waits < 20:
                waits += 1
                window = re.search(r";r=0;t=(\d+)", answered.get("ratelimit", ""))
                time.sleep((int(window.group(1)) if window else 60) * self._pause + random.random())
            elif _repeats(end.status) and repeats < REPETITIONS:
                time.sleep(self._pause * 4**repeats * random.uniform(0.5, 1))
                repeats += 1
            else:
                end.charged = "possible" if possible else "no"
                end.request_id, end.idempotency_key = answered.get("x-request-id", request_id), key
                end.attempts = attempts
                raise end

    def _send(self, path, headers, payload):
        """Returns status, headers and body; the status is None when no whole answer came."""
        deadline = time.monotonic() + self._timeout
        request = urllib.request.Request(self._base + path, payload, headers, method="POST")
        try:
            try:
                answer = self._opener.open(request, timeout=self._timeout)
            except urllib.error.HTTPError as error:
                answer = error
            with answer:
                read = b""
                while True:
                    part = answer.read1(65536)
                    read += part
                    if not part:
                        break
                    if time.monotonic() > deadline:
                        return None, {}, ""
                names = {name.lower(): value for name, value in answer.headers.items()}
            if int(names.get("content-length", len(read))) != len(read):
                return None, {}, ""
            return answer.code, names, read.decode("utf-8", "replace")
        except (OSError, http.client.HTTPException):
            return None, {}, ""


def _visible(name, value):
    if re.match(r"[!-~]+\Z", value):
        return value
    raise ValueError(name + " must be visible ASCII without blanks")


def _repeats(status):
    return status in (None, 409, 500) or 502 <= status <= 504


def _read(path, billed, status, headers, text, attempts):
    possible = "possible" if billed else "no"
    if status is None:
        return PasarelaError("no_answer", charged=possible)
    try:
        answer = json.loads(text, object_hook=_with_text_codes)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        answer = None
    if answer is not None and path == "/renap/buscar-cui" and isinstance(answer.get("success"), bool):
        return Result(status, headers, text, answer, attempts)
    if answer is not None and status == 200 and "data" in answer:
        return Result(status, headers, text, answer["data"] if billed else answer, attempts)
    if status not in STATUSES or (answer is None and status != 429):
        return PasarelaError("unexpected_answer", status, text, possible)
    kind, retry, contact = STATUSES[status]
    said = (answer or {}).get("message") or (answer or {}).get("error") or text
    contact = CONTACTS.get(said, contact)
    return PasarelaError(kind, status, text, possible if status == 500 else "no", retry, contact)


def _with_text_codes(record):
    code = record.get("codigo")
    if isinstance(code, (int, float)) and not isinstance(code, bool):
        record["codigo"] = str(code)
    return record


def normalize_nit(text):
    """Returns the NIT as sources write it, and a warning or None. Never refuses."""
    nit = _without_separators(text)
    if nit in ("CF", "C/F", "C.F.", "CONSUMIDORFINAL"):
        return nit, "final_consumer"
    if not re.match(r"[0-9]{1,12}[0-9K]\Z", nit):
        return nit, "not_a_nit"
    total = sum(int(digit) * weight for weight, digit in enumerate(reversed(nit[:-1]), 2))
    right = "0123456789K"[(11 - total % 11) % 11] == nit[-1]
    return nit, None if right else "check_digit"


def normalize_cui(text):
    """Returns the CUI without separators, and a warning or None. Never refuses."""
    cui = _without_separators(text)
    if re.match(r"[0-9]{8,12}\Z", cui):
        return cui, "lost_zeros" if _is_cui(cui.zfill(13)) else "not_a_cui"
    if not re.match(r"[0-9]{13}\Z", cui):
        return cui, "not_a_cui"
    return cui, None if _is_cui(cui) else "check_digit"


def _is_cui(cui):
    return sum(int(digit) * weight for weight, digit in enumerate(cui[:8], 2)) % 11 == int(cui[8])


def _without_separators(text):
    text = re.sub(r"[\s\u00a0\u2010-\u2015-]", "", str(text))
    return re.sub(r"[a-z]", lambda letter: letter.group().upper(), text)


# The values of --consulta.
CATALOGS = {
    "cui-nit": Pasarela.lookup_cui_nit,
    "rtu": Pasarela.lookup_rtu_v2,
    "omisos": Pasarela.lookup_omisos,
}
COLUMNS = ["fila", "identificador", "estado", "cobro", "solicitud", "consulta", "respuesta", "nota"]
DOUBTFUL = "quizá cobrada: pida revisión"


class _Stop(Exception):
    """Ends the batch. What is done stays done."""


class _Batch:
    """Asks for each row of a file, one after the other, and can be killed at any moment."""

    def __init__(self, client, options):
        self._client, self._options = client, options
        normalize = normalize_cui if options.identificador == "cui" else normalize_nit
        self._rows = [normalize(text) for text in _read_column(options.archivo, options.columna)]
        base = os.path.splitext(options.archivo)[0] + ".resultados.csv"
        self._proofs = os.path.splitext(options.archivo)[0] + ".constancias"
        self._pending = base + ".pendiente"  # the row on its way: its number, key and time
        self._file = open(base, "a+b")
        _lock(self._file)
        self._done = self._read_results()
        self.tariff = Decimal(options.tarifa) if options.tarifa else None
        charges = [Decimal(row[3]) for row in self._done if row[3]]
        self.tariff = self.tariff or max(charges, default=None) or None
        unknown = sum(1 for row in self._done if row[2] == "200" and not row[3])
        self.spent = sum(charges, Decimal(0)) + unknown * (self.tariff or 0)

    def left(self):
        return len(self._rows) - len(self._done)

    def run(self):
        for number in range(len(self._done), len(self._rows)):
            identifier = self._rows[number][0]
            pending = self._read_pending(number)
            if not identifier:
                self._write(number, identifier, nota="sin identificador")
            elif pending is None:
                if self.spent + (self.tariff or 0) > Decimal(self._options.tope):
                    raise _Stop("se alcanzó el tope")
                self._ask(number, identifier, self._write_pending(number))
            elif time.time() - pending["time"] > KEY_MINUTES * 60:
                self._write(number, identifier, nota=DOUBTFUL)
            else:
                self._ask(number, identifier, pending["key"])

    def _ask(self, number, identifier, key):
        field = {self._options.identificador: identifier}
        try:
            ask = CATALOGS[self._options.consulta]
            result = ask(self._client, idempotency_key=key, wait=True, **field)
        except PasarelaError as error:
            note = DOUBTFUL if error.charged == "possible" else error.kind
            if error.kind in ("key_conflict", "key_reused"):
                self._write(number, identifier, error.status, request=error.request_id, nota=DOUBTFUL)
            elif error.kind in ("not_found", "bad_request"):
                text, charge = error.body, "" if error.charged == "possible" else "0.00"
                self._write(number, identifier, error.status, charge, error.request_id, "", text, note)
            else:
                if error.charged == "no":
                    os.remove(self._pending)
                raise _Stop("%s; avise a: %s; solicitud %s" % (error, error.contact, error.request_id))
            return
        if result.proof:
            self._write_proof(number, result)
        charge = result.charged
        if result.repeated or charge is None:  # charged before under this key, or no receipts
            charge = self.tariff
        elif Decimal(charge) > 0:
            self.tariff = Decimal(charge)
        self._write(number, identifier, result.status, charge, result.request_id, result.query_id, result.body)
        if charge is None:
            raise _Stop("no se conoce el cobro: indique --tarifa")

    def _write(self, number, identifier, estado="", charge="", request="", query="", body="", nota=""):
        """Writes one row so that it survives a crash; a half line is cut off by the next start."""
        notes = " ".join(filter(None, [nota, self._rows[number][1]]))
        values = [number + 1, identifier, estado, charge, request, query, body, notes]
        line = io.StringIO()
        csv.writer(line).writerow([_cell(value) for value in values])
        self._file.write(line.getvalue().encode())
        self._file.flush()
        os.fsync(self._file.fileno())
        self.spent += Decimal(charge or 0)
        self._done.append(values)

    def _write_proof(self, number, result):
        """Keeps the exact answer beside its proof: a cell of the results may differ from it."""
        os.makedirs(self._proofs, exist_ok=True)
        for ending, text in ((".json", result.body), (".constancia", result.proof)):
            with open(os.path.join(self._proofs, str(number + 1) + ending), "wb") as file:
                file.write(text.encode())
                file.flush()
                os.fsync(file.fileno())

    def _read_results(self):
        self._file.seek(0)
        whole = self._file.read().rpartition(b"\r\n")
        self._file.truncate(len(whole[0]) + len(whole[1]))
        if not whole[1]:
            self._file.write(b"\xef\xbb\xbf" + ",".join(COLUMNS).encode() + b"\r\n")
            return []
        rows = list(csv.reader(io.StringIO(whole[0].decode("utf-8-sig"), newline="")))[1:]
        if [row[1] for row in rows] != [_cell(row[0]) for row in self._rows[: len(rows)]]:
            raise _Stop("los resultados son de otro archivo")
        return rows

    def _read_pending(self, number):
        try:
            with open(self._pending, encoding="utf-8") as file:
                pending = json.load(file)
            return pending if pending["row"] == number else None
        except FileNotFoundError:
            return None

    def _write_pending(self, number):
        key = str(uuid.uuid4())
        with open(self._pending + ".nuevo", "w", encoding="utf-8") as file:
            json.dump({"row": number, "key": key, "time": time.time()}, file)
            file.flush()
            os.fsync(file.fileno())
        os.replace(self._pending + ".nuevo", self._pending)
        return key


def _read_column(path, column):
    with open(path, "rb") as file:
        raw = file.read()
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("cp1252")
    delimiter = max(",;\t", key=text.partition("\n")[0].count)
    rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=delimiter)
    if column not in (rows.fieldnames or []):
        raise _Stop("el archivo no tiene la columna " + column)
    return [row[column] or "" for row in rows]


def _cell(value):
    """No text may run as a formula of a spreadsheet."""
    text = re.sub(r"[\x00-\x1f\x7f]", " ", str("" if value is None else value))
    if re.match(r"-?\d+(\.\d+)?\Z", text):
        return text
    return re.sub(r"(^|;)(?=\s*[=+\-@＝＋－＠])", r"\1'", text)


def _lock(file):
    """Two runs at once would charge a row twice."""
    try:
        try:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except ImportError:
            import msvcrt

            file.seek(2**30)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except OSError:
        raise _Stop("otra ejecución usa este archivo")


def main():
    parser = argparse.ArgumentParser(description="Consulta cada fila de un archivo CSV.")
    parser.add_argument("archivo")
    parser.add_argument("--consulta", choices=list(CATALOGS), required=True)
    parser.add_argument("--columna", required=True)
    parser.add_argument("--identificador", choices=["nit", "cui"], default="nit")
    parser.add_argument("--tope", required=True, help="máximo que se puede cobrar, en quetzales")
    parser.add_argument("--tarifa", help="cobro por consulta, si la integración no recibe comprobantes")
    parser.add_argument("--si", action="store_true", help="no preguntar antes de empezar")
    options = parser.parse_args()
    variables = ("PASARELA_URL", "PASARELA_LOGIN", "PASARELA_TOKEN")
    try:
        batch = _Batch(Pasarela(*(os.environ[name] for name in variables)), options)
        cost = "Q %s" % (batch.left() * batch.tariff) if batch.tariff else "según su tarifa"
        print("%s filas por consultar; costo estimado: %s; tope: Q %s" % (batch.left(), cost, options.tope))
        if not options.si and input("¿Continuar? [s/N] ").strip().lower() not in ("s", "si", "sí"):
            return
        batch.run()
        print("Listo. Cobrado: Q %s" % batch.spent)
    except (_Stop, KeyError, KeyboardInterrupt) as stop:
        sys.exit("Se detuvo: %s. Ejecute lo mismo otra vez para continuar." % (stop or "interrumpido"))


if __name__ == "__main__":
    main()

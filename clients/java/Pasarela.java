import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Client of the Pasarela taxpayer lookups: one file, no dependencies, Java 8 or later.
 *
 * <pre>
 * Pasarela client = new Pasarela("https://api.example.gt", "login", "token");
 * try {
 *   String json = client.lookupOmisos(Pasarela.byNit("48217638"), null).body; // for Gson or Jackson
 * } catch (Pasarela.PasarelaError error) {
 *   System.err.println(error.status + " " + error.kind + " " + error.contact + " " + error.requestId);
 * }
 * </pre>
 *
 * A request is JSON text. Compare every `codigo` of an answer as text. May be used by many threads.
 */
public final class Pasarela {
    // <generated>
    // Made from the contract by npm run client:generate. Digest:
    // e415f6cd10c56f33a98082c4cb9ba4b4326254ad38dca7dc4062b866bf4f76e3
    public static final String VERSION = "2026-11-25";
    public static final int REPETITIONS = 3;
    public static final int KEY_MINUTES = 15;
    private static final String[][] STATUSES = {
        {"400", "bad_request", "corrected", "you"},
        {"401", "unauthorized", "resolved", "support"},
        {"402", "payment_required", "resolved", "support"},
        {"403", "forbidden", "resolved", "support"},
        {"404", "not_found", "later", "nobody"},
        {"405", "method_not_allowed", "corrected", "you"},
        {"409", "key_conflict", "moments", "support"},
        {"413", "too_large", "corrected", "you"},
        {"422", "key_reused", "corrected", "you"},
        {"429", "rate_limited", "minutes", "nobody"},
        {"500", "server_error", "minutes", "support"},
        {"502", "unavailable", "backoff", "nobody"},
    };
    private static final String[][] CONTACTS = {
        {"Integration authentication required.", "you"},
        {"RENAP access not enabled.", "administrator"},
        {"The registry could not be queried.", "nobody"},
        {"RTU access not enabled.", "administrator"},
        {"Se requieren credenciales de integracion.", "you"},
        {"Integraci\u00f3n no encontrada con estas credenciales.", "administrator"},
        {"Esta consulta no esta habilitada para tu integracion.", "administrator"},
        {"La consulta con esta Idempotency-Key sigue en curso. Intenta de nuevo en unos segundos.", "nobody"},
        {"Esta Idempotency-Key ya no admite repeticiones. Cada consulta necesita una clave propia, no una fija.", "you"},
        {"Tu integracion no tiene saldo disponible. Recarga para seguir consultando.", "administrator"},
    };
    // </generated>

    static {
        // Otherwise Java sends a POST again by itself, which uses up the free repetitions of its key.
        if (System.getProperty("sun.net.http.retryPost") == null) System.setProperty("sun.net.http.retryPost", "false");
    }

    private final String base, login, token;
    private final int timeoutMs;
    private final double pauseMs;
    private final Random random = new Random();

    public Pasarela(String baseUrl, String login, String token) {
        this(baseUrl, login, token, 35, 1);
    }

    /** Waits `pause` seconds, then four times as long, and so on, before it repeats. */
    public Pasarela(String baseUrl, String login, String token, double timeout, double pause) {
        if (!baseUrl.matches("https?://[^/?#@]+(/[^?#@]*)?")) {
            throw new IllegalArgumentException("baseUrl must be an address such as https://api.example.gt");
        }
        this.base = baseUrl.replaceAll("/+$", "");
        this.login = visible("login", login);
        this.token = visible("token", token);
        this.timeoutMs = (int) (timeout * 1000);
        this.pauseMs = pause * 1000;
    }

    /** What a call may say besides its request. */
    public static final class Options {
        public String requestId, idempotencyKey;
        /** Also waits for the window of a 429. */
        public boolean wait;
    }

    /** An answer. The body is exactly what came. Amounts are null without receipts. */
    public static final class Result {
        public int status, attempts;
        public String body, requestId, queryId, charged, balance, proof;
        public boolean repeated;
    }

    /** A lookup without a result. Branch by status (0: no answer) or kind; it never holds the token. */
    public static final class PasarelaError extends Exception {
        public final String kind, body;
        public final int status;
        /** no or possible. */
        public String charged;
        public final String retry;
        /** you, administrator, support or nobody. */
        public final String contact;
        /** The key serves to ask again later without paying twice. */
        public String requestId, idempotencyKey;
        public int attempts;

        PasarelaError(String kind, int status, String body, String charged, String retry, String contact) {
            super(kind + " (" + (status == 0 ? "no answer" : status) + ")");
            this.kind = kind;
            this.status = status;
            this.body = body;
            this.charged = charged;
            this.retry = retry;
            this.contact = contact;
        }
    }

    public static String byNit(String nit) {
        return "{\"nit\":" + quoted(nit) + "}";
    }

    public static String byCui(String cui) {
        return "{\"cui\":" + quoted(cui) + "}";
    }

    public Result searchRenapByCui(String cui, Options options) throws PasarelaError {
        return ask("/renap/buscar-cui", byCui(cui), options);
    }

    public Result searchRtuByNits(List<String> nits, Options options) throws PasarelaError {
        StringBuilder list = new StringBuilder();
        for (String nit : nits) list.append(list.length() == 0 ? "" : ",").append(quoted(nit));
        return ask("/rtu/nits", "{\"nits\":[" + list + "]}", options);
    }

    public Result lookupCuiNit(String json, Options options) throws PasarelaError {
        return ask("/catalogos/cui-nit", json, options);
    }

    public Result lookupRtuV2(String json, Options options) throws PasarelaError {
        return ask("/catalogos/rtu", json, options);
    }

    public Result lookupOmisos(String json, Options options) throws PasarelaError {
        return ask("/catalogos/omisos", json, options);
    }

    /** Asks any lookup by its path. Repeats by the rules of the guide. */
    public Result ask(String path, String json, Options given) throws PasarelaError {
        Options options = given == null ? new Options() : given;
        boolean billed = path.startsWith("/catalogos/"), possible = false;
        String requestId = visible("requestId", or(options.requestId, UUID.randomUUID().toString()));
        String key = billed ? visible("idempotencyKey", or(options.idempotencyKey, UUID.randomUUID().toString())) : null;
        int repeats = 0, waits = 0;
        for (int attempts = 1; ; attempts++) {
            Answer answer = send(path, json, requestId, key);
            if (answer.isResult(path)) return answer.result(attempts);
            PasarelaError error = answer.error(billed);
            possible |= error.charged.equals("possible");
            int status = error.status;
            boolean repeatable = status == 0 || status == 409 || status == 500 || (status >= 502 && status <= 504);
            if (status == 429 && options.wait && waits++ < 20) {
                Matcher window = Pattern.compile(";r=0;t=(\\d+)").matcher(or(answer.header("ratelimit"), ""));
                pause((window.find() ? Integer.parseInt(window.group(1)) : 60) * pauseMs + random.nextInt(1000));
            } else if (repeatable && repeats < REPETITIONS) {
                pause(pauseMs * Math.pow(4, repeats++) * (0.5 + random.nextDouble() / 2));
            } else {
                error.charged = possible ? "possible" : "no";
                error.requestId = or(answer.header("x-request-id"), requestId);
                error.idempotencyKey = key;
                error.attempts = attempts;
                throw error;
            }
        }
    }

    private Answer send(String path, String json, String requestId, String key) {
        Answer answer = new Answer();
        long deadline = System.nanoTime() + timeoutMs * 1000000L;
        HttpURLConnection connection = null;
        try {
            connection = (HttpURLConnection) new URL(base + path).openConnection();
            connection.setRequestMethod("POST");
            connection.setInstanceFollowRedirects(false); // credentials must not follow to another address
            connection.setConnectTimeout(timeoutMs);
            connection.setReadTimeout(timeoutMs);
            connection.setDoOutput(true);
            byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
            connection.setRequestProperty("content-type", "application/json");
            connection.setRequestProperty("accept", "application/json");
            connection.setRequestProperty("user-agent", "pasarela-java/" + VERSION);
            connection.setRequestProperty("x-integracion-login", login);
            connection.setRequestProperty("x-integracion-token", token);
            connection.setRequestProperty("x-request-id", requestId);
            if (key != null) connection.setRequestProperty("idempotency-key", key);
            connection.getOutputStream().write(bytes);
            int status = connection.getResponseCode();
            InputStream stream = status < 400 ? connection.getInputStream() : connection.getErrorStream();
            ByteArrayOutputStream read = new ByteArrayOutputStream();
            byte[] part = new byte[65536];
            for (int length; stream != null && (length = stream.read(part)) >= 0; read.write(part, 0, length)) {
                if (System.nanoTime() > deadline) return answer;
            }
            long expected = connection.getContentLengthLong();
            if (expected >= 0 && expected != read.size()) return answer;
            answer.headers = connection.getHeaderFields();
            answer.body = new String(read.toByteArray(), StandardCharsets.UTF_8);
            answer.status = Math.max(status, 0);
        } catch (IOException error) {
            answer.status = 0;
        } finally {
            if (connection != null && answer.status == 0) connection.disconnect();
        }
        return answer;
    }

    private static final class Answer {
        int status;
        String body = "";
        Map<String, List<String>> headers;

        String header(String name) {
            if (headers == null) return null;
            for (Map.Entry<String, List<String>> entry : headers.entrySet()) {
                if (name.equalsIgnoreCase(entry.getKey())) return entry.getValue().get(0);
            }
            return null;
        }

        boolean isJson() {
            return or(header("content-type"), "").toLowerCase(Locale.ROOT).startsWith("application/json");
        }

        /** The person registry passes on its own status; errors of the service begin with `error`. */
        boolean isResult(String path) {
            if (status == 0 || !isJson()) return false;
            boolean passedOn = path.equals("/renap/buscar-cui") && body.contains("\"success\"");
            return passedOn || (status == 200 && body.startsWith("{") && body.contains("\"data\""));
        }

        Result result(int attempts) {
            Result result = new Result();
            result.status = status;
            result.attempts = attempts;
            result.body = body;
            result.requestId = header("x-request-id");
            result.queryId = header("x-consulta-id");
            result.charged = header("x-consulta-cobro");
            result.balance = header("x-saldo-disponible");
            result.proof = header("x-consulta-constancia");
            result.repeated = "true".equals(header("x-consulta-sin-cobro"));
            return result;
        }

        PasarelaError error(boolean billed) {
            String possible = billed ? "possible" : "no";
            if (status == 0) return new PasarelaError("no_answer", 0, "", possible, "backoff", "nobody");
            for (String[] row : STATUSES) {
                if (!row[0].equals(String.valueOf(status)) || (!isJson() && status != 429)) continue;
                String contact = row[3];
                for (String[] known : CONTACTS) if (body.contains("\"" + known[0] + "\"")) contact = known[1];
                return new PasarelaError(row[1], status, body, status == 500 ? possible : "no", row[2], contact);
            }
            return new PasarelaError("unexpected_answer", status, body, possible, "backoff", "nobody");
        }
    }

    private static String quoted(String text) {
        StringBuilder json = new StringBuilder("\"");
        for (char letter : text.toCharArray()) {
            if (letter < ' ') json.append(String.format("\\u%04x", (int) letter));
            else json.append(letter == '"' || letter == '\\' ? "\\" : "").append(letter);
        }
        return json.append('"').toString();
    }

    private static String or(String text, String otherwise) {
        return text == null ? otherwise : text;
    }

    private static String visible(String name, String value) {
        if (value.matches("[!-~]+")) return value;
        throw new IllegalArgumentException(name + " must be visible ASCII without blanks");
    }

    private static void pause(double ms) {
        try {
            Thread.sleep((long) ms);
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns the NIT as sources write it, and a warning or null. Never refuses. */
    public static String[] normalizeNit(String text) {
        String nit = withoutSeparators(text);
        if (nit.matches("CF|C/F|C\\.F\\.|CONSUMIDORFINAL")) return new String[] {nit, "final_consumer"};
        if (!nit.matches("[0-9]{1,12}[0-9K]")) return new String[] {nit, "not_a_nit"};
        int sum = 0, last = nit.length() - 1;
        for (int index = 0; index < last; index++) sum += (nit.charAt(index) - '0') * (last + 1 - index);
        boolean right = "0123456789K".charAt((11 - sum % 11) % 11) == nit.charAt(last);
        return new String[] {nit, right ? null : "check_digit"};
    }

    /** Returns the CUI without separators, and a warning or null. Never refuses. */
    public static String[] normalizeCui(String text) {
        String cui = withoutSeparators(text);
        if (!cui.matches("[0-9]{8,13}")) return new String[] {cui, "not_a_cui"};
        StringBuilder whole = new StringBuilder(cui);
        while (whole.length() < 13) whole.insert(0, '0');
        int sum = 0;
        for (int index = 0; index < 8; index++) sum += (whole.charAt(index) - '0') * (index + 2);
        boolean right = sum % 11 == whole.charAt(8) - '0';
        if (cui.length() < 13) return new String[] {cui, right ? "lost_zeros" : "not_a_cui"};
        return new String[] {cui, right ? null : "check_digit"};
    }

    private static String withoutSeparators(String text) {
        return text.replaceAll("[\\s\\u00a0\\u2010-\\u2015-]", "").toUpperCase(Locale.ROOT);
    }
}

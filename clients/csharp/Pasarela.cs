using System;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Net;
using System.Net.Http;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;
using System.Threading.Tasks;

/// <summary>
/// Client of the Pasarela taxpayer lookups: one file, no packages, C# 7.2, netstandard2.0 or .NET Framework
/// 4.6.1 (with a reference to System.Net.Http). Make one and keep it; many threads may use it.
/// <code>
/// var client = new PasarelaClient("https://api.example.gt", "login", "token");
/// try { var json = (await client.LookupOmisosAsync(PasarelaClient.ByNit("48217638"))).Body; }
/// catch (PasarelaException error) { Console.Error.WriteLine($"{error.Status} {error.Kind} {error.Contact}"); }
/// </code>
/// A request is JSON text. Read the answer with Newtonsoft.Json or System.Text.Json; compare every codigo as text.
/// </summary>
public sealed class PasarelaClient : IDisposable
{
    // <generated>
    // Made from the contract by npm run client:generate. Digest:
    // e415f6cd10c56f33a98082c4cb9ba4b4326254ad38dca7dc4062b866bf4f76e3
    public const string VERSION = "2026-11-25";
    public const int REPETITIONS = 3;
    public const int KEY_MINUTES = 15;
    private static readonly string[][] STATUSES = {
        new[] {"400", "bad_request", "corrected", "you" },
        new[] {"401", "unauthorized", "resolved", "support" },
        new[] {"402", "payment_required", "resolved", "support" },
        new[] {"403", "forbidden", "resolved", "support" },
        new[] {"404", "not_found", "later", "nobody" },
        new[] {"405", "method_not_allowed", "corrected", "you" },
        new[] {"409", "key_conflict", "moments", "support" },
        new[] {"413", "too_large", "corrected", "you" },
        new[] {"422", "key_reused", "corrected", "you" },
        new[] {"429", "rate_limited", "minutes", "nobody" },
        new[] {"500", "server_error", "minutes", "support" },
        new[] {"502", "unavailable", "backoff", "nobody" },
    };
    private static readonly string[][] CONTACTS = {
        new[] {"Integration authentication required.", "you" },
        new[] {"RENAP access not enabled.", "administrator" },
        new[] {"The registry could not be queried.", "nobody" },
        new[] {"RTU access not enabled.", "administrator" },
        new[] {"Se requieren credenciales de integracion.", "you" },
        new[] {"Integraci\u00f3n no encontrada con estas credenciales.", "administrator" },
        new[] {"Esta consulta no esta habilitada para tu integracion.", "administrator" },
        new[] {"La consulta con esta Idempotency-Key sigue en curso. Intenta de nuevo en unos segundos.", "nobody" },
        new[] {"Esta Idempotency-Key ya no admite repeticiones. Cada consulta necesita una clave propia, no una fija.", "you" },
        new[] {"Tu integracion no tiene saldo disponible. Recarga para seguir consultando.", "administrator" },
    };
    // </generated>

    private readonly HttpClient http;
    private readonly string address;
    private readonly double pauseMs;
    private readonly Random random = new Random();

    /// <summary>Waits <paramref name="pause"/> seconds, then four times as long, and so on, before it repeats.</summary>
    public PasarelaClient(string baseUrl, string login, string token, double timeout = 35, double pause = 1)
    {
        if (!Regex.IsMatch(baseUrl, @"^https?://[^/?#@]+(/[^?#@]*)?\z"))
            throw new ArgumentException("baseUrl must be an address such as https://api.example.gt");
        // .NET Framework before 4.7 does not offer it by itself.
        ServicePointManager.SecurityProtocol |= SecurityProtocolType.Tls12;
        address = baseUrl.TrimEnd('/');
        pauseMs = pause * 1000;
        // Credentials must not follow to another address.
        http = new HttpClient(new HttpClientHandler { AllowAutoRedirect = false });
        http.Timeout = TimeSpan.FromSeconds(timeout);
        http.DefaultRequestHeaders.TryAddWithoutValidation("accept", "application/json");
        http.DefaultRequestHeaders.TryAddWithoutValidation("user-agent", "pasarela-csharp/" + VERSION);
        http.DefaultRequestHeaders.TryAddWithoutValidation("x-integracion-login", Visible("login", login));
        http.DefaultRequestHeaders.TryAddWithoutValidation("x-integracion-token", Visible("token", token));
    }

    public void Dispose() => http.Dispose();

    public static string ByNit(string nit) => "{\"nit\":" + Quoted(nit) + "}";

    public static string ByCui(string cui) => "{\"cui\":" + Quoted(cui) + "}";

    public Task<PasarelaResult> SearchRenapByCuiAsync(string cui, PasarelaOptions options = null) =>
        AskAsync("/renap/buscar-cui", ByCui(cui), options);

    public Task<PasarelaResult> SearchRtuByNitsAsync(IEnumerable<string> nits, PasarelaOptions options = null) =>
        AskAsync("/rtu/nits", "{\"nits\":[" + string.Join(",", nits.Select(Quoted)) + "]}", options);

    public Task<PasarelaResult> LookupCuiNitAsync(string json, PasarelaOptions options = null) =>
        AskAsync("/catalogos/cui-nit", json, options);

    public Task<PasarelaResult> LookupRtuV2Async(string json, PasarelaOptions options = null) =>
        AskAsync("/catalogos/rtu", json, options);

    public Task<PasarelaResult> LookupOmisosAsync(string json, PasarelaOptions options = null) =>
        AskAsync("/catalogos/omisos", json, options);

    /// <summary>Asks any lookup by its path. Repeats by the rules of the guide.</summary>
    public async Task<PasarelaResult> AskAsync(string path, string json, PasarelaOptions given = null)
    {
        var options = given ?? new PasarelaOptions();
        var billed = path.StartsWith("/catalogos/", StringComparison.Ordinal);
        var requestId = Visible("RequestId", options.RequestId ?? Guid.NewGuid().ToString());
        var key = billed ? Visible("IdempotencyKey", options.IdempotencyKey ?? Guid.NewGuid().ToString()) : null;
        var possible = false;
        int repeats = 0, waits = 0;
        for (var attempts = 1; ; attempts++)
        {
            var answer = await SendAsync(path, json, requestId, key, options.Cancel).ConfigureAwait(false);
            if (IsResult(path, answer))
            {
                answer.Attempts = attempts;
                return answer;
            }
            var error = ErrorOf(answer, billed);
            possible |= error.Charged == "possible";
            var status = error.Status;
            var repeatable = status == 0 || status == 409 || status == 500 || (status >= 502 && status <= 504);
            if (status == 429 && options.Wait && waits++ < 20)
            {
                var window = Regex.Match(answer.Header("ratelimit") ?? "", @";r=0;t=(\d+)");
                var seconds = window.Success ? int.Parse(window.Groups[1].Value, CultureInfo.InvariantCulture) : 60;
                await Task.Delay((int)(seconds * pauseMs) + Jitter(0, 1000), options.Cancel).ConfigureAwait(false);
            }
            else if (repeatable && repeats < REPETITIONS)
            {
                var longest = (int)(pauseMs * Math.Pow(4, repeats++));
                await Task.Delay(Jitter(longest / 2, longest), options.Cancel).ConfigureAwait(false);
            }
            else
            {
                error.Charged = possible ? "possible" : "no";
                error.RequestId = answer.RequestId ?? requestId;
                error.IdempotencyKey = key;
                error.Attempts = attempts;
                throw error;
            }
        }
    }

    /// <summary>Returns an answer whose status is 0 when no whole one came.</summary>
    private async Task<PasarelaResult> SendAsync(string path, string json, string requestId, string key, CancellationToken cancel)
    {
        using (var request = new HttpRequestMessage(HttpMethod.Post, address + path))
        {
            request.Content = new StringContent(json, Encoding.UTF8, "application/json");
            request.Headers.ExpectContinue = false;
            request.Headers.TryAddWithoutValidation("x-request-id", requestId);
            if (key != null) request.Headers.TryAddWithoutValidation("idempotency-key", key);
            try
            {
                using (var response = await http.SendAsync(request, cancel).ConfigureAwait(false))
                {
                    var bytes = await response.Content.ReadAsByteArrayAsync().ConfigureAwait(false);
                    var expected = response.Content.Headers.ContentLength;
                    if (expected != null && expected != bytes.Length) return new PasarelaResult();
                    var headers = response.Headers.Concat(response.Content.Headers);
                    return new PasarelaResult
                    {
                        Status = (int)response.StatusCode,
                        Body = Encoding.UTF8.GetString(bytes),
                        Headers = headers.ToDictionary(one => one.Key.ToLowerInvariant(), one => string.Join(", ", one.Value)),
                    };
                }
            }
            catch (Exception error) when (!cancel.IsCancellationRequested &&
                (error is HttpRequestException || error is OperationCanceledException || error is System.IO.IOException || error is WebException))
            {
                return new PasarelaResult();
            }
        }
    }

    private static bool IsJson(PasarelaResult answer) =>
        (answer.Header("content-type") ?? "").StartsWith("application/json", StringComparison.OrdinalIgnoreCase);

    /// <summary>The person registry passes on its own status, in its envelope.</summary>
    private static bool IsResult(string path, PasarelaResult answer)
    {
        if (answer.Status == 0 || !IsJson(answer)) return false;
        if (path == "/renap/buscar-cui" && answer.Body.Contains("\"success\"")) return true;
        return answer.Status == 200 && answer.Body.StartsWith("{", StringComparison.Ordinal) && answer.Body.Contains("\"data\"");
    }

    private static PasarelaException ErrorOf(PasarelaResult answer, bool billed)
    {
        var possible = billed ? "possible" : "no";
        if (answer.Status == 0) return new PasarelaException("no_answer", 0, "", possible, "backoff", "nobody");
        var row = STATUSES.FirstOrDefault(one => one[0] == answer.Status.ToString(CultureInfo.InvariantCulture));
        if (row == null || (!IsJson(answer) && answer.Status != 429))
            return new PasarelaException("unexpected_answer", answer.Status, answer.Body, possible, "backoff", "nobody");
        var known = CONTACTS.FirstOrDefault(one => answer.Body.Contains("\"" + one[0] + "\""));
        var charged = answer.Status == 500 ? possible : "no";
        return new PasarelaException(row[1], answer.Status, answer.Body, charged, row[2], known == null ? row[3] : known[1]);
    }

    private int Jitter(int least, int most)
    {
        lock (random) return random.Next(least, most + 1);
    }

    private static string Quoted(string text) =>
        "\"" + Regex.Replace(text, "[\\x00-\\x1f\"\\\\]", found => "\\u" + ((int)found.Value[0]).ToString("x4")) + "\"";

    private static string Visible(string name, string value)
    {
        if (Regex.IsMatch(value, @"^[!-~]+\z")) return value;
        throw new ArgumentException(name + " must be visible ASCII without blanks");
    }

    /// <summary>Returns the NIT as sources write it, and a warning or null. Never refuses.</summary>
    public static string[] NormalizeNit(string text)
    {
        var nit = WithoutSeparators(text);
        if (Regex.IsMatch(nit, @"^(CF|C/F|C\.F\.|CONSUMIDORFINAL)\z")) return new[] { nit, "final_consumer" };
        if (!Regex.IsMatch(nit, @"^[0-9]{1,12}[0-9K]\z")) return new[] { nit, "not_a_nit" };
        var last = nit.Length - 1;
        var sum = Enumerable.Range(0, last).Sum(index => (nit[index] - '0') * (last + 1 - index));
        return new[] { nit, "0123456789K"[(11 - sum % 11) % 11] == nit[last] ? null : "check_digit" };
    }

    /// <summary>Returns the CUI without separators, and a warning or null. Never refuses.</summary>
    public static string[] NormalizeCui(string text)
    {
        var cui = WithoutSeparators(text);
        if (!Regex.IsMatch(cui, @"^[0-9]{8,13}\z")) return new[] { cui, "not_a_cui" };
        var whole = cui.PadLeft(13, '0');
        var right = Enumerable.Range(0, 8).Sum(index => (whole[index] - '0') * (index + 2)) % 11 == whole[8] - '0';
        if (cui.Length < 13) return new[] { cui, right ? "lost_zeros" : "not_a_cui" };
        return new[] { cui, right ? null : "check_digit" };
    }

    private static string WithoutSeparators(string text) =>
        Regex.Replace(text, @"[\s\u00a0\u2010-\u2015-]", "").ToUpperInvariant();
}

/// <summary>What a call may say besides its request. Wait: also waits for the window of a 429.</summary>
public sealed class PasarelaOptions
{
    public string RequestId { get; set; }
    public string IdempotencyKey { get; set; }
    public bool Wait { get; set; }
    public CancellationToken Cancel { get; set; }
}

/// <summary>An answer. The body is exactly what came. Amounts are null without receipts.</summary>
public sealed class PasarelaResult
{
    internal Dictionary<string, string> Headers = new Dictionary<string, string>();
    public int Status { get; internal set; }
    public int Attempts { get; internal set; }
    public string Body { get; internal set; }
    public string RequestId => Header("x-request-id");
    public string QueryId => Header("x-consulta-id");
    public string Charged => Header("x-consulta-cobro");
    public string Balance => Header("x-saldo-disponible");
    public string Proof => Header("x-consulta-constancia");
    public bool Repeated => Header("x-consulta-sin-cobro") == "true";
    internal string Header(string name) => Headers.TryGetValue(name, out var value) ? value : null;
}

/// <summary>A lookup without a result. Branch by Status (0: no answer) or Kind; it never holds the token.</summary>
public sealed class PasarelaException : Exception
{
    public string Kind { get; }
    public int Status { get; }
    public string Body { get; }
    /// <summary>no or possible.</summary>
    public string Charged { get; internal set; }
    public string Retry { get; }
    /// <summary>you, administrator, support or nobody.</summary>
    public string Contact { get; }
    public string RequestId { get; internal set; }
    /// <summary>To ask again later without paying twice.</summary>
    public string IdempotencyKey { get; internal set; }
    public int Attempts { get; internal set; }

    internal PasarelaException(string kind, int status, string body, string charged, string retry, string contact)
        : base(kind + " (" + (status == 0 ? "no answer" : status.ToString(CultureInfo.InvariantCulture)) + ")") =>
        (Kind, Status, Body, Charged, Retry, Contact) = (kind, status, body, charged, retry, contact);
}

import { type Caller, curlOf, SAMPLE_TIMEOUT_S as TIMEOUT_S } from './curl';
import { keyFacts } from './idempotency-key';
import type { Question } from './lookups';

/** Writes one request as code in each language. All wait longer than a query may take. */

export const sampleNames = {
  curl: 'curl',
  powershell: 'PowerShell',
  typescript: 'TypeScript',
  python: 'Python',
  php: 'PHP',
  csharp: 'C#',
  java: 'Java',
} as const;
export type SampleLanguage = keyof typeof sampleNames;
export const SAMPLE_LANGUAGES = Object.keys(sampleNames) as SampleLanguage[];

/** Times that a sample repeats its query: as often as one charge allows. */
const { keyRepetitions: REPETITIONS } = keyFacts;

/**
 * Writes a program (for curl, a command) that sends a request and prints the status and the body of
 * the answer. It reads address and credentials from the variables PASARELA_URL, PASARELA_LOGIN and
 * PASARELA_TOKEN. A repeating one sends an idempotency key and repeats the query, with exponential
 * back-off, when no answer came or the answer is a 409 or a 5xx.
 */
export function sampleOf(
  language: SampleLanguage,
  { path, body }: Question,
  { repeating = false } = {},
): string {
  return writers[language](path, JSON.stringify(body), repeating);
}

/** Writes the commands that set the variables which the samples read, in the shell of a language. */
export function variablesOf(language: SampleLanguage, { origin, login, token }: Caller): string {
  const variables = { PASARELA_URL: origin, PASARELA_LOGIN: login, PASARELA_TOKEN: token };
  const write =
    language === 'powershell'
      ? ([name, value]: [string, string]) => `$env:${name} = '${value}'`
      : ([name, value]: [string, string]) => `export ${name}="${value}"`;
  return Object.entries(variables).map(write).join('\n');
}

const writers = { curl, powershell, typescript, python, php, csharp, java };

/** The pauses of curl's own repetitions double, from one second on. */
function curl(path: string, json: string, repeating: boolean): string {
  const [origin, login, token] = ['$PASARELA_URL', '$PASARELA_LOGIN', '$PASARELA_TOKEN'];
  const command = `${curlOf({ origin, login, token }, path, json)} \\
  -w '\\n%{http_code}\\n'`;
  if (!repeating) return command;
  return `KEY=$(od -An -N16 -tx1 /dev/urandom | tr -d ' ')
${command} \\
  -H "idempotency-key: $KEY" \\
  --retry ${REPETITIONS} --retry-all-errors`;
}

/** For PowerShell 7, since the older one reads the answers in another encoding. */
function powershell(path: string, json: string, repeating: boolean): string {
  const key = repeating ? '\n    "idempotency-key" = "$(New-Guid)"' : '';
  const query = `$query = @{
    Uri = "$env:PASARELA_URL${path}"
    Method = 'Post'
    ContentType = 'application/json'
    Body = '${json}'
    TimeoutSec = ${TIMEOUT_S}
    SkipHttpErrorCheck = $true
}
$query.Headers = @{
    'x-integracion-login' = $env:PASARELA_LOGIN
    'x-integracion-token' = $env:PASARELA_TOKEN${key}
}`;
  if (!repeating) {
    return `${query}
$answer = Invoke-WebRequest @query
"$($answer.StatusCode) $($answer.Content)"`;
  }
  return `${query}
foreach ($repetition in 0..${REPETITIONS}) {
    $answer = try { Invoke-WebRequest @query } catch { $null }
    $failed = $null -eq $answer -or $answer.StatusCode -eq 409 -or $answer.StatusCode -ge 500
    if (-not $failed) { break }
    Start-Sleep -Milliseconds (Get-Random -Maximum (1000 * [math]::Pow(2, $repetition)))
}
"$($answer.StatusCode) $($answer.Content)"`;
}

/** Indents every line but the first. */
function indented(code: string, spaces: number): string {
  return code.replaceAll('\n', `\n${' '.repeat(spaces)}`);
}

function typescript(path: string, json: string, repeating: boolean): string {
  const key = repeating ? "\n    'idempotency-key': key," : '';
  const answer = `await fetch(\`\${process.env.PASARELA_URL}${path}\`, {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'x-integracion-login': process.env.PASARELA_LOGIN ?? '',
    'x-integracion-token': process.env.PASARELA_TOKEN ?? '',${key}
  },
  body: '${json}',
  signal: AbortSignal.timeout(${TIMEOUT_S}_000),
})`;
  if (!repeating) {
    return `const answer = ${answer};
console.log(answer.status, await answer.text());`;
  }
  return `const key = crypto.randomUUID();
for (let repetition = 0; ; repetition++) {
  const answer = ${indented(answer, 2)}.catch(() => undefined);
  const failed = answer === undefined || answer.status === 409 || answer.status >= 500;
  if (!failed || repetition === ${REPETITIONS}) {
    console.log(answer?.status, await answer?.text());
    break;
  }
  const pauseMs = Math.random() * 1000 * 2 ** repetition;
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
}`;
}

function python(path: string, json: string, repeating: boolean): string {
  const modules = repeating
    ? 'os, random, time, urllib.error, urllib.request, uuid'
    : 'os, urllib.error, urllib.request';
  const key = repeating ? '\n        "idempotency-key": str(uuid.uuid4()),' : '';
  const request = `import ${modules}

request = urllib.request.Request(
    os.environ["PASARELA_URL"] + "${path}",
    data=b'${json}',
    headers={
        "content-type": "application/json",
        "x-integracion-login": os.environ["PASARELA_LOGIN"],
        "x-integracion-token": os.environ["PASARELA_TOKEN"],${key}
    },
)`;
  if (!repeating) {
    return `${request}
try:
    with urllib.request.urlopen(request, timeout=${TIMEOUT_S}) as answer:
        print(answer.status, answer.read().decode())
except urllib.error.HTTPError as error:
    print(error.code, error.read().decode())`;
  }
  return `${request}
for repetition in range(${REPETITIONS + 1}):
    status, body = None, None
    try:
        with urllib.request.urlopen(request, timeout=${TIMEOUT_S}) as answer:
            status, body = answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        status, body = error.code, error.read().decode()
    except OSError:
        pass
    if status is not None and status != 409 and status < 500:
        break
    time.sleep(random.random() * 2**repetition)
print(status, body)`;
}

function php(path: string, json: string, repeating: boolean): string {
  const key = repeating ? "\n        'idempotency-key: ' . bin2hex(random_bytes(16))," : '';
  const request = `<?php
$curl = curl_init(getenv('PASARELA_URL') . '${path}');
curl_setopt_array($curl, [
    CURLOPT_POST => true,
    CURLOPT_POSTFIELDS => '${json}',
    CURLOPT_HTTPHEADER => [
        'content-type: application/json',
        'x-integracion-login: ' . getenv('PASARELA_LOGIN'),
        'x-integracion-token: ' . getenv('PASARELA_TOKEN'),${key}
    ],
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => ${TIMEOUT_S},
]);`;
  if (!repeating) {
    return `${request}
$body = curl_exec($curl);
echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), ' ', $body, PHP_EOL;`;
  }
  return `${request}
for ($repetition = 0; $repetition <= ${REPETITIONS}; $repetition++) {
    $body = curl_exec($curl);
    $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
    if ($body !== false && $status !== 409 && $status < 500) break;
    usleep(random_int(0, 1_000_000 * 2 ** $repetition));
}
echo $status, ' ', $body, PHP_EOL;`;
}

function csharp(path: string, json: string, repeating: boolean): string {
  const key = repeating ? '\nrequest.Headers.Add("idempotency-key", key);' : '';
  const client = `using System.Text;

using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(${TIMEOUT_S}) };`;
  const request = `var request = new HttpRequestMessage(
    HttpMethod.Post, Environment.GetEnvironmentVariable("PASARELA_URL") + "${path}");
request.Headers.Add("x-integracion-login", Environment.GetEnvironmentVariable("PASARELA_LOGIN"));
request.Headers.Add("x-integracion-token", Environment.GetEnvironmentVariable("PASARELA_TOKEN"));${key}
request.Content = new StringContent(
    """${json}""", Encoding.UTF8, "application/json");`;
  if (!repeating) {
    return `${client}
${request}
using var answer = await client.SendAsync(request);
Console.WriteLine($"{(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync()}");`;
  }
  return `${client}
var key = Guid.NewGuid().ToString();
for (var repetition = 0; ; repetition++)
{
    ${indented(request, 4)}
    int status = 0;
    string? body = null;
    try
    {
        using var answer = await client.SendAsync(request);
        (status, body) = ((int)answer.StatusCode, await answer.Content.ReadAsStringAsync());
    }
    catch (Exception error) when (error is HttpRequestException or TaskCanceledException) { }
    if ((status != 0 && status != 409 && status < 500) || repetition == ${REPETITIONS})
    {
        Console.WriteLine($"{status} {body}");
        break;
    }
    await Task.Delay(Random.Shared.Next(1000 << repetition));
}`;
}

function java(path: string, json: string, repeating: boolean): string {
  const key = '\n    .header("idempotency-key", UUID.randomUUID().toString())';
  const request = `HttpRequest.newBuilder(URI.create(System.getenv("PASARELA_URL") + "${path}"))
    .header("content-type", "application/json")
    .header("x-integracion-login", System.getenv("PASARELA_LOGIN"))
    .header("x-integracion-token", System.getenv("PASARELA_TOKEN"))${repeating ? key : ''}
    .timeout(Duration.ofSeconds(${TIMEOUT_S}))
    .POST(HttpRequest.BodyPublishers.ofString("${json.replaceAll('"', '\\"')}"))
    .build();`;
  const imports = 'import java.net.URI;\nimport java.net.http.*;\nimport java.time.Duration;';
  if (!repeating) {
    return `${imports}

class Consulta {
    public static void main(String[] args) throws Exception {
        var request = ${indented(request, 8)}
        var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(answer.statusCode() + " " + answer.body());
    }
}`;
  }
  return `import java.io.IOException;
${imports}
import java.util.UUID;

class ConsultaConClave {
    public static void main(String[] args) throws InterruptedException {
        var request = ${indented(request, 8)}
        var client = HttpClient.newHttpClient();
        var status = 0;
        var body = "";
        for (var repetition = 0; repetition <= ${REPETITIONS}; repetition++) {
            try {
                var answer = client.send(request, HttpResponse.BodyHandlers.ofString());
                status = answer.statusCode();
                body = answer.body();
                if (status != 409 && status < 500) break;
            } catch (IOException error) {
                status = 0;
            }
            Thread.sleep((long) (Math.random() * 1000 * (1 << repetition)));
        }
        System.out.println(status + " " + body);
    }
}`;
}

import { clientPath } from './client-files';
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

/** Repeats by itself, because curl's `--retry` repeats a 429 too. */
function curl(path: string, json: string, repeating: boolean): string {
  const [origin, login, token] = ['$PASARELA_URL', '$PASARELA_LOGIN', '$PASARELA_TOKEN'];
  const command = `${curlOf({ origin, login, token }, path, json)} \\
  -w '\\n%{http_code}\\n'`;
  if (!repeating) return command;
  return `KEY=$(od -An -N16 -tx1 /dev/urandom | tr -d ' ')
for REPETITION in $(seq 0 ${REPETITIONS}); do
  ANSWER=$(${indented(command, 2)} \\
    -H "idempotency-key: $KEY")
  case "$(printf '%s' "$ANSWER" | tail -n 1)" in
    000|409|5??) sleep $((1 << REPETITION)) ;;
    *) break ;;
  esac
done
printf '%s\\n' "$ANSWER"`;
}

/** For PowerShell 5.1, the one of Windows, which reads answers in another encoding and throws errors. */
function powershell(path: string, json: string, repeating: boolean): string {
  const key = repeating ? "\n    'idempotency-key' = [guid]::NewGuid().ToString()" : '';
  const setup = `[Net.ServicePointManager]::SecurityProtocol = 'Tls12'
$query = @{
    Uri = "$env:PASARELA_URL${path}"
    Method = 'Post'
    ContentType = 'application/json'
    Body = '${json}'
    TimeoutSec = ${TIMEOUT_S}
    UseBasicParsing = $true
}
$query.Headers = @{
    'x-integracion-login' = $env:PASARELA_LOGIN
    'x-integracion-token' = $env:PASARELA_TOKEN${key}
}`;
  const ask = `try {
    $answer = Invoke-WebRequest @query
    $status, $stream = $answer.StatusCode, $answer.RawContentStream
} catch {
    $answer = $_.Exception.Response
    $status = [int]$answer.StatusCode
    $stream = if ($answer) { $answer.GetResponseStream() }
}`;
  const show = `if ($stream) {
    $stream.Position = 0
    $body = [IO.StreamReader]::new($stream, [Text.Encoding]::UTF8).ReadToEnd()
}
"$status $body"`;
  if (!repeating) return `${setup}\n${ask}\n${show}`;
  return `${setup}
foreach ($repetition in 0..${REPETITIONS}) {
    ${indented(ask, 4)}
    if ($status -ne 0 -and $status -ne 409 -and $status -lt 500) { break }
    Start-Sleep -Milliseconds (Get-Random -Maximum (1000 * [math]::Pow(2, $repetition)))
}
${show}`;
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

/** Uses the client, which repeats by itself. */
function csharp(path: string, json: string): string {
  return `// Junto a Pasarela.cs, que se descarga de ${clientPath('C#')}
using System;
using System.Threading.Tasks;

static class Consulta
{
    static void Main()
    {
        MainAsync().GetAwaiter().GetResult();
    }

    static async Task MainAsync()
    {
        Func<string, string> variable = Environment.GetEnvironmentVariable;
        var login = variable("PASARELA_LOGIN");
        using (var client = new PasarelaClient(variable("PASARELA_URL"), login, variable("PASARELA_TOKEN")))
        {
            try
            {
                var result = await client.AskAsync("${path}", ${quoted(json)});
                Console.WriteLine(result.Status + " " + result.Body);
            }
            catch (PasarelaException error)
            {
                Console.WriteLine(error.Status + " " + error.Body);
            }
        }
    }
}`;
}

/** Uses the client, which repeats by itself. */
function java(path: string, json: string): string {
  return `// Junto a Pasarela.java, que se descarga de ${clientPath('Java')}
class Consulta {
    public static void main(String[] args) {
        Pasarela client = new Pasarela(
            System.getenv("PASARELA_URL"),
            System.getenv("PASARELA_LOGIN"),
            System.getenv("PASARELA_TOKEN"));
        try {
            Pasarela.Result result = client.ask("${path}", ${quoted(json)}, null);
            System.out.println(result.status + " " + result.body);
        } catch (Pasarela.PasarelaError error) {
            System.out.println(error.status + " " + error.body);
        }
    }
}`;
}

function quoted(json: string): string {
  return `"${json.replaceAll('"', '\\"')}"`;
}

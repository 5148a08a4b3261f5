import type { Question } from './lookups';
import {
  curlWith,
  javaText,
  objectLiteral,
  phpArray,
  pythonic,
  type SampleLanguage,
  TIMEOUT_S,
} from './samples';

/** Times that a sample repeats its query: as often as one charge allows. */
const REPETITIONS = 3;

/**
 * Writes a program as `sampleOf` does that sends an idempotency key and repeats the query, with
 * exponential back-off, when no answer came or the answer is a 409 or a 5xx.
 */
export function repeatingSampleOf(language: SampleLanguage, { path, body }: Question): string {
  return writers[language](path, JSON.stringify(body));
}

const writers: Readonly<Record<SampleLanguage, (path: string, json: string) => string>> = {
  curl,
  typescript,
  python,
  php,
  csharp,
  java,
};

/** The pauses of curl's own repetitions double, from one second on. */
function curl(path: string, json: string): string {
  const command = curlWith(path, json, [
    '-H "idempotency-key: $KEY"',
    `--retry ${REPETITIONS} --retry-all-errors`,
  ]);
  return `KEY=$(od -An -N16 -tx1 /dev/urandom | tr -d ' ')\n${command}`;
}

function typescript(path: string, json: string): string {
  return `const key = crypto.randomUUID();
for (let repetition = 0; ; repetition++) {
  const answer = await fetch(\`\${process.env.PASARELA_URL}${path}\`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-integracion-login': process.env.PASARELA_LOGIN ?? '',
      'x-integracion-token': process.env.PASARELA_TOKEN ?? '',
      'idempotency-key': key,
    },
    body: JSON.stringify(${objectLiteral(json)}),
    signal: AbortSignal.timeout(${TIMEOUT_S}_000),
  }).catch(() => undefined);
  const failed = answer === undefined || answer.status === 409 || answer.status >= 500;
  if (!failed || repetition === ${REPETITIONS}) {
    console.log(answer?.status, await answer?.text());
    break;
  }
  const pauseMs = Math.random() * 1000 * 2 ** repetition;
  await new Promise((resolve) => setTimeout(resolve, pauseMs));
}`;
}

function python(path: string, json: string): string {
  return `import json, os, random, time, urllib.error, urllib.request, uuid

request = urllib.request.Request(
    os.environ["PASARELA_URL"] + "${path}",
    data=json.dumps(${pythonic(json)}).encode(),
    headers={
        "content-type": "application/json",
        "x-integracion-login": os.environ["PASARELA_LOGIN"],
        "x-integracion-token": os.environ["PASARELA_TOKEN"],
        "idempotency-key": str(uuid.uuid4()),
    },
)
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

function php(path: string, json: string): string {
  return `<?php
$curl = curl_init(getenv('PASARELA_URL') . '${path}');
curl_setopt_array($curl, [
    CURLOPT_POST => true,
    CURLOPT_POSTFIELDS => json_encode(${phpArray(json)}),
    CURLOPT_HTTPHEADER => [
        'content-type: application/json',
        'x-integracion-login: ' . getenv('PASARELA_LOGIN'),
        'x-integracion-token: ' . getenv('PASARELA_TOKEN'),
        'idempotency-key: ' . bin2hex(random_bytes(16)),
    ],
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => ${TIMEOUT_S},
]);
for ($repetition = 0; $repetition <= ${REPETITIONS}; $repetition++) {
    $body = curl_exec($curl);
    $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
    if ($body !== false && $status !== 409 && $status < 500) break;
    usleep(random_int(0, 1_000_000 * 2 ** $repetition));
}
echo $status, ' ', $body, PHP_EOL;`;
}

function csharp(path: string, json: string): string {
  return `using System.Text;

using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(${TIMEOUT_S}) };
var key = Guid.NewGuid().ToString();
for (var repetition = 0; ; repetition++)
{
    var request = new HttpRequestMessage(
        HttpMethod.Post, Environment.GetEnvironmentVariable("PASARELA_URL") + "${path}");
    request.Headers.Add("x-integracion-login", Environment.GetEnvironmentVariable("PASARELA_LOGIN"));
    request.Headers.Add("x-integracion-token", Environment.GetEnvironmentVariable("PASARELA_TOKEN"));
    request.Headers.Add("idempotency-key", key);
    request.Content = new StringContent(
        """${json}""", Encoding.UTF8, "application/json");
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

function java(path: string, json: string): string {
  return `import java.io.IOException;
import java.net.URI;
import java.net.http.*;
import java.time.Duration;
import java.util.UUID;

class ConsultaConClave {
    public static void main(String[] args) throws InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(System.getenv("PASARELA_URL") + "${path}"))
            .header("content-type", "application/json")
            .header("x-integracion-login", System.getenv("PASARELA_LOGIN"))
            .header("x-integracion-token", System.getenv("PASARELA_TOKEN"))
            .header("idempotency-key", UUID.randomUUID().toString())
            .timeout(Duration.ofSeconds(${TIMEOUT_S}))
            .POST(HttpRequest.BodyPublishers.ofString(${javaText(json)}))
            .build();
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

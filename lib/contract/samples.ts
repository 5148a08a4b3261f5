import type { Question } from './lookups';

/**
 * Writes code samples: one request in each language that integrators use. All use the same path,
 * body and headers, and wait longer than a query may take.
 */

export const SAMPLE_LANGUAGES = ['curl', 'typescript', 'python', 'php', 'csharp', 'java'] as const;
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number];

export const sampleNames: Readonly<Record<SampleLanguage, string>> = {
  curl: 'curl',
  typescript: 'TypeScript',
  python: 'Python',
  php: 'PHP',
  csharp: 'C#',
  java: 'Java',
};

/** More than the 30 seconds that a query may take. */
export const TIMEOUT_S = 35;

/**
 * Writes a program (for curl, a command) that sends a request and prints the answer. It reads
 * address and credentials from the variables PASARELA_URL, PASARELA_LOGIN and PASARELA_TOKEN.
 */
export function sampleOf(language: SampleLanguage, { path, body }: Question): string {
  return writers[language](path, JSON.stringify(body));
}

export interface Caller {
  readonly origin: string;
  readonly login: string;
  readonly token: string;
}

/** Writes the curl command with address and credentials filled in. */
export function curlLine(caller: Caller, { path, body }: Question): string {
  return curl(caller, path, JSON.stringify(body));
}

/** Writes the curl command with more arguments, each on a line of its own. */
export function curlWith(path: string, json: string, more: readonly string[] = []): string {
  const caller = {
    origin: '$PASARELA_URL',
    login: '$PASARELA_LOGIN',
    token: '$PASARELA_TOKEN',
  };
  return [curl(caller, path, json), ...more].join(' \\\n  ');
}

const writers: Readonly<Record<SampleLanguage, (path: string, json: string) => string>> = {
  curl: (path, json) => curlWith(path, json),
  typescript,
  python,
  php,
  csharp,
  java,
};

/** Uses double quotes, so that a shell expands variables. */
function curl({ origin, login, token }: Caller, path: string, json: string): string {
  return `curl -sS -m ${TIMEOUT_S} "${origin}${path}" \\
  -H "x-integracion-login: ${login}" \\
  -H "x-integracion-token: ${token}" \\
  -H "content-type: application/json" \\
  -d '${json}'`;
}

function typescript(path: string, json: string): string {
  return `const answer = await fetch(\`\${process.env.PASARELA_URL}${path}\`, {
  method: 'POST',
  headers: {
    'content-type': 'application/json',
    'x-integracion-login': process.env.PASARELA_LOGIN ?? '',
    'x-integracion-token': process.env.PASARELA_TOKEN ?? '',
  },
  body: JSON.stringify(${objectLiteral(json)}),
  signal: AbortSignal.timeout(${TIMEOUT_S}_000),
});
console.log(answer.status, await answer.text());`;
}

function python(path: string, json: string): string {
  return `import json, os, urllib.error, urllib.request

request = urllib.request.Request(
    os.environ["PASARELA_URL"] + "${path}",
    data=json.dumps(${pythonic(json)}).encode(),
    headers={
        "content-type": "application/json",
        "x-integracion-login": os.environ["PASARELA_LOGIN"],
        "x-integracion-token": os.environ["PASARELA_TOKEN"],
    },
)
try:
    with urllib.request.urlopen(request, timeout=${TIMEOUT_S}) as answer:
        print(answer.status, answer.read().decode())
except urllib.error.HTTPError as error:
    print(error.code, error.read().decode())`;
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
    ],
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => ${TIMEOUT_S},
]);
$body = curl_exec($curl);
echo curl_getinfo($curl, CURLINFO_RESPONSE_CODE), ' ', $body, PHP_EOL;`;
}

function csharp(path: string, json: string): string {
  return `using System.Text;

using var client = new HttpClient { Timeout = TimeSpan.FromSeconds(${TIMEOUT_S}) };
var request = new HttpRequestMessage(
    HttpMethod.Post, Environment.GetEnvironmentVariable("PASARELA_URL") + "${path}");
request.Headers.Add("x-integracion-login", Environment.GetEnvironmentVariable("PASARELA_LOGIN"));
request.Headers.Add("x-integracion-token", Environment.GetEnvironmentVariable("PASARELA_TOKEN"));
request.Content = new StringContent(
    """${json}""", Encoding.UTF8, "application/json");
using var answer = await client.SendAsync(request);
Console.WriteLine($"{(int)answer.StatusCode} {await answer.Content.ReadAsStringAsync()}");`;
}

function java(path: string, json: string): string {
  return `import java.net.URI;
import java.net.http.*;
import java.time.Duration;

class Consulta {
    public static void main(String[] args) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(System.getenv("PASARELA_URL") + "${path}"))
            .header("content-type", "application/json")
            .header("x-integracion-login", System.getenv("PASARELA_LOGIN"))
            .header("x-integracion-token", System.getenv("PASARELA_TOKEN"))
            .timeout(Duration.ofSeconds(${TIMEOUT_S}))
            .POST(HttpRequest.BodyPublishers.ofString(${javaText(json)}))
            .build();
        var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        System.out.println(answer.statusCode() + " " + answer.body());
    }
}`;
}

export function javaText(json: string): string {
  return `"${json.replaceAll('"', '\\"')}"`;
}

/** Puts a space after each comma and colon outside strings. */
function spaced(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|[,:]/g, (part) =>
    part.length > 1 ? part : `${part} `,
  );
}

function outsideTexts(json: string, rewrite: (part: string) => string): string {
  return spaced(json).replaceAll(/("(?:[^"\\]|\\.)*")|[^"]+/g, (part, text) =>
    text === undefined ? rewrite(part) : part,
  );
}

export function objectLiteral(json: string): string {
  return spaced(json)
    .replaceAll(/"(\w+)": /g, '$1: ')
    .replace(/^\{/, '{ ')
    .replace(/\}$/, ' }')
    .replaceAll('"', "'");
}

export function pythonic(json: string): string {
  const words: Readonly<Record<string, string>> = { true: 'True', false: 'False', null: 'None' };
  return outsideTexts(json, (part) =>
    part.replaceAll(/true|false|null/g, (word) => words[word] ?? word),
  );
}

export function phpArray(json: string): string {
  return outsideTexts(json, (part) =>
    part.replaceAll(': ', ' => ').replaceAll('{', '[').replaceAll('}', ']'),
  ).replaceAll('"', "'");
}

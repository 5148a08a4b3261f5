/** Programs that the guide shows, by the name of their language. */

/**
 * Programs that verify a proof without this service. `proof.txt` has the header, `answer.json` the body as
 * it came, and the variable `x` the member of its key in the key set. Each prints "true" and ends
 * with 0 when the signature and the digest of the answer are right; otherwise "false" and another code.
 */
export const PROOF_SAMPLES = {
  openssl: `decode() { tr -- '-_' '+/' | awk '{ while (length % 4) $0 = $0 "="; print }' | base64 -d; }
IFS=. read -r head body signature < proof.txt
printf %s "$head.$body" > signed
echo "$signature" | decode > signature.bin
{ printf '\\060\\052\\060\\005\\006\\003\\053\\145\\160\\003\\041\\000'; echo "$x" | decode; } > key.der
is_signed() { openssl pkeyutl -verify -pubin -inkey key.der -keyform DER -rawin -in signed -sigfile signature.bin; }
digest=$(openssl dgst -sha256 -binary answer.json | base64 | tr '+/' '-_' | tr -d =)
is_of_answer() { echo "$body" | decode | grep -F "\\"res\\":\\"$digest\\""; }
{ is_signed && is_of_answer; } > /dev/null && echo true || { echo false; exit 1; }
`,
  PHP: `<?php
$decode = fn ($text) => base64_decode(strtr($text, '-_', '+/'));
[$head, $body, $signature] = explode('.', trim(file_get_contents('proof.txt')));
$key = $decode(getenv('x'));
$isSigned = sodium_crypto_sign_verify_detached($decode($signature), "$head.$body", $key);
$digest = hash_file('sha256', 'answer.json', true);
$holds = $isSigned && $decode(json_decode($decode($body))->res) === $digest;
echo $holds ? 'true' : 'false', PHP_EOL;
exit($holds ? 0 : 1);
`,
  Python: `import base64, hashlib, json, os, sys
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

def decode(text):
    return base64.urlsafe_b64decode(text + '=' * (-len(text) % 4))

signed, signature = open('proof.txt').read().strip().rsplit('.', 1)
digest = hashlib.sha256(open('answer.json', 'rb').read()).digest()
holds = decode(json.loads(decode(signed.split('.')[1]))['res']) == digest
try:
    Ed25519PublicKey.from_public_bytes(decode(os.environ['x'])).verify(decode(signature), signed.encode())
except InvalidSignature:
    holds = False
print('true' if holds else 'false')
sys.exit(not holds)
`,
  Java: `import java.nio.file.*;
import java.security.*;
import java.security.spec.*;
import java.util.*;

class Verify { // Java 17
  public static void main(String[] args) throws Exception {
    Base64.Decoder decoder = Base64.getUrlDecoder();
    String[] parts = Files.readString(Path.of("proof.txt")).trim().split("\\\\.");
    byte[] x = decoder.decode(System.getenv("x"));
    byte[] der = HexFormat.of().parseHex("302a300506032b6570032100" + HexFormat.of().formatHex(x));
    Signature check = Signature.getInstance("Ed25519");
    check.initVerify(KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(der)));
    check.update((parts[0] + "." + parts[1]).getBytes());
    boolean isSigned = false;
    try {
      isSigned = check.verify(decoder.decode(parts[2]));
    } catch (SignatureException malformed) { // false too
    }
    byte[] answer = Files.readAllBytes(Path.of("answer.json"));
    byte[] digest = MessageDigest.getInstance("SHA-256").digest(answer);
    String res = Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    String payload = new String(decoder.decode(parts[1]));
    boolean holds = isSigned && payload.contains("\\"res\\":\\"" + res + "\\"");
    System.out.println(holds);
    System.exit(holds ? 0 : 1);
  }
}
`,
  'C#': `using System;
using System.Diagnostics;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

static class Verify // .NET has no Ed25519: openssl 3 must be on the PATH
{
    static int Main()
    {
        var parts = File.ReadAllText("proof.txt").Trim().Split('.');
        var x = Decode(Environment.GetEnvironmentVariable("x"));
        var prefix = Decode("MCowBQYDK2VwAyEA"); // of an Ed25519 key in DER
        File.WriteAllBytes("key.der", prefix.Concat(x).ToArray());
        File.WriteAllText("signed", parts[0] + "." + parts[1]);
        File.WriteAllBytes("signature.bin", Decode(parts[2]));
        var digest = SHA256.Create().ComputeHash(File.ReadAllBytes("answer.json"));
        var res = Convert.ToBase64String(digest).TrimEnd('=').Replace('+', '-').Replace('/', '_');
        var payload = Encoding.UTF8.GetString(Decode(parts[1]));
        var holds = IsSigned() && payload.Contains("\\"res\\":\\"" + res + "\\"");
        Console.WriteLine(holds ? "true" : "false");
        return holds ? 0 : 1;
    }

    static byte[] Decode(string text)
    {
        var padding = new string('=', (4 - text.Length % 4) % 4);
        return Convert.FromBase64String(text.Replace('-', '+').Replace('_', '/') + padding);
    }

    static bool IsSigned()
    {
        var files = "-inkey key.der -keyform DER -in signed -sigfile signature.bin";
        var start = new ProcessStartInfo("openssl", "pkeyutl -verify -pubin -rawin " + files);
        start.UseShellExecute = false;
        start.RedirectStandardOutput = start.RedirectStandardError = true;
        using (var openssl = Process.Start(start))
        {
            openssl.WaitForExit();
            return openssl.ExitCode == 0;
        }
    }
}
`,
} as const;

/** Seconds that the timestamp of a webhook may differ from the clock. */
export const WEBHOOK_TOLERANCE_S = 300;

/**
 * Programs that verify a webhook without a library, after Standard Webhooks. `body.json` has the body as it
 * came, the variables the secret and the headers. Each prints and ends as those of proofs do. The timestamp
 * is read once it is known to be signed.
 */
export const WEBHOOK_SAMPLES = {
  'Node.js': `const { createHmac, timingSafeEqual } = require('node:crypto');
const { readFileSync } = require('node:fs');

function isFromPasarela(secret, id, at, sent, body) {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const digest = createHmac('sha256', key).update(\`\${id}.\${at}.\`).update(body).digest('base64');
  const expected = Buffer.from(\`v1,\${digest}\`);
  const isSigned = sent.split(' ').some((one) => {
    const given = Buffer.from(one);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isSigned && Math.abs(Date.now() / 1000 - Number(at)) <= ${WEBHOOK_TOLERANCE_S};
}

const { secret, id, timestamp, signature } = process.env;
const holds = isFromPasarela(secret, id, timestamp, signature, readFileSync('body.json'));
console.log(holds);
process.exit(holds ? 0 : 1);
`,
  PHP: `<?php
function isFromPasarela(string $secret, string $id, string $at, string $sent, string $body): bool
{
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$at.$body", $key, true));
    $isSigned = false;
    foreach (explode(' ', $sent) as $given) $isSigned = hash_equals($expected, $given) || $isSigned;
    return $isSigned && abs(time() - (int) $at) <= ${WEBHOOK_TOLERANCE_S};
}

$variables = array_map('getenv', ['secret', 'id', 'timestamp', 'signature']);
$holds = isFromPasarela(...$variables, ...[file_get_contents('body.json')]);
echo $holds ? 'true' : 'false', PHP_EOL;
exit($holds ? 0 : 1);
`,
  Python: `import base64, hashlib, hmac, os, re, sys, time

def is_from_pasarela(secret, id, at, sent, body):
    key = base64.b64decode(re.sub('^whsec_', '', secret))
    digest = hmac.new(key, f'{id}.{at}.'.encode() + body, hashlib.sha256).digest()
    expected = b'v1,' + base64.b64encode(digest)
    is_signed = any(hmac.compare_digest(given.encode(), expected) for given in sent.split(' '))
    return is_signed and abs(time.time() - int(at)) <= ${WEBHOOK_TOLERANCE_S}

headers = [os.environ[name] for name in ('id', 'timestamp', 'signature')]
holds = is_from_pasarela(os.environ['secret'], *headers, open('body.json', 'rb').read())
print('true' if holds else 'false')
sys.exit(not holds)
`,
  Java: `import java.nio.file.*;
import java.security.*;
import java.util.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

class Verify { // Java 8
  static boolean isFromPasarela(String secret, String id, String at, String sent, byte[] body)
      throws GeneralSecurityException {
    byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    mac.update((id + "." + at + ".").getBytes());
    String digest = Base64.getEncoder().encodeToString(mac.doFinal(body));
    boolean isSigned = false;
    for (String given : sent.split(" "))
      isSigned |= MessageDigest.isEqual(given.getBytes(), ("v1," + digest).getBytes());
    long now = System.currentTimeMillis() / 1000;
    return isSigned && Math.abs(now - Long.parseLong(at)) <= ${WEBHOOK_TOLERANCE_S};
  }

  public static void main(String[] args) throws Exception {
    Map<String, String> env = System.getenv();
    byte[] body = Files.readAllBytes(Paths.get("body.json"));
    String id = env.get("id"), at = env.get("timestamp"), sent = env.get("signature");
    boolean holds = isFromPasarela(env.get("secret"), id, at, sent, body);
    System.out.println(holds);
    System.exit(holds ? 0 : 1);
  }
}
`,
  'C#': `using System;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;

static class Verify
{
    static bool IsFromPasarela(string secret, string id, string at, string sent, byte[] body)
    {
        var key = Convert.FromBase64String(secret.Replace("whsec_", ""));
        var signed = Encoding.UTF8.GetBytes(id + "." + at + ".").Concat(body).ToArray();
        var expected = "v1," + Convert.ToBase64String(new HMACSHA256(key).ComputeHash(signed));
        var isSigned = false;
        foreach (var given in sent.Split(' ')) isSigned |= IsSame(given, expected);
        var now = DateTimeOffset.UtcNow.ToUnixTimeSeconds();
        return isSigned && Math.Abs(now - long.Parse(at)) <= ${WEBHOOK_TOLERANCE_S};
    }

    // Takes as long wherever they differ, like FixedTimeEquals of .NET Core.
    static bool IsSame(string given, string expected)
    {
        var difference = given.Length ^ expected.Length;
        for (var at = 0; at < Math.Min(given.Length, expected.Length); at++)
            difference |= given[at] ^ expected[at];
        return difference == 0;
    }

    static int Main()
    {
        Func<string, string> variable = Environment.GetEnvironmentVariable;
        string id = variable("id"), at = variable("timestamp"), sent = variable("signature");
        var holds = IsFromPasarela(variable("secret"), id, at, sent, File.ReadAllBytes("body.json"));
        Console.WriteLine(holds ? "true" : "false");
        return holds ? 0 : 1;
    }
}
`,
} as const;

export type CheckLanguage = keyof typeof PROOF_SAMPLES | keyof typeof WEBHOOK_SAMPLES;

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
  php: `<?php
$decode = fn ($text) => base64_decode(strtr($text, '-_', '+/'));
[$head, $body, $signature] = explode('.', trim(file_get_contents('proof.txt')));
$key = $decode(getenv('x'));
$isSigned = sodium_crypto_sign_verify_detached($decode($signature), "$head.$body", $key);
$digest = hash_file('sha256', 'answer.json', true);
$holds = $isSigned && $decode(json_decode($decode($body))->res) === $digest;
echo $holds ? 'true' : 'false', PHP_EOL;
exit($holds ? 0 : 1);
`,
  python: `import base64, hashlib, json, os, sys
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
  java: `import java.nio.file.*;
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
    boolean isSigned = check.verify(decoder.decode(parts[2]));
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
} as const;

export type ProofLanguage = keyof typeof PROOF_SAMPLES;

export const PROOF_LANGUAGES = [
  ['openssl', 'openssl'],
  ['php', 'PHP'],
  ['python', 'Python'],
  ['java', 'Java'],
] as const satisfies readonly (readonly [ProofLanguage, string])[];

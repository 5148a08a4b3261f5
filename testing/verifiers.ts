/**
 * Verifies a proof in other languages, with what they bring or their usual library: each is given the
 * proof and the public key, both in base64url, and ends with 0 only when the signature is good.
 */

const PHP = `
[$proof, $x] = array_slice($argv, 1);
$decode = fn($text) => base64_decode(strtr($text, '-_', '+/'));
[$head, $body, $signature] = explode('.', $proof);
exit(sodium_crypto_sign_verify_detached($decode($signature), "$head.$body", $decode($x)) ? 0 : 1);`;

const PYTHON = `
import base64, sys
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
proof, x = sys.argv[1:]
decode = lambda text: base64.urlsafe_b64decode(text + '=' * (-len(text) % 4))
signed, signature = proof.rsplit('.', 1)
Ed25519PublicKey.from_public_bytes(decode(x)).verify(decode(signature), signed.encode())`;

/** For Java 17. */
export const JAVA = `
import java.security.*;
import java.security.spec.*;
import java.util.*;
class Verify {
  public static void main(String[] args) throws Exception {
    byte[] x = Base64.getUrlDecoder().decode(args[1]);
    byte[] der = HexFormat.of().parseHex("302a300506032b6570032100" + HexFormat.of().formatHex(x));
    PublicKey key = KeyFactory.getInstance("Ed25519").generatePublic(new X509EncodedKeySpec(der));
    int dot = args[0].lastIndexOf('.');
    Signature check = Signature.getInstance("Ed25519");
    check.initVerify(key);
    check.update(args[0].substring(0, dot).getBytes());
    System.exit(check.verify(Base64.getUrlDecoder().decode(args[0].substring(dot + 1))) ? 0 : 1);
  }
}`;

export const VERIFIERS = {
  php: (proof: string, x: string) => ['php', '-r', PHP, '--', proof, x],
  python: (proof: string, x: string) => ['python3', '-c', PYTHON, proof, x],
  /** `file` has {@link JAVA}. */
  java: (proof: string, x: string, file: string) => ['java', file, proof, x],
} as const;

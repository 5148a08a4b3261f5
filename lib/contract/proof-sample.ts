/**
 * Verifies a proof with openssl 3 alone. `proof.txt` has the header, `answer.json` the body as it came, and
 * `x` the member of its key in the key set.
 */
export const PROOF_SAMPLE = `decode() { tr -- '-_' '+/' | awk '{ while (length % 4) $0 = $0 "="; print }' | base64 -d; }
IFS=. read -r head body signature < proof.txt
printf %s "$head.$body" > signed
echo "$signature" | decode > signature.bin
{ printf '\\060\\052\\060\\005\\006\\003\\053\\145\\160\\003\\041\\000'; echo "$x" | decode; } > key.der
openssl pkeyutl -verify -pubin -inkey key.der -keyform DER -rawin -in signed -sigfile signature.bin
openssl dgst -sha256 -binary answer.json | base64 | tr '+/' '-_' | tr -d = > digest
echo "$body" | decode | grep -F "\\"res\\":\\"$(cat digest)\\""
`;

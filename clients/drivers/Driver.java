import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Collections;

/** Makes the calls that the tests write on its standard input, and tells how each ended. */
public final class Driver {
    public static void main(String[] args) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream out = new PrintStream(System.out, true, "UTF-8");
        for (String line; (line = lines.readLine()) != null; ) {
            String[] values = line.split("\t", -1);
            if (values[0].equals("ask")) out.println(ask(values));
            else {
                boolean isNit = values[0].equals("nit");
                String[] written = isNit ? Pasarela.normalizeNit(values[1]) : Pasarela.normalizeCui(values[1]);
                out.println(written[0] + "\t" + (written[1] == null ? "" : written[1]));
            }
        }
    }

    static String ask(String[] values) throws Exception {
        Pasarela client = new Pasarela(values[1], values[2], values[3], Double.parseDouble(values[6]), 0.01);
        Pasarela.Options options = new Pasarela.Options();
        options.wait = values[7].equals("wait");
        if (!values[8].isEmpty()) options.idempotencyKey = values[8];
        try {
            Pasarela.Result end = call(client, values[4], values[5], options);
            StringBuilder digest = new StringBuilder();
            byte[] bytes = end.body.getBytes(StandardCharsets.UTF_8);
            for (byte one : MessageDigest.getInstance("SHA-256").digest(bytes)) digest.append(String.format("%02x", one));
            String charged = end.charged == null ? "" : end.charged;
            return join("result", end.status, charged, end.repeated ? 1 : 0, end.attempts, digest);
        } catch (Pasarela.PasarelaError end) {
            int told = (end.getMessage() + end.body).contains(values[3]) ? 1 : 0;
            return join(end.kind, end.status, end.charged, end.contact, end.attempts, told);
        }
    }

    static Pasarela.Result call(Pasarela client, String lookup, String who, Pasarela.Options options) throws Pasarela.PasarelaError {
        switch (lookup) {
            case "renap": return client.searchRenapByCui(who, options);
            case "rtu": return client.searchRtuByNits(Collections.singletonList(who), options);
            case "cui-nit": return client.lookupCuiNit(Pasarela.byNit(who), options);
            case "rtu-v2": return client.lookupRtuV2(Pasarela.byNit(who), options);
            case "omisos": return client.lookupOmisos(Pasarela.byNit(who), options);
            default: throw new IllegalArgumentException("The driver does not know the lookup " + lookup + ".");
        }
    }

    static String join(Object... values) {
        StringBuilder line = new StringBuilder();
        for (Object value : values) line.append(line.length() == 0 ? "" : "\t").append(value);
        return line.toString();
    }
}

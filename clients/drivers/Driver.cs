using System;
using System.IO;
using System.Linq;
using System.Security.Cryptography;
using System.Text;
using System.Threading.Tasks;

/// <summary>Makes the calls that the tests write on its standard input, and tells how each ended.</summary>
public static class Driver
{
    public static void Main()
    {
        var utf8 = new UTF8Encoding(false);
        var lines = new StreamReader(Console.OpenStandardInput(), utf8);
        var output = new StreamWriter(Console.OpenStandardOutput(), utf8) { AutoFlush = true, NewLine = "\n" };
        for (string line; (line = lines.ReadLine()) != null;)
        {
            var values = line.Split('\t');
            var ended = values[0] == "ask" ? AskAsync(values).GetAwaiter().GetResult()
                : values[0] == "nit" ? PasarelaClient.NormalizeNit(values[1]) : PasarelaClient.NormalizeCui(values[1]);
            output.WriteLine(string.Join("\t", ended));
        }
    }

    static async Task<object[]> AskAsync(string[] values)
    {
        var client = new PasarelaClient(values[1], values[2], values[3], double.Parse(values[6]), 0.01);
        var options = new PasarelaOptions { Wait = values[7] == "wait", IdempotencyKey = values[8] == "" ? null : values[8] };
        try
        {
            var end = await CallAsync(client, values[4], values[5], options);
            var digest = SHA256.Create().ComputeHash(Encoding.UTF8.GetBytes(end.Body)).Select(one => one.ToString("x2"));
            return new object[] { "result", end.Status, end.Charged, end.Repeated ? 1 : 0, end.Attempts, string.Concat(digest) };
        }
        catch (PasarelaException end)
        {
            var told = (end + end.Body).Contains(values[3]) ? 1 : 0;
            return new object[] { end.Kind, end.Status, end.Charged, end.Contact, end.Attempts, told };
        }
    }

    static Task<PasarelaResult> CallAsync(PasarelaClient client, string lookup, string who, PasarelaOptions options)
    {
        switch (lookup)
        {
            case "renap": return client.SearchRenapByCuiAsync(who, options);
            case "rtu": return client.SearchRtuByNitsAsync(new[] { who }, options);
            case "cui-nit": return client.LookupCuiNitAsync(PasarelaClient.ByNit(who), options);
            case "rtu-v2": return client.LookupRtuV2Async(PasarelaClient.ByNit(who), options);
            case "omisos": return client.LookupOmisosAsync(PasarelaClient.ByNit(who), options);
            default: throw new ArgumentException("The driver does not know the lookup " + lookup + ".");
        }
    }
}

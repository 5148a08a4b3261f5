import { expect, it } from 'vitest';
import { firstQuestion, LOOKUPS } from './lookups';
import { sampleOf } from './samples';

/** Syntax of PowerShell 7. Windows ships 5.1, which no machine of the tests has. */
const LATER =
  /-SkipHttpErrorCheck|-StatusCodeVariable|-ResponseHeadersVariable|-MaximumRetryCount|-Authentication|-AsHashtable|\?\?|&&|\|\||\?\.|ForEach-Object -Parallel|-Form\b|\s\?\s.*\s:\s/;

it.each(LOOKUPS)('the sample of %s in PowerShell needs nothing newer than 5.1', (lookup) => {
  for (const repeating of [false, true]) {
    const sample = sampleOf('powershell', firstQuestion(lookup), { repeating });
    expect(sample).not.toMatch(LATER);
    // Without them 5.1 asks Internet Explorer, and speaks TLS 1.0 to some servers.
    expect(sample).toContain('UseBasicParsing = $true');
    expect(sample).toContain("SecurityProtocol = 'Tls12'");
    expect(sample).not.toMatch(/[^\x20-\x7e\n]/);
  }
});

it.each(['$x ?? 1', 'a && b', 'Invoke-RestMethod -SkipHttpErrorCheck', '$a ? 1 : 2'])(
  'the rule knows %s as newer',
  (code) => expect(code).toMatch(LATER),
);

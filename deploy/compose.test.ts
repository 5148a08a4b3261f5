import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';

const serviceSchema = z.object({
  env_file: z.string().optional(),
  environment: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  networks: z.array(z.string()),
});
const composeSchema = z.object({
  services: z.record(z.string(), serviceSchema),
  networks: z.record(
    z.string(),
    z.object({ ipam: z.object({ config: z.array(z.object({ subnet: z.string() })) }) }).partial(),
  ),
});

const text = readFileSync('deploy/compose.yaml', 'utf8');
const { services, networks } = composeSchema.parse(parse(text, { merge: true }));
const example = parseEnv(readFileSync('deploy/pasarela.env.example', 'utf8'));

describe('the compose file', () => {
  it("keeps the owner's password from the server", () => {
    const { pasarela, migration } = services;
    // Compose fills `${...}` in from `.env`, which therefore holds the passwords.
    expect(pasarela?.env_file).toBe('pasarela.env');
    expect(Object.keys(example)).not.toContain('OWNER_PASSWORD');
    expect(JSON.stringify(pasarela)).not.toMatch(/owner/i);
    expect(JSON.stringify(migration)).toMatch(/\{OWNER_PASSWORD:/);
  });

  it('has the server trust the network of its proxy, whatever the example of the variables says', () => {
    const { pasarela, caddy } = services;
    const shared = pasarela?.networks.filter((name) => caddy?.networks.includes(name));
    expect(shared).toEqual(['outside']);
    const subnets = networks.outside?.ipam?.config.map(({ subnet }) => subnet);
    expect(subnets).toEqual([pasarela?.environment.TRUSTED_PROXIES]);
  });
});

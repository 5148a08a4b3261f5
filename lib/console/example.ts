import { type Lookup, lookupFacts } from '@/lib/contract/lookups';

/** Identifiers that the bundled simulator knows. */
const NIT = '48217638';
const CUI = '2456712340101';

const bodies: Readonly<Record<Lookup, object>> = {
  renap: { cui: CUI },
  rtu: { nits: [NIT] },
  'cui-nit': { nit: NIT },
  'rtu-v2': { nit: NIT },
  omisos: { nit: NIT, actualizado: true },
};

interface Example {
  readonly origin: string;
  readonly nombre: string;
  readonly token: string;
  readonly lookup: Lookup;
}

/** A line for the terminal that asks one lookup with these credentials. */
export function curlOf({ origin, nombre, token, lookup }: Example): string {
  return [
    `curl -s ${origin}${lookupFacts[lookup].path}`,
    `  -H 'content-type: application/json'`,
    `  -H 'x-integracion-login: ${nombre}'`,
    `  -H 'x-integracion-token: ${token}'`,
    `  -d '${JSON.stringify(bodies[lookup])}'`,
  ].join(' \\\n');
}

import type { Random } from './random';

/** A software vendor as it could be in Guatemala, and whom to call there. */
export interface Vendor {
  readonly nombre: string;
  readonly contactName: string;
  readonly contactEmail: string;
  readonly contactPhone: string;
}

const words = (list: string) => list.split(' ');
const GIVEN_NAMES = words('MARÍA JOSÉ ANA LUIS CLAUDIA CARLOS SANDRA ESTUARDO WENDY BYRON');
const SURNAMES = words('LÓPEZ GARCÍA PÉREZ IXCOY NÚÑEZ CAAL POP MUÑOZ TZOC ORDÓÑEZ');
const ROOTS = words(
  'quetzal ceiba xela atitlan tikal volcan izabal peten antigua jade cafetal marimba chapina kaqchikel motagua polochic ixcan zacapa jutiapa coban tecpan sololá pacifico altos verapaz cuchumatan pinula mixco obsidiana monja-blanca nahual copal tecun utatlan zaculeu iximche quirigua semuc cardamomo amate'
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, ''),
);
const TRADES = words(
  'fel soft erp conta nominas pos factura pagos credito kyc legal aduanas rrhh cobros datos hub lab cloud cambio seguros notaria inventarios planilla tributa',
);

/** `count` vendors whose names nobody in `taken` has. */
export function drawVendors(
  random: Random,
  count: number,
  taken: ReadonlySet<string>,
): readonly Vendor[] {
  const names = new Set(taken);
  return Array.from({ length: count }, () => {
    const nombre = freeName(random, names);
    names.add(nombre);
    const given = random.pick(GIVEN_NAMES);
    const surname = random.pick(SURNAMES);
    return {
      nombre,
      contactName: `${capitalised(given)} ${capitalised(surname)}`,
      contactEmail: `${plain(given)}.${plain(surname)}@${nombre.replace(/[._]/g, '-')}.example`,
      contactPhone: `+502 ${random.int(2200, 5999)}-${String(random.int(0, 9999)).padStart(4, '0')}`,
    };
  });
}

function freeName(random: Random, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const name = `${random.pick(ROOTS)}-${random.pick(TRADES)}`;
    const ending = random.chance(0.15) ? '.gt' : '';
    const unique = number > 20 ? `-${number}` : '';
    if (!taken.has(name + unique + ending)) return name + unique + ending;
  }
}

function capitalised(name: string): string {
  return name.toLowerCase().replace(/(^| )\p{L}/gu, (initial) => initial.toUpperCase());
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^A-Z]/g, '')
    .toLowerCase();
}

import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isJsonObject, type JsonObject, parseJson } from '@/lib/base/values/json';
import { LOOKUPS, type Lookup } from '@/lib/contract/lookups';
import { endingOf } from '@/lib/sources/answer';
import { definitions } from '@/lib/sources/definitions';
import { BEHAVIOURS, type Behaviour } from '@/simulator/behaviours';
import { CONTENTS } from '@/simulator/contents';
import { findByNit } from '@/simulator/people';
import { reserved } from '@/simulator/reserved';
import { startSimulator, variablesAt } from '@/simulator/server';
import { wellKnown } from '@/simulator/well-known';
import { runPasarela } from '@/testing/command';
import { startRawSource } from '@/testing/raw-source';

const simulator = await startSimulator();
const folder = await mkdtemp(join(tmpdir(), 'pasarela-source-'));

type Change = (record: JsonObject) => JsonObject;
const unchanged: Change = (record) => record;
let change = unchanged;

/** The simulator, with a changed record. */
const changing = await startRawSource(async (request, response) => {
  const { authorization = '', 'x-api-key': key = '' } = request.headers;
  const asked = await fetch(simulator.url + request.url, {
    method: 'POST',
    headers: { authorization, 'x-api-key': String(key) },
    body: await text(request),
  });
  const answer = Object(await asked.json());
  const datos = change(answer.datos);
  response.end(JSON.stringify({ ...answer, datos }));
});

beforeEach(() => {
  vi.stubEnv('APP_ENV', 'development');
  setVariables(simulator.variables);
});
afterEach(() => vi.unstubAllEnvs());
afterAll(async () => {
  await simulator.close();
  await rm(folder, { recursive: true });
});

function setVariables(variables: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
}

const { nit, cui } = wellKnown.individual;
const identifier = (lookup: Lookup) => (lookup === 'renap' ? `--cui=${cui}` : `--nit=${nit}`);

async function check(...args: string[]) {
  const { code, out, err } = await runPasarela('source', 'check', ...args, '--yes', '--json');
  const json = parseJson(out);
  return { code, out, err, result: isJsonObject(json) ? json : undefined };
}

/** Every text and number that tells something of a taxpayer. */
function valuesIn(value: unknown): string[] {
  if (typeof value === 'object' && value !== null) return Object.values(value).flatMap(valuesIn);
  return String(value).length > 4 && !/^(?:INDIVIDUAL|JURIDICA|false)$/.test(String(value))
    ? [String(value)]
    : [];
}

function leaked(written: string, { nit }: { nit: string }): string[] {
  const values = valuesIn(findByNit(nit)?.records);
  expect(values.length).toBeGreaterThan(20);
  return [...values, nit].filter((value) => written.includes(value));
}

/** The odd answers that can be of this lookup. */
function oddAnswers(lookup: Lookup): Behaviour[] {
  const sent: readonly Behaviour[] = ['redirect', 'not-json', 'oversized', 'gzip', 'reset'];
  const all = [...(Object.keys(CONTENTS) as Behaviour[]), ...sent];
  return all.filter((behaviour) => BEHAVIOURS[behaviour].lookups.includes(lookup));
}

async function counted(): Promise<number> {
  const calls = await fetch(`${simulator.url}/_control/calls`);
  return Object(await calls.json()).total;
}

describe.each(LOOKUPS)('a check of %s', (lookup) => {
  it('names the fields, and writes no value anywhere', async () => {
    const path = join(folder, `${lookup}.json`);
    const { code, out, err, result } = await check(lookup, identifier(lookup), `--save=${path}`);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(result).toMatchObject({ lookup, adapter: 'pasarela', status: 200, ending: 'found' });
    expect(result?.charged).toBe(lookup !== 'renap' && lookup !== 'rtu');
    expect(result?.fields).toMatchObject({
      read: expect.arrayContaining([lookup === 'renap' ? 'cui' : 'nit']),
      unreadable: [],
      unknown: [],
    });
    expect(leaked(out + (await readFile(path, 'utf8')), { nit })).toEqual([]);
    const people = await runPasarela('source', 'check', lookup, identifier(lookup), '--yes');
    expect(people.out).toContain('ending      found');
    expect(leaked(people.out + people.err, { nit })).toEqual([]);
  });

  it('saves what its adapter reads in the same way', async () => {
    const path = join(folder, `${lookup}-again.json`);
    const { result } = await check(lookup, identifier(lookup), `--save=${path}`);
    const { request, status, body, ending, record } = JSON.parse(await readFile(path, 'utf8'));
    const received = { kind: 'json', status, body, text: JSON.stringify(body) } as const;
    const answer = definitions[lookup].adapters.pasarela?.read(received, request);
    expect(answer && endingOf(answer).word).toBe(ending);
    expect(result?.ending).toBe(ending);
    expect(answer?.kind === 'answered' && JSON.parse(answer.body)).toEqual(record);
  });

  it.each(oddAnswers(lookup))(
    'tells nothing of anybody when the source does %s',
    async (behaviour) => {
      const who = reserved(behaviour);
      const by = lookup === 'renap' ? `--cui=${who.cui}` : `--nit=${who.nit}`;
      const path = join(folder, `${lookup}-${behaviour}.json`);
      const { code, out, err, result } = await check(lookup, by, `--save=${path}`);
      const file = await readFile(path, 'utf8').catch(() => '');
      expect(leaked(out + err + file, who)).toEqual([]);
      // The odd records are made of this one.
      expect(leaked(out + err + file, wellKnown.defaulter)).toEqual([]);
      expect(out + err + file).not.toContain(who.cui);
      const isAnswered = ['found', 'partial', 'empty', 'unreadable'].includes(
        String(result?.ending),
      );
      if (result?.ending !== 'passed_on' && file !== '') expect(code).toBe(isAnswered ? 0 : 1);
      else if (file === '')
        expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('no JSON object') });
    },
  );
});

describe('the names of fields', () => {
  beforeEach(() => {
    change = unchanged;
    setVariables(variablesAt(changing.url));
  });

  it('tell a renamed, a missing, a new and an unreadable one', async () => {
    change = ({ nombre, tipo_persona: _missing, ...record }) => ({
      ...record,
      denominacion: nombre,
      nit: [nombre],
      nuevo: 17,
    });
    const { code, result } = await check('cui-nit', `--nit=${nit}`);
    expect({ code, result }).toMatchObject({ code: 0, result: { ending: 'partial' } });
    expect(result?.fields).toEqual({
      read: ['cui', 'fecha_consulta'],
      unreadable: ['nit'],
      unknown: ['denominacion', 'nuevo'],
      absent: ['nombre', 'tipo_persona'],
    });
  });

  it('tell them inside groups and lists', async () => {
    const { result: before } = await check('rtu-v2', `--nit=${nit}`);
    change = ({ persona, ...record }) => {
      const { dpi, fecha_nacimiento: _missing, ...rest } = Object(persona);
      const actividades = [{ ...rest.actividades_economicas[0], ciiu: { codigo: 1 }, rama: 'X' }];
      return {
        ...record,
        persona: { ...rest, documento: dpi, actividades_economicas: actividades },
      };
    };
    const { result } = await check('rtu-v2', `--nit=${nit}`);
    const fields = Object(result?.fields);
    const usual = Object(before?.fields);
    const lost = ['persona.dpi', 'persona.fecha_nacimiento'];
    const unreadable = ['persona.actividades_economicas.ciiu'];
    expect(fields.unreadable).toEqual(unreadable);
    expect(fields.unknown.sort()).toEqual([
      'persona.actividades_economicas.rama',
      'persona.documento',
    ]);
    expect(fields.absent.sort()).toEqual([...usual.absent, ...lost].sort());
    const gone = [...lost, ...unreadable];
    expect(fields.read.sort()).toEqual(
      usual.read.filter((name: string) => !gone.includes(name)).sort(),
    );
  });

  it('hide an identifier that is one', async () => {
    change = (record) => ({ [nit]: record });
    const { out, result } = await check('cui-nit', `--nit=${nit}`);
    expect(result?.fields).toMatchObject({ unknown: ['other'] });
    expect(out).not.toContain(nit);
  });
});

describe('a query', () => {
  it.each([
    ['without a terminal and --yes', ['cui-nit', `--nit=${nit}`], 'this spends one query'],
    ['by both identifiers', ['cui-nit', `--nit=${nit}`, `--cui=${cui}`, '--yes'], 'either'],
    ['by none', ['cui-nit', '--yes'], 'either'],
    [
      'by one that the lookup lacks',
      ['renap', `--nit=${nit}`, '--yes'],
      'cannot be asked by --nit',
    ],
    ['of no lookup', ['sat', `--nit=${nit}`, '--yes'], 'is not a lookup'],
  ])('%s is not sent', async (_which, args, message) => {
    const before = await counted();
    const { code, out, err } = await runPasarela('source', 'check', ...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(await counted()).toBe(before);
  });

  it('is not sent when its file exists, which stays as it is', async () => {
    const path = join(folder, 'cui-nit.json');
    const content = await readFile(path, 'utf8');
    const before = await counted();
    const { code, err } = await check('cui-nit', `--nit=${nit}`, `--save=${path}`);
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('EEXIST') });
    expect(await counted()).toBe(before);
    expect(await readFile(path, 'utf8')).toBe(content);
  });

  it('that brings nothing to save leaves no file', async () => {
    const files = await readdir(folder);
    const path = join(folder, 'nothing.json');
    const { code } = await check('cui-nit', `--nit=${reserved('reset').nit}`, `--save=${path}`);
    expect(code).toBe(1);
    expect(await readdir(folder)).toEqual(files);
  });

  it('needs a source', async () => {
    vi.stubEnv('RTU_URL', '');
    vi.stubEnv('RTU_TOKEN', '');
    const { code, err } = await check('rtu', `--nit=${nit}`);
    expect(code).toBe(1);
    expect(err).toContain('RTU_URL, RTU_TOKEN');
  });
});

describe('the certifier', () => {
  beforeEach(() => {
    vi.stubEnv('CUI_NIT_SOURCE', 'infile');
    vi.stubEnv('RENAP_SOURCE', 'infile');
  });

  it('is asked as the environment chose', async () => {
    const { code, out, result } = await check('cui-nit', `--nit=${nit}`);
    expect({ code, result }).toMatchObject({ code: 0, result: { adapter: 'infile', status: 200 } });
    expect(result?.fields).toMatchObject({ read: ['nit', 'nombre'], absent: ['mensaje'] });
    expect(leaked(out, { nit })).toEqual([]);
    const person = await check('renap', `--cui=${cui}`);
    expect(person.result).toMatchObject({ adapter: 'infile', ending: 'found' });
    const byCui = await check('cui-nit', `--cui=${cui}`);
    expect(byCui).toMatchObject({ code: 2, err: expect.stringContaining('infile of cui-nit') });
  });

  it('says which words have to be put back into what was saved', async () => {
    const path = join(folder, 'rejected.json');
    vi.stubEnv('INFILE_NIT_KEY', 'wrong');
    const { code, err, result } = await check('cui-nit', `--nit=${nit}`, `--save=${path}`);
    expect({ code, result }).toMatchObject({
      code: 1,
      result: { ending: 'source_rejected_credentials', charged: false },
    });
    expect(err).toContain('ends as source_not_found, not source_rejected_credentials');
    expect(JSON.parse(await readFile(path, 'utf8')).ending).toBe('source_not_found');
  });
});

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Behaviour } from './behaviours';
import type { CallLog } from './calls';
import { isContent, later, play, sendAnswer } from './effects';
import type { FaultBook } from './faults';
import type { Gate } from './gate';
import { findByCui, findByNit } from './people';
import { reservedBehaviour } from './reserved';
import { type Answer, isObject, type Json, parseJson } from './wire';

/** Where the certifier INFILE is simulated, and the account that it accepts. */
export const INFILE_PATH = '/infile';
export const INFILE_ACCOUNT = { code: 'SIMULADOR', key: 'simulator-infile' };

const EXTERNAL = `${INFILE_PATH}/api/v2/servicios/externos`;
const LOGINS_PER_DAY = 50;

/** Texts by which the certifier reports, with status 200, what other sources report by status. */
const WORDS: Partial<Record<Behaviour, string>> = {
  'status-401': 'Credenciales inválidas.',
  'status-404': 'No se encontró información.',
  'status-429': 'Ha excedido el límite diario de consultas.',
  'not-successful': 'No se encontró información.',
};

interface Parts {
  readonly calls: CallLog;
  readonly faults: FaultBook;
  readonly gate: Gate;
}

/** A question, with the lookup under which its calls and faults are counted and its two answers. */
interface Question {
  readonly lookup: 'cui-nit' | 'renap';
  readonly nit?: string;
  readonly cui?: string;
  readonly ordinary: () => Answer;
  readonly refusal: (words: string) => Answer;
}

const ok = (body: Json): Answer => ({ status: 200, body: JSON.stringify(body) });
const NOT_FOUND: Answer = { status: 404, body: '{"mensaje":"Ruta desconocida."}' };

/** Speaks the certifier's wire format. NITs count as calls of `cui-nit`, CUIs and logins of `renap`. */
export class Infile {
  #logins = 0;
  #token: string | undefined;

  answer(
    request: IncomingMessage,
    response: ServerResponse,
    text: string,
    { calls, faults, gate }: Parts,
  ): void {
    const question = this.#questionIn(request, text);
    if (question === undefined) {
      sendAnswer(response, NOT_FOUND);
      return;
    }
    const { lookup, nit, cui, ordinary, refusal } = question;
    const call = calls.begin(lookup, request, text, response);
    const asked = { nit, cui, nits: [], fresh: false, dateOfBirth: undefined };
    const fault = request.url?.endsWith('/login') ? undefined : faults.next(lookup);
    const goOn = () => behave(reservedBehaviour(lookup, asked));
    const behave = (behaviour: Behaviour | undefined) => {
      const words = behaviour && WORDS[behaviour];
      if (behaviour === 'status-401' && lookup === 'renap') this.#token = undefined;
      if (words !== undefined) sendAnswer(response, refusal(words));
      else if (behaviour === undefined || isContent(behaviour)) sendAnswer(response, ordinary());
      else play(behaviour, { lookup, request: asked, response, call, ordinary });
    };
    const fail = () => {
      if (fault === undefined || fault.behaviour === 'delay') goOn();
      else if (fault.behaviour === 'gate') gate.hold(response, goOn);
      else behave(fault.behaviour);
    };
    if (fault !== undefined && fault.delayMs > 0) later(response, fault.delayMs, fail);
    else fail();
  }

  #questionIn({ url, headers }: IncomingMessage, text: string): Question | undefined {
    const form = new URLSearchParams(text);
    if (url === `${INFILE_PATH}/rest/action`) return nitQuestion(parseJson(text));
    if (url === `${EXTERNAL}/login`) return this.#login(form);
    if (url !== `${EXTERNAL}/cui`) return undefined;
    const cui = form.get('cui') ?? '';
    const isKnown = this.#token !== undefined && headers.authorization === `Bearer ${this.#token}`;
    const ordinary = () => (isKnown ? personAnswer(cui) : unsuccessful('Token vencido.'));
    return { lookup: 'renap', cui, ordinary, refusal: unsuccessful };
  }

  #login(form: URLSearchParams): Question {
    const ordinary = () => {
      const { code, key } = INFILE_ACCOUNT;
      if (form.get('prefijo') !== code || form.get('llave') !== key) {
        return unsuccessful('Credenciales inválidas.');
      }
      this.#logins += 1;
      if (this.#logins > LOGINS_PER_DAY) return unsuccessful('Ha excedido el límite de sesiones.');
      this.#token = `token-${this.#logins}`;
      return external({
        descripcion: 'Sesión iniciada.',
        token: this.#token,
        fecha_de_vencimiento: new Date(Date.now() + 7_200_000).toISOString(),
      });
    };
    return { lookup: 'renap', ordinary, refusal: unsuccessful };
  }
}

function nitQuestion(body: unknown): Question {
  const { emisor_codigo, emisor_clave, nit_consulta } = isObject(body) ? body : {};
  const nit = String(nit_consulta);
  const refusal = (mensaje: string) => ok({ nit, nombre: '', mensaje });
  const { code, key } = INFILE_ACCOUNT;
  const isKnown = emisor_codigo === code && emisor_clave === key;
  const person = nit.includes('-') ? undefined : findByNit(nit);
  const nombre = person?.records['cui-nit'].nombre ?? '';
  const ordinary = () => {
    if (!isKnown) return refusal('Credenciales inválidas.');
    return person === undefined ? refusal('NIT no encontrado.') : ok({ nit, nombre, mensaje: '' });
  };
  return { lookup: 'cui-nit', nit, ordinary, refusal };
}

function external(rest: { [key: string]: Json }): Answer {
  return ok({ fecha: new Date().toISOString(), resultado: true, ...rest });
}

function unsuccessful(descripcion: string): Answer {
  return external({ resultado: false, descripcion });
}

function personAnswer(cui: string): Answer {
  const person = findByCui(cui);
  if (person === undefined) return unsuccessful('No se encontró información.');
  const { 'cui-nit': known, renap } = person.records;
  const fallecido = (renap.fecha_defuncion ?? null) === null ? 'NO' : 'SI';
  const found = { cui: person.cui ?? null, nombre: known.nombre ?? null, fallecido };
  return external({ descripcion: 'Consulta exitosa.', cui: found });
}

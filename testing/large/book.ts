import type { LEDGER_KINDS } from '@/db/schema/index';
import type { Customer } from './customers';
import type { LargeOptions } from './options';
import { type Query, tariffAt } from './queries';
import { Random } from './random';
import { DAY_MS } from './rhythm';

const SECOND_US = 1_000_000;
const MINUTE_US = 60 * SECOND_US;
const QUETZAL = 10_000;

/** One change of a balance. Instants in microseconds, amounts in 1/10000 quetzal. */
export interface Entry {
  readonly customer: Customer;
  readonly seq: number;
  readonly kind: (typeof LEDGER_KINDS)[number];
  readonly amount: number;
  readonly balanceAfter: number;
  readonly atUs: number;
  /** The query that was charged, or whose charge was given back. */
  readonly query: ChargedQuery | null;
  readonly nota: string | null;
  readonly referencia: string | null;
  readonly actor: string;
}

export interface ChargedQuery {
  readonly atUs: number;
  readonly bits: readonly [number, number, number];
}

interface Refund {
  readonly dueUs: number;
  readonly amount: number;
  readonly query: ChargedQuery;
}

interface Account {
  saldo: number;
  seq: number;
  lastUs: number;
  refund: Refund | undefined;
}

type Change = Pick<Entry, 'kind' | 'amount'> & Partial<Entry>;

const CASHIERS = ['finanzas@pasarela.example', 'cobros@pasarela.example'];
const REFUND_SHARE = 1 / 4_000;
const ADJUSTMENT_SHARE = 1 / 15_000;
const OLDER_SPAN_MS = 540 * DAY_MS;

/**
 * The accounts: every charge leaves an entry, and before a balance runs out a top-up comes. Numbers
 * have no gaps and each balance continues the one before, as the gateway would have left them.
 */
export class Book {
  readonly #random: Random;
  readonly #accounts: readonly Account[];
  #entries = 0;

  constructor(
    options: LargeOptions,
    private readonly customers: readonly Customer[],
    private readonly write: (entry: Entry) => void,
  ) {
    this.#random = new Random(options.seed, 'book');
    this.#accounts = customers.map(({ createdMs }) => ({
      saldo: 0,
      seq: 0,
      lastUs: Math.round(createdMs * 1_000),
      refund: undefined,
    }));
  }

  get entries(): number {
    return this.#entries;
  }

  /** Balance and number of the newest entry. */
  of(customer: Customer): Readonly<Pick<Account, 'saldo' | 'seq'>> {
    return this.#account(customer);
  }

  charge(query: Query): void {
    const { customer, charged, settledUs } = query;
    const random = this.#random;
    const account = this.#account(customer);
    this.#giveBack(customer, account, settledUs);
    this.#topUpBefore(customer, account, charged, settledUs);
    const [a = 0, b = 0, c = 0] = query.bits;
    const charge: ChargedQuery = { atUs: query.atUs, bits: [a, b, c] };
    this.#post(customer, { kind: 'cobro', amount: -charged, query: charge }, settledUs);
    if (charged > 0 && account.refund === undefined && random.chance(REFUND_SHARE)) {
      const dueUs = settledUs + random.int(20, 2_000) * MINUTE_US;
      account.refund = { dueUs, amount: charged, query: charge };
    }
    if (random.chance(ADJUSTMENT_SHARE)) this.#adjust(customer, account, settledUs);
  }

  /** Charges of records that retention has dropped, and their top-ups: `count` entries in all. */
  older(count: number, beforeMs: number): void {
    const billed = this.customers.filter(
      ({ flags, createdMs }) => flags.is_cui_nit_enabled && createdMs < beforeMs - DAY_MS,
    );
    const total = billed.reduce((sum, { weight }) => sum + weight, 0);
    let weightSoFar = 0;
    let written = 0;
    for (const customer of billed) {
      weightSoFar += customer.weight;
      const until = Math.round((count * weightSoFar) / total);
      this.#olderOf(customer, until - written, beforeMs);
      written = until;
    }
  }

  /** What ends the period: balances that ran out, and small top-ups until `entries` are reached. */
  finish(atUs: number, entries: number): void {
    for (const customer of this.customers) {
      const account = this.#account(customer);
      const left = account.saldo - Math.floor(tariffAt(customer, atUs / 1_000) / 2);
      if (!customer.exhausted || left <= 0) continue;
      const nota = 'Transferencia revertida por el banco';
      this.#post(customer, { kind: 'ajuste', amount: -left, nota, actor: CASHIERS[0] ?? '' }, atUs);
    }
    const others = this.customers.filter(({ exhausted }) => !exhausted);
    while (this.#entries < entries && others.length > 0) {
      this.#topUp(this.#random.pick(others), this.#random.int(1, 20) * 5 * QUETZAL, atUs);
    }
  }

  #olderOf(customer: Customer, count: number, beforeMs: number): void {
    const account = this.#account(customer);
    const fromMs = Math.max(customer.createdMs, beforeMs - OLDER_SPAN_MS);
    const stepUs = ((beforeMs - fromMs - 1_000) * 1_000) / Math.max(1, count);
    const tarifa = customer.tariffs[0]?.tarifa ?? 0;
    for (let number = 0; number < count; number += 1) {
      const atUs = Math.floor(fromMs * 1_000 + stepUs * (number + 0.9 * this.#random.share()));
      if (account.saldo - tarifa < customer.reserve) {
        this.#topUp(customer, customer.topUp, atUs);
        continue;
      }
      const words = () => this.#random.word();
      const query: ChargedQuery = { atUs, bits: [words(), words(), words()] };
      this.#post(customer, { kind: 'cobro', amount: -tarifa, query }, atUs);
    }
  }

  #topUpBefore(customer: Customer, account: Account, charged: number, atUs: number): void {
    if (account.saldo - charged >= customer.reserve) return;
    const amount = Math.max(customer.topUp, charged) * this.#random.pick([1, 1, 1, 2]);
    const soonerUs = this.#random.int(1, 900) * SECOND_US;
    this.#topUp(customer, amount, atUs - soonerUs);
  }

  #topUp(customer: Customer, amount: number, atUs: number): void {
    const deposit = String(this.#random.int(1_000_000, 99_999_999));
    const referencia = this.#random.chance(0.8) ? `DEP-${deposit}` : null;
    const nota = this.#random.chance(0.3) ? 'Depósito confirmado en el estado de cuenta' : null;
    const actor = this.#random.pick(CASHIERS);
    this.#post(customer, { kind: 'recarga', amount, referencia, nota, actor }, atUs);
  }

  #adjust(customer: Customer, account: Account, atUs: number): void {
    const up = this.#random.chance(0.6);
    const amount = this.#random.int(1, 40) * QUETZAL;
    if (!up && account.saldo < amount) return;
    const nota = up ? 'Cortesía por interrupción del servicio' : 'Corrección de una recarga';
    const actor = this.#random.pick(CASHIERS);
    this.#post(customer, { kind: 'ajuste', amount: up ? amount : -amount, nota, actor }, atUs);
  }

  #giveBack(customer: Customer, account: Account, nowUs: number): void {
    const { refund } = account;
    if (refund === undefined || refund.dueUs > nowUs) return;
    account.refund = undefined;
    const { amount, query, dueUs } = refund;
    const nota = 'La fuente entregó datos de otro contribuyente';
    const actor = this.#random.pick(CASHIERS);
    this.#post(customer, { kind: 'devolucion', amount, query, nota, actor }, dueUs);
  }

  #post(customer: Customer, change: Change, atUs: number): void {
    const account = this.#account(customer);
    account.saldo += change.amount;
    account.seq += 1;
    // Entries are numbered in the order in which they were made.
    account.lastUs = Math.max(account.lastUs + 1, atUs);
    this.#entries += 1;
    this.write({
      customer,
      seq: account.seq,
      balanceAfter: account.saldo,
      atUs: account.lastUs,
      query: null,
      nota: null,
      referencia: null,
      actor: 'consulta',
      ...change,
    });
  }

  #account({ place }: Customer): Account {
    const account = this.#accounts[place];
    if (account === undefined) throw new RangeError('An integration without an account.');
    return account;
  }
}

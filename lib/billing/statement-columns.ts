import { localSecond } from '@/lib/base/time/guatemala';
import type { CsvValue } from '@/lib/base/values/csv';
import type { Language } from '@/lib/base/values/language';
import { formatQuetzales } from '@/lib/base/values/money';
import { serviceTexts } from '@/texts/service';
import { tariffOf } from './charges';
import type { LedgerKind, StatementEntry } from './statement';

/** Words of an exported statement, which depend on its language and its reader. */
interface StatementWords {
  readonly language: Language;
  readonly kindOf: (kind: LedgerKind) => string;
  readonly noteOf: (entry: StatementEntry) => string | null;
  readonly actorOf: (actor: string) => string;
  readonly endingOf: (ending: string) => string;
}

interface StatementColumn {
  readonly title: string;
  readonly cell: (entry: StatementEntry) => CsvValue;
}

/** Returns the columns of an exported statement. */
export function statementColumns(words: StatementWords): readonly StatementColumn[] {
  const titles = serviceTexts[words.language].exports.statement;
  return [
    { title: titles.number, cell: ({ seq }) => seq },
    { title: titles.date_guatemala, cell: (entry) => localSecond(entry.createdAt) },
    { title: titles.kind, cell: ({ kind }) => words.kindOf(kind) },
    { title: titles.amount, cell: ({ amount }) => formatQuetzales(amount) },
    { title: titles.balance, cell: ({ balanceAfter }) => formatQuetzales(balanceAfter) },
    { title: titles.lookup, cell: ({ lookup }) => lookup },
    { title: titles.tariff, cell: (entry) => tariffText(entry) },
    { title: titles.note, cell: (entry) => words.noteOf(entry) },
    { title: titles.reference, cell: ({ referencia }) => referencia },
    { title: titles.origin, cell: ({ actor }) => words.actorOf(actor) },
    { title: titles.query_id, cell: ({ queryId }) => queryId },
    { title: titles.outcome, cell: ({ ending }) => ending && words.endingOf(ending) },
  ];
}

function tariffText(entry: StatementEntry): CsvValue {
  const tariff = tariffOf(entry);
  return tariff === null ? null : formatQuetzales(tariff);
}

import { localSecond } from '@/lib/base/time/guatemala';
import type { CsvValue } from '@/lib/base/values/csv';
import type { Localized } from '@/lib/base/values/language';
import { formatQuetzales } from '@/lib/base/values/money';
import { tariffOf } from './charges';
import type { LedgerKind, StatementEntry } from './statement';

/** Words of an exported statement, which depend on its language and its reader. */
interface StatementWords {
  readonly kindOf: (kind: LedgerKind) => string;
  readonly noteOf: (entry: StatementEntry) => string | null;
  readonly actorOf: (actor: string) => string;
  readonly endingOf: (ending: string) => string;
}

interface StatementColumn extends Localized {
  readonly cell: (entry: StatementEntry) => CsvValue;
}

/** Returns the columns of an exported statement, with their headings in both languages. */
export function statementColumns(words: StatementWords): readonly StatementColumn[] {
  return [
    { es: 'numero', en: 'number', cell: ({ seq }) => seq },
    { es: 'fecha_guatemala', en: 'date_guatemala', cell: (entry) => localSecond(entry.createdAt) },
    { es: 'tipo', en: 'kind', cell: ({ kind }) => words.kindOf(kind) },
    { es: 'monto', en: 'amount', cell: ({ amount }) => formatQuetzales(amount) },
    { es: 'saldo', en: 'balance', cell: ({ balanceAfter }) => formatQuetzales(balanceAfter) },
    { es: 'consulta', en: 'lookup', cell: ({ lookup }) => lookup },
    { es: 'tarifa', en: 'tariff', cell: (entry) => tariffText(entry) },
    { es: 'nota', en: 'note', cell: (entry) => words.noteOf(entry) },
    { es: 'referencia', en: 'reference', cell: ({ referencia }) => referencia },
    { es: 'origen', en: 'origin', cell: ({ actor }) => words.actorOf(actor) },
    { es: 'id_consulta', en: 'query_id', cell: ({ queryId }) => queryId },
    { es: 'resultado', en: 'outcome', cell: ({ ending }) => ending && words.endingOf(ending) },
  ];
}

function tariffText(entry: StatementEntry): CsvValue {
  const tariff = tariffOf(entry);
  return tariff === null ? null : formatQuetzales(tariff);
}

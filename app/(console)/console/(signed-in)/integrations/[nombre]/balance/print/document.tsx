import { getFormatter, getTranslations } from 'next-intl/server';
import { Instant, PeriodText } from '@/app/(console)/format/time';
import { noteOf } from '@/app/(console)/table/note';
import { type ChargesLine, type CondensedLine, isEntry } from '@/lib/billing/condensed-statement';
import type { StatementEntry, StatementTotals } from '@/lib/billing/statement';
import type { PrintableStatement } from '@/lib/console/printable-statement';
import type { StatementView } from '@/lib/console/statement-view';
import { startOfDay } from '@/lib/guatemala';
import { displayChange, displayQuetzales } from '@/lib/money';

interface DocumentProps {
  readonly nombre: string;
  readonly view: StatementView;
  readonly totals: StatementTotals;
  readonly lines: PrintableStatement;
  readonly madeAt: Date;
}

/** The statement as a document for A4 paper. */
export async function Document({ nombre, view, totals, lines: printable, madeAt }: DocumentProps) {
  const t = await getTranslations('statement');
  const { lines, condensed, leftOut } = printable;
  return (
    <article className="paper">
      <header>
        <h2>{t('document')}</h2>
        <p className="paper-name">{nombre}</p>
        <p>
          <PeriodText {...view} />
          {view.kinds.length > 0 && ` · ${view.kinds.map((kind) => t(`kinds.${kind}`)).join(', ')}`}
        </p>
        <p className="paper-quiet">
          Pasarela · {t('made')} <Instant at={madeAt} />
        </p>
      </header>
      <Summary totals={totals} />
      {condensed && <p className="paper-quiet">{t('condensed')}</p>}
      <Lines lines={lines} />
      {lines.length === 0 && <p>{t('empty')}</p>}
      {leftOut > 0 && <p>{t('leftOut', { count: leftOut })}</p>}
    </article>
  );
}

const IN_BETWEEN = ['recarga', 'cobro', 'ajuste', 'devolucion'] as const;

async function Summary({ totals }: { readonly totals: StatementTotals }) {
  const t = await getTranslations('statement');
  const { opening, closing, byKind } = totals;
  return (
    <table className="paper-summary">
      <tbody>
        <tr>
          <th scope="row">{t('opening')}</th>
          <td />
          <td>{displayQuetzales(opening)}</td>
        </tr>
        {IN_BETWEEN.map((kind) => (
          <tr key={kind}>
            <th scope="row">{t(`totals.${kind}`)}</th>
            <td>{t('count', { count: byKind[kind].count })}</td>
            <td>{displayChange(byKind[kind].amount)}</td>
          </tr>
        ))}
        <tr className="paper-closing">
          <th scope="row">{t('closing')}</th>
          <td />
          <td>{displayQuetzales(closing)}</td>
        </tr>
      </tbody>
    </table>
  );
}

async function Lines({ lines }: Pick<PrintableStatement, 'lines'>) {
  const t = await getTranslations('statement');
  const titles = ['when', 'kind', 'origin', 'amount', 'balance'] as const;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <section className="scroll" tabIndex={0} aria-label={t('title')}>
      <table>
        <thead>
          <tr>
            {titles.map((title) => (
              <th key={title} scope="col">
                {t(title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <Line key={String(line.seq)} line={line} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Line({ line }: { readonly line: CondensedLine }) {
  return (
    <tr>
      {isEntry(line) ? <EntryCells entry={line} /> : <ChargesCells charges={line} />}
      <td>{displayChange(line.amount)}</td>
      <td>{displayQuetzales(line.balanceAfter)}</td>
    </tr>
  );
}

async function EntryCells({ entry }: { readonly entry: StatementEntry }) {
  const t = await getTranslations('statement');
  const { referencia, queryId, outcome } = entry;
  const told = [
    await noteOf(entry),
    referencia === null ? null : t('referenceIs', { referencia }),
    queryId === null ? null : t('query', { id: queryId.slice(-8) }),
    outcome === 'found_empty' ? t('emptyAnswer') : null,
  ].filter((text) => text !== null);
  return (
    <>
      <td>
        <Instant at={entry.createdAt} />
      </td>
      <td>{t(`kinds.${entry.kind}`)}</td>
      <td>{told.join(' · ')}</td>
    </>
  );
}

async function ChargesCells({ charges }: { readonly charges: ChargesLine }) {
  const t = await getTranslations('statement');
  const format = await getFormatter();
  return (
    <>
      <td>{format.dateTime(startOfDay(charges.day), { dateStyle: 'medium' })}</td>
      <td>{t('kinds.cobro')}</td>
      <td>{t('charges', { count: charges.count })}</td>
    </>
  );
}

import { type DocsTexts, docsMessages, type GuideProps } from '@/app/(docs)/texts';
import type { Language } from '@/lib/base/values/language';
import { LOOKUPS, type Lookup, lookupFacts } from '@/lib/contract/lookups';
import { type SandboxRow, sandboxRows } from '@/lib/contract/sandbox';
import { Inline, Paragraph, Status } from './basics';

export function Sandbox({ t, language }: GuideProps) {
  const kinds = { people: 'taxpayer', reserved: 'reserved', ownRows: 'own' } as const;
  return (
    <>
      <p>{t('sandbox.intro')}</p>
      <Paragraph>{t('sandbox.own')}</Paragraph>
      {(['people', 'reserved', 'ownRows'] as const).map((group) => (
        <div key={group}>
          <h3>{t(`sandbox.${group}`)}</h3>
          {group !== 'people' && <p>{t(`sandbox.${group}Intro`)}</p>}
          <Grid
            t={t}
            language={language}
            label={t(`sandbox.${group}`)}
            rows={sandboxRows.filter(({ kind }) => kind === kinds[group])}
          />
        </div>
      ))}
    </>
  );
}

interface GridProps extends Pick<GuideProps, 't' | 'language'> {
  readonly label: string;
  readonly rows: readonly SandboxRow[];
}

function Grid({ t, language, label, rows }: GridProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="scroll" aria-label={label} tabIndex={0}>
      <table className="grid">
        <thead>
          <tr>
            <th scope="col">{t('sandbox.what')}</th>
            <th scope="col">NIT · CUI</th>
            {LOOKUPS.map((lookup) => (
              <th key={lookup} scope="col">
                <code>{lookupFacts[lookup].path}</code>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <th scope="row">
                <Inline text={described(row.id, language)} />{' '}
                {row.dateOfBirth !== undefined && (
                  <small>
                    <Inline text={t('sandbox.birthDate', { date: row.dateOfBirth })} />
                  </small>
                )}
              </th>
              <td>
                <code>{row.nit}</code> {row.cui !== null && <code>{row.cui}</code>}
              </td>
              {LOOKUPS.map((lookup) => (
                <td key={lookup}>
                  <Outcome t={t} row={row} lookup={lookup} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function described(id: string, language: Language): string {
  const rows: Readonly<Record<string, string>> = docsMessages[language].sandbox.rows;
  return rows[id] ?? id;
}

interface OutcomeProps {
  readonly t: DocsTexts;
  readonly row: SandboxRow;
  readonly lookup: Lookup;
}

function Outcome({ t, row, lookup }: OutcomeProps) {
  const outcome = row.outcomes[lookup];
  if (outcome === undefined) return <small>{t('sandbox.notAskable')}</small>;
  return (
    <>
      <Status code={outcome.status} />{' '}
      {outcome.outcome === 'registry' && <small>{t('sandbox.asGiven')}</small>}
    </>
  );
}

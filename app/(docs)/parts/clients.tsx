import { clientSource } from '@/app/(docs)/client-source';
import { copyTexts, docsMessages, type GuideProps, keysOf } from '@/app/(docs)/texts';
import { clientExample } from '@/lib/contract/client-example';
import { CLIENT_LANGUAGES, type ClientLanguage, clientPath } from '@/lib/contract/client-files';
import { firstQuestion } from '@/lib/contract/lookups';
import { REVISION } from '@/lib/contract/revision';
import { Paragraph, Rows } from './basics';
import { Code, type CodeProps } from './code';

/** Lists the clients that can be saved from here, and what they do. */
export async function Clients({ t, origin }: GuideProps & { readonly origin: string }) {
  const rows = CLIENT_LANGUAGES.map(async (language) => {
    const { digest } = await clientSource(language);
    return [<File key={language} language={language} />, REVISION, `\`${digest}\``];
  });
  const columns = [t('clients.file'), t('clients.version'), 'SHA-256'];
  const copy: Omit<CodeProps, 'code'> = { label: 'PHP', ...copyTexts(t) };
  return (
    <>
      <Paragraph>{t('clients.intro')}</Paragraph>
      <Rows label={t('sections.clientes')} columns={columns} rows={await Promise.all(rows)} />
      <Code code={clientExample(origin, firstQuestion('cui-nit'))} {...copy} />
      {keysOf(docsMessages.es.clients.about).map((text) => (
        <Paragraph key={text}>{t(`clients.about.${text}`)}</Paragraph>
      ))}
    </>
  );
}

function File({ language }: { readonly language: ClientLanguage }) {
  return (
    <a href={clientPath(language)} download>
      {language}
    </a>
  );
}

/** What a wrong identifier looks like, and what the clients say about it. */
export function Identifiers({ t }: GuideProps) {
  const columns = [t('identifiers.written'), t('identifiers.sent'), t('identifiers.meaning')];
  const rows = keysOf(docsMessages.es.identifiers.rows).map((row) => {
    const { written, sent } = IDENTIFIERS[row];
    return [`\`${written}\``, sent && `\`${sent}\``, t(`identifiers.rows.${row}`)];
  });
  return (
    <>
      <Paragraph>{t('identifiers.intro')}</Paragraph>
      <Rows label={t('identifiers.title')} columns={columns} rows={rows} />
      <Paragraph>{t('identifiers.helper')}</Paragraph>
    </>
  );
}

const IDENTIFIERS: Readonly<
  Record<keyof typeof docsMessages.es.identifiers.rows, { written: string; sent: string }>
> = {
  hyphen: { written: '4821763-8', sent: '48217638' },
  letter: { written: '3159204-k', sent: '3159204K' },
  check_digit: { written: '48217639', sent: '48217639' },
  final_consumer: { written: 'C/F', sent: '' },
  lost_zeros: { written: '100000030101', sent: '0100000030101' },
  exponent: { written: '2.45671E+12', sent: '' },
};

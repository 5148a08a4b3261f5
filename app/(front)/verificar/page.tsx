import './verificar.css';
import { docsTexts, pageLanguage, type Search } from '@/app/(docs)/texts';
import { LOOKUPS, titleAndPath } from '@/lib/contract/lookups';
import { CONTENTS } from '@/lib/keys/proof';
import { VerifyForm } from './verify-form';

export const dynamic = 'force-dynamic';
export const metadata = { title: 'Verificar una constancia · Verify a proof' };

const RESULTS = ['holds', 'malformed', 'unknown_key', 'wrong_signature', 'other_issuer'] as const;
const REST = [
  ...(['compromised', 'same', 'other', 'not_given', 'known', 'unknown', 'failed'] as const),
  ...(['otherAnswer', 'idsOther', 'ids_same', 'ids_other', 'ids_unknown'] as const),
  ...(['identifiers', 'sheet', 'answer', 'qr', 'qrWhat', 'print', 'iss'] as const),
] as const;
const FIELDS = [
  'proof',
  'file',
  'sha256',
  'check',
  'checking',
  'con',
  'int',
  'jti',
  'iat',
  'cnt',
] as const;

/** Anybody checks a proof here. The file of the answer never leaves the browser. */
export default async function VerifyPage({ searchParams }: { readonly searchParams: Search }) {
  const language = await pageLanguage(searchParams);
  const t = docsTexts(language);
  const names = [...RESULTS, ...REST, ...FIELDS, ...CONTENTS];
  const texts = Object.fromEntries([
    ...names.map((name) => [name, t(`verify.${name}`)]),
    ...LOOKUPS.map((one) => [`lookup_${one}`, `${titleAndPath(one, language)} · ${one}`]),
  ]);
  return (
    <main>
      <h1>{t('verify.title')}</h1>
      <p className="lead">{t('verify.what')}</p>
      <VerifyForm texts={texts} language={language} />
      <section className="elsewhere">
        <h2>{t('verify.withoutUs')}</h2>
        <p>
          {t('verify.withoutUsWhat')} <a href={`/docs?lang=${language}#cobro`}>{t('title')}</a> ·{' '}
          <a href="/.well-known/jwks.json">/.well-known/jwks.json</a>
        </p>
      </section>
      <p>{t('verify.limits')}</p>
    </main>
  );
}

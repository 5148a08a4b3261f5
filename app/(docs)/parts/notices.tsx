import { copyTexts, type GuideProps } from '@/app/(docs)/texts';
import { WEBHOOK_TOLERANCE_S } from '@/lib/contract/check-samples';
import { kindOf, NOTICE_TYPES } from '@/lib/notices/kinds';
import { subjectOf } from '@/lib/notices/texts';
import { Paragraph, Rows } from './basics';
import { Code } from './code';
import { CheckSamples } from './samples';

const BODY_SAMPLE = `{
  "type": "balance.low",
  "timestamp": "2026-11-23T14:05:00.000Z",
  "data": { "integration": "mi-empresa", "available": "12.50", "threshold": "50.00", "days_left": 2 }
}`;

/** Notices, and how to verify a webhook. */
export function Notices({ t, language }: Pick<GuideProps, 't' | 'language'>) {
  const types = NOTICE_TYPES.filter((type) => kindOf(type).to !== 'staff');
  const rows = types.map((type) => [
    `\`${type}\``,
    subjectOf(type, language),
    Object.keys(kindOf(type).data.shape)
      .map((field) => `\`${field}\``)
      .join(', '),
  ]);
  const columns = [t('notices.type'), t('notices.meaning'), t('notices.fields')];
  return (
    <>
      <Paragraph>{t('notices.intro')}</Paragraph>
      <Paragraph>{t('notices.mail')}</Paragraph>
      <h3>{t('notices.webhooks')}</h3>
      <Paragraph>{t('notices.request')}</Paragraph>
      <Code code={BODY_SAMPLE} label={t('notices.body')} {...copyTexts(t)} />
      <Paragraph>{t('notices.verify')}</Paragraph>
      <Paragraph>{t('notices.programs', { minutes: WEBHOOK_TOLERANCE_S / 60 })}</Paragraph>
      <CheckSamples of="webhook" label={t('notices.sample')} {...copyTexts(t)} />
      <Paragraph>{t('notices.answer')}</Paragraph>
      <h3>{t('notices.types')}</h3>
      <Rows kind="fields" label={t('notices.types')} columns={columns} rows={rows} />
    </>
  );
}

import { Text } from '@mantine/core';
import { getFormatter, getTranslations } from 'next-intl/server';
import { displayQuetzales } from '@/lib/base/values/money';
import type { QueryStory } from '@/lib/console/views/query-story';
import { viewer } from '@/lib/console/views/viewer';
import { type EndingWord, isAnswer } from '@/lib/contract/ending';
import { failureAnswers } from '@/lib/contract/failures';
import { keyFacts } from '@/lib/contract/idempotency-key';
import { lookupFacts } from '@/lib/contract/lookups';
import type { MaskedIdentifiers } from '@/lib/recording/mask';
import { CopyText } from '@/ui/form/copyable';
import { GuideLink } from '@/ui/parts/guide-link';
import { Note } from '@/ui/parts/note';
import { Section } from '@/ui/parts/section';
import { TextLink } from '@/ui/parts/text-link';
import { noteOf } from '@/ui/table/note';

/** Explains a query in one paragraph that can be sent to the integrator. */
export async function ExplanationSection({ story }: { readonly story: QueryStory }) {
  const t = await getTranslations('query');
  const text = await explanationText(story);
  const answered = isAnswer(story.ending);
  const { isStaff } = await viewer();
  const reader = isStaff ? 'staff' : 'place';
  return (
    <Section title={t('explanation')}>
      <Text data-testid="explanation">{text}</Text>
      <CopyText value={text} />
      <Note>
        {answered &&
          t.rich(`notKept.${story.record.proofsEnabled ? reader : 'unsigned'}`, {
            verify: (words) => <TextLink href="/verificar">{words}</TextLink>,
          })}{' '}
        <GuideLink section={answered ? 'cobro' : 'errores'} />{' '}
        {story.explanation.advice === 'wait_for_us' && (
          <TextLink href="/estado">{t('seeStatus')}</TextLink>
        )}
      </Note>
    </Section>
  );
}

async function explanationText({
  record,
  ending,
  explanation,
  stopped,
  refund,
}: QueryStory): Promise<string> {
  const t = await getTranslations('explain');
  const format = await getFormatter();
  const { happened, cause, charge, responsible, advice, slow } = explanation;
  const { number = 0, fields = [] } = cause ?? {};
  const { isStaff } = await viewer();
  const nota = refund === undefined ? null : await noteOf(refund);
  const sentences = [
    await introduction(record),
    t(`happened.${happened}`, { responsible, status: String(record.status) }),
    cause === undefined || !(isStaff || cause.kind === 'fields')
      ? ''
      : t(`cause.${cause.kind}`, { number, fields: fields.join(', '), named: fields.length }),
    ...stopped.map(({ field, since }) =>
      t('stopped', { field, since: format.dateTime(since, 'longSecond') }),
    ),
    await gotSentence(record, ending),
    t(`charge.${charge}`, {
      told: String(nota !== null),
      amount: displayQuetzales(record.charged),
      when: refund === undefined ? '' : format.dateTime(refund.createdAt, 'longSecond'),
      nota: nota?.replace(/\.$/, '') ?? '',
    }),
    slow ? t('slow', { seconds: Math.round((record.durationMs ?? 0) / 1000) }) : '',
    t(`responsible.${responsible}`),
    t(`advice.${advice}`, keyFacts),
  ];
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

async function introduction(record: QueryStory['record']): Promise<string> {
  const t = await getTranslations('explain');
  const format = await getFormatter();
  return t('intro', {
    when: format.dateTime(record.createdAt, 'longSecond'),
    integration: record.nombre,
    path: lookupFacts[record.lookup].path,
    identifier: await identifierWords(record.identifiers),
    request: record.requestId,
  });
}

async function identifierWords(identifiers: MaskedIdentifiers): Promise<string> {
  const t = await getTranslations('explain');
  if (identifiers === 'removed') return t('identifierRemoved');
  if (identifiers === 'locked') return t('identifierLocked');
  if (identifiers.length > 1 && identifiers.every(({ kind }) => kind === 'nit')) {
    return t('identifiers', { count: identifiers.length });
  }
  const tail = identifiers.map(({ kind, masked }) => `${kind.toUpperCase()} ${masked}`).join(', ');
  return t('identifier', { tail });
}

async function gotSentence(record: QueryStory['record'], ending: EndingWord): Promise<string> {
  const t = await getTranslations('explain');
  const { status, lookup } = record;
  const { family } = lookupFacts[lookup];
  if (ending === 'client_gone') return t('got.nothing');
  if (ending === 'interrupted') return t('got.if_there', answerOf(ending));
  if (!isAnswer(ending)) return t('got.failure', answerOf(ending));
  return t(`got.${family === 'catalogos' ? ending : 'passed_on'}`, { status: String(status) });

  function answerOf(failure: keyof (typeof failureAnswers)[typeof family]) {
    const answer = failureAnswers[family][failure];
    return { status: String(answer.status), text: answer.text.replace(/\.$/, '') };
  }
}

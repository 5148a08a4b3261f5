import { getLocale, getTranslations } from 'next-intl/server';
import { languageOf } from '@/lib/base/values/language';
import en from '@/messages/docs.en.json';
import es from '@/messages/docs.es.json';
import { TextLink } from './text-link';

const TITLES = { es: es.sections, en: en.sections };

/** Leads to a section of the guide, by its title. */
export async function GuideLink({ section }: { readonly section: keyof typeof es.sections }) {
  const t = await getTranslations('app');
  const language = languageOf(await getLocale());
  return (
    <TextLink href={`/docs?lang=${language}#${section}`}>
      {t('guide', { section: TITLES[language][section] })}
    </TextLink>
  );
}

import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { getTranslations } from 'next-intl/server';

/** Rendered for each request: the scripts of Next's own page lack the nonce of the policy. */
export const dynamic = 'force-dynamic';

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations('messages.unknown');
  return { title: t('title') };
}

export default function UnknownPage() {
  notFound();
}

import { headers } from 'next/headers';
import { notFound } from 'next/navigation';
import { MISSING_PAGE, REQUESTED_PAGE } from '@/lib/console/session/return-path';
import { Message } from '@/ui/parts/message';
import { QueryNotFound, queryMissingTitle } from '@/ui/query/not-found';
import { titled } from './metadata';

const QUERY = /^\/(console\/queries|integracion\/consultas)\/[^/]+$/;

async function isQuery(): Promise<boolean> {
  const [path = ''] = (await headers()).get(REQUESTED_PAGE)?.split('?') ?? [];
  return QUERY.test(path);
}

export const missingPageTitle = async () =>
  ((await isQuery()) ? queryMissingTitle : titled('messages.notFound.title'))();

/** Answers unknown addresses, and those of unknown queries and integrations, in place of their page. */
export async function MissingPage() {
  if (!(await headers()).has(MISSING_PAGE)) notFound();
  return (await isQuery()) ? <QueryNotFound /> : <Message kind="notFound" />;
}

import { notFound } from 'next/navigation';
import { cache } from 'react';
import { consoleContext } from '@/lib/console/session/context';
import { findDescription } from '@/lib/integrations/describe';
import { type IntegrationView, integrationNamed } from '@/lib/integrations/find';
import { listCredentials } from '@/lib/integrations/list-credentials';
import { NAME_PATTERN } from '@/lib/integrations/name';
import { spendingPace } from '@/lib/statistics/pace';

/** Props of the pages and the layout of one integration. */
export interface IntegrationParams {
  readonly params: Promise<{ nombre: string }>;
}

export function changesPath(nombre: string): string {
  return `/console/integrations/${nombre}/changes`;
}

/** Reads the integration of the URL, once per request. Answers 404 for an unknown name. */
export const integrationOf = cache(async (nombre: string): Promise<IntegrationView> => {
  if (!NAME_PATTERN.test(nombre.toLowerCase())) notFound();
  return (await integrationNamed(consoleContext().db, nombre)) ?? notFound();
});

/** Reads the description, which the header and the pages show, once per request. */
export const descriptionOf = cache((id: number) => findDescription(consoleContext().db, id));
export const credentialsOf = cache((id: number) => listCredentials(consoleContext().db, id));
export const paceOf = cache((id: number) => spendingPace(consoleContext().db, id));

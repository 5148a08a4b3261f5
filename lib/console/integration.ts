import { notFound } from 'next/navigation';
import { cache } from 'react';
import { findIntegration, type IntegrationView } from '@/lib/integrations/find';
import { NAME_PATTERN } from '@/lib/integrations/name';
import { Refusal } from '@/lib/refusal';
import { consoleContext } from './context';

/** What the pages and the frame of one integration are given. */
export interface IntegrationParams {
  readonly params: Promise<{ nombre: string }>;
}

/** The integration that the address names, read once per request; a wrong name is no page. */
export const integrationOf = cache(async (nombre: string): Promise<IntegrationView> => {
  if (!NAME_PATTERN.test(nombre.toLowerCase())) notFound();
  try {
    return await findIntegration(consoleContext().db, nombre);
  } catch (error) {
    if (error instanceof Refusal) notFound();
    throw error;
  }
});

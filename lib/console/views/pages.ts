import { PLACE } from '@/lib/console/session/return-path';
import { pathOf } from '@/lib/console/texts/form';
import type { QueryView } from './query-view';
import { type RefusalView, refusalsPath } from './refusal-view';

/** Parameter of a query opened from its integration's page. */
export const OF_INTEGRATION = 'tab';

/** Writes the address of a query that remembers the list from which it is opened. */
export function queryPath(
  id: string,
  view: QueryView = {},
  ofIntegration = false,
  base = '/console/queries',
): string {
  return pathOf(`${base}/${id}`, { ...view, [OF_INTEGRATION]: ofIntegration ? '1' : undefined });
}

/** Pages about one integration, which staff and its people have at different addresses. */
export interface Pages {
  readonly balance: string;
  readonly queries: string;
  readonly changes: string;
  readonly notices: string;
  readonly query: (id: string, view?: QueryView) => string;
  readonly refusals: (view: RefusalView | QueryView) => string;
}

export function pagesForStaff(nombre: string): Pages {
  const base = `/console/integrations/${nombre}`;
  return {
    balance: `${base}/balance`,
    queries: `${base}/queries`,
    changes: `${base}/changes`,
    notices: `${base}/notices`,
    query: (id, view) =>
      queryPath(id, view && { ...view, integration: nombre }, view !== undefined),
    refusals: (view) => refusalsPath({ ...view, integration: nombre }),
  };
}

export const PAGES_OF_PLACE: Pages = {
  balance: `${PLACE}/saldo`,
  queries: `${PLACE}/consultas`,
  changes: `${PLACE}/cambios`,
  notices: `${PLACE}/avisos`,
  query: (id, view = {}) => queryPath(id, ownView(view), false, `${PLACE}/consultas`),
  refusals: (view) => refusalsPath(ownView(view), `${PLACE}/rechazos`),
};

/** Drops what would name an integration, or show from which addresses others call. */
export function ownView<T extends { readonly integration?: unknown; readonly address?: unknown }>(
  view: T,
): T {
  return { ...view, integration: undefined, address: undefined };
}

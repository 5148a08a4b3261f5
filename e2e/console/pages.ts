import type { Permission } from '@/lib/access/permissions';
import type { Person } from './fixtures';

/**
 * The pages, one entry each; a page of the app without one fails `pages.spec.ts`. From here the
 * tests learn who may open it, what it is called, and in which states to look at it.
 */

/** Callers who may open a page: `session` is everybody with one, `user` is staff. */
export type Access = 'anybody' | 'session' | 'user' | Permission;

/** Values for the variable parts of addresses. */
export interface Subjects {
  readonly nombre: string;
  /** The id of a query of that integration. */
  readonly query: string;
  /** Somebody whom the page of users lists. */
  readonly colleague: Person;
  /** Somebody of that integration. */
  readonly own: Person;
}

export interface PageCase {
  readonly access: Access;
  /** A heading that no other page has, in both languages. */
  readonly heading: readonly [es: string, en: string];
  /** Leaves only this test's own rows on a page that lists those of every test. */
  readonly narrowed?: (subjects: Subjects) => string;
  /** Other states of it that the address brings about. */
  readonly states?: readonly string[];
}

/** For integrators and open to anybody; `docs.spec.ts` looks at them. */
export const DOCUMENTATION: readonly string[] = [
  '/docs',
  '/docs/reference',
  '/docs/reference/frame',
];

/** By the name of `pagesOfApp()`. */
export const PAGES: Readonly<Record<string, PageCase>> = {
  '/': {
    access: 'anybody',
    heading: ['Consultas de contribuyentes', 'Taxpayer lookups'],
  },
  '/estado': { access: 'anybody', heading: ['Estado del servicio', 'Service status'] },
  '/verificar': { access: 'anybody', heading: ['Verificar una constancia', 'Verify a proof'] },
  '/login': { access: 'anybody', heading: ['Iniciar sesión', 'Sign in'] },
  '/invite': { access: 'anybody', heading: ['Elegir contraseña', 'Choose a password'] },
  '/console': {
    access: 'user',
    heading: ['Resumen', 'Overview'],
    states: ['?period=7d', '?period=30d'],
  },
  '/console/[...rest]': {
    access: 'user',
    heading: ['No encontramos esta página', 'Page not found'],
  },
  '/console/account': { access: 'session', heading: ['Mi cuenta', 'My account'] },
  '/console/audit': {
    access: 'audit.read',
    heading: ['Bitácora', 'Audit log'],
    narrowed: () => '?action=user.create',
    states: ['?target=nothing-of-that-name', '?actor=cli:tests&from=2020-01-01'],
  },
  '/console/integrations': {
    access: 'user',
    heading: ['Integraciones', 'Integrations'],
    narrowed: ({ nombre }) => `?q=${nombre}`,
    states: ['?q=no-such-name', '?state=low', '?state=exhausted', '?sort=-runway', '?page=900'],
  },
  '/console/integrations/[nombre]': {
    access: 'user',
    heading: ['Consultas habilitadas', 'Enabled lookups'],
  },
  '/console/integrations/[nombre]/balance': {
    access: 'user',
    heading: ['Movimientos', 'Ledger'],
    states: ['?from=2020-01-01&kind=cobro'],
  },
  '/console/integrations/[nombre]/balance/print': {
    access: 'user',
    heading: ['Estado de cuenta', 'Account statement'],
  },
  '/console/matrix': {
    access: 'user',
    heading: ['Habilitaciones', 'Lookup matrix'],
    narrowed: ({ nombre }) => `?q=${nombre}`,
    states: ['?q=no-such-name'],
  },
  '/console/integrations/[nombre]/changes': {
    access: 'user',
    heading: ['Cambios', 'Changes'],
    states: ['?action=billing.adjust'],
  },
  '/console/integrations/[nombre]/queries': {
    access: 'user',
    heading: ['Consultas', 'Queries'],
    states: ['?status=500&period=30d&live=1'],
  },
  '/console/new-integration': {
    access: 'integration.create',
    heading: ['Crear integración', 'Create integration'],
  },
  '/console/queries': {
    access: 'user',
    heading: ['Consultas', 'Queries'],
    narrowed: ({ nombre }) => `?integration=${nombre}`,
    states: ['?request=no-such-request', '?integration=no-such-name'],
  },
  '/console/queries/[id]': { access: 'user', heading: ['Qué pasó', 'What happened'] },
  '/console/refusals': {
    access: 'user',
    heading: ['Rechazos', 'Refusals'],
    states: ['?reason=rate_limit&status=429&period=7d&sort=last', '?integration=no-such-name'],
  },
  '/console/notices': {
    access: 'notice.configure',
    heading: ['Avisos del equipo', 'Notices of the team'],
  },
  '/console/integrations/[nombre]/notices': {
    access: 'notice.configure',
    heading: ['Destinos', 'Targets'],
  },
  '/console/incidents': { access: 'user', heading: ['Incidencias', 'Incidents'] },
  '/console/refunds': {
    access: 'user',
    heading: ['Devoluciones solicitadas', 'Requested refunds'],
    states: ['?state=all'],
  },
  '/console/statistics': {
    access: 'user',
    heading: ['Estadísticas', 'Statistics'],
    states: ['?period=13m', '?period=30d&lookup=omisos', '?integration=no-such-name'],
  },
  '/integracion': {
    access: 'place.read',
    heading: ['¿Es de ustedes o es nuestro?', 'Is it you or us?'],
  },
  '/integracion/[...rest]': {
    access: 'place.read',
    heading: ['No encontramos esta página', 'Page not found'],
  },
  '/integracion/avisos': { access: 'notice.configure_own', heading: ['Destinos', 'Targets'] },
  '/integracion/cambios': { access: 'place.read', heading: ['Cambios', 'Changes'] },
  '/integracion/consultas': {
    access: 'place.read',
    heading: ['Consultas', 'Queries'],
    states: ['?status=500&period=30d&live=1'],
  },
  '/integracion/consultas/[id]': {
    access: 'place.read',
    heading: ['Qué pasó', 'What happened'],
  },
  '/integracion/cuenta': { access: 'session', heading: ['Mi cuenta', 'My account'] },
  '/integracion/rechazos': {
    access: 'place.read',
    heading: ['Rechazos', 'Refusals'],
    states: ['?reason=rate_limit&period=7d'],
  },
  '/integracion/saldo': {
    access: 'place.read',
    heading: ['Movimientos', 'Ledger'],
    states: ['?period=last-month'],
  },
  '/integracion/saldo/print': {
    access: 'place.read',
    heading: ['Estado de cuenta', 'Account statement'],
  },
  '/console/users': {
    access: 'user.read',
    heading: ['Usuarios', 'Users'],
    narrowed: ({ colleague }) => `?q=${colleague.email.split('@')[0]}`,
    states: ['?q=nobody-of-that-name'],
  },
};

/** The address of a page, with everything that it names. */
export function addressOf(
  page: string,
  { nombre, query }: Pick<Subjects, 'nombre' | 'query'>,
): string {
  return page
    .replace('[nombre]', nombre)
    .replace('[id]', query)
    .replace('[...rest]', 'no-such-page');
}

export function narrowedAddressOf(page: string, subjects: Subjects): string {
  return addressOf(page, subjects) + (PAGES[page]?.narrowed?.(subjects) ?? '');
}

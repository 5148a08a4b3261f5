import { lookupCuiNit as hey } from './hey/index';
import { lookupCuiNit as oazapfts } from './oazapfts/index';
import { lookupCuiNit as orval } from './orval/index';
import { Api } from './swagger/index';
import type { components } from './types/index';
import { createApiClient } from './zod/index';

/** Compiled by the tests beside what the generators wrote, never run. */
const body = { nit: '48217638', actualizado: true };
type Request = components['schemas']['CatalogRequest'];
const { lookupCuiNit: swagger } = new Api().catalogos;
const { lookupCuiNit: zod } = createApiClient('https://api.pasarela.gt');

export const right: Request = body;
void [hey({ body }), orval(body), oazapfts(body), swagger(body), zod(body)];

// @ts-expect-error no such field
export const wrong: Request = { nitt: '12345', actualizado: true };
// @ts-expect-error no such field
void hey({ body: { nit: '12345', typo: true } });
// @ts-expect-error no such field
void orval({ nit: '12345', typo: true });
// @ts-expect-error no such field
void oazapfts({ nit: '12345', typo: true });
// @ts-expect-error no such field
void swagger({ nit: '12345', typo: true });
// @ts-expect-error no such field
void zod({ nit: '12345', typo: true });

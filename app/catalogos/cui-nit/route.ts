import { lookupRoute } from '@/lib/gateway/handler';
import { cuiNit } from '@/lib/sources/cui-nit';

export const dynamic = 'force-dynamic';
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = lookupRoute(cuiNit);

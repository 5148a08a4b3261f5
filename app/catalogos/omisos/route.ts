import { lookupRoute } from '@/lib/gateway/handler';
import { omisos } from '@/lib/sources/omisos';

export const dynamic = 'force-dynamic';
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = lookupRoute(omisos);

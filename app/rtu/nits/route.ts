import { lookupRoute } from '@/lib/gateway/handler';
import { rtu } from '@/lib/sources/rtu';

export const dynamic = 'force-dynamic';
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = lookupRoute(rtu);

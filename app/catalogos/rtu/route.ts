import { lookupRoute } from '@/lib/gateway/handler';
import { rtuV2 } from '@/lib/sources/rtu-v2';

export const dynamic = 'force-dynamic';
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = lookupRoute(rtuV2);

import { lookupRoute } from '@/lib/gateway/handler';
import { renap } from '@/lib/sources/renap';

export const dynamic = 'force-dynamic';
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = lookupRoute(renap);

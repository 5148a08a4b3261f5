import { catalogRtu } from '@/lib/gateway/definition';
import { lookupRoute } from '@/lib/gateway/handler';

export const dynamic = 'force-dynamic';
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = lookupRoute(catalogRtu);

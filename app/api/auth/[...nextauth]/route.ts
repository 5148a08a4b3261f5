import { handleAuthentication } from '@/lib/console/authentication';

export const dynamic = 'force-dynamic';
export { handleAuthentication as GET, handleAuthentication as POST };

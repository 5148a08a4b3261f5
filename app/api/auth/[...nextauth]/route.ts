import { handleAuthentication } from '@/lib/console/session/authentication';

export const dynamic = 'force-dynamic';
export { handleAuthentication as GET, handleAuthentication as POST };

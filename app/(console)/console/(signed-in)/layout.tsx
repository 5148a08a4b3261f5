import type { ReactNode } from 'react';
import { requireSession } from '@/lib/console/guard';
import { DeploymentBadge } from '../../frame';
import { Shell } from './shell';

export default async function ConsoleLayout({ children }: { readonly children: ReactNode }) {
  const { email, role } = await requireSession();
  return (
    <Shell email={email} role={role} deployment={<DeploymentBadge />}>
      {children}
    </Shell>
  );
}

import type { ReactNode } from 'react';
import { DeploymentBadge } from '@/app/(console)/layout/frame';
import { Shell } from '@/app/(console)/layout/shell';
import { requireSession } from '@/lib/console/guard';
import { RELEASE } from '@/lib/version';

export default async function ConsoleLayout({ children }: { readonly children: ReactNode }) {
  const { session } = await requireSession();
  const { email, role, theme } = session;
  return (
    <Shell
      email={email}
      role={role}
      theme={theme}
      deployment={<DeploymentBadge />}
      release={RELEASE}
    >
      {children}
    </Shell>
  );
}

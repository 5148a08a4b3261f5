import type { ReactNode } from 'react';
import { RELEASE } from '@/lib/base/env/version';
import { requireSession } from '@/lib/console/guard';
import { DeploymentBadge } from '@/ui/shell/frame';
import { Shell } from '@/ui/shell/shell';

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

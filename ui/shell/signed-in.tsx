import type { ReactNode } from 'react';
import { RELEASE } from '@/lib/base/env/version';
import type { ActiveSession } from '@/lib/users/sessions';
import { DeploymentBadge } from './frame';
import { Shell } from './shell';

interface SignedInProps {
  readonly session: ActiveSession;
  readonly children: ReactNode;
}

/** The frame of signed-in pages, with the pages that the role may open. */
export function SignedIn({ session: { email, role, theme }, children }: SignedInProps) {
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

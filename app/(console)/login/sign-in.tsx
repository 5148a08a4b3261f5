'use client';

import { SignInForm } from '@/ui/form/sign-in-form';

interface SignInProps {
  /** The page to which signing in leads. */
  readonly next: string;
  readonly identityProvider: boolean;
  readonly refused: boolean;
}

export function SignIn({ next, ...form }: SignInProps) {
  return <SignInForm {...form} next={next} onSignedIn={() => window.location.assign(next)} />;
}

import { notFound } from 'next/navigation';

/** Rendered for each request, because the scripts of Next's own page lack the nonce of the policy. */
export const dynamic = 'force-dynamic';

/** Answers addresses that no other page has. */
export default function UnknownPage() {
  notFound();
}

import { headers } from 'next/headers';
import { settings } from '@/lib/base/env/settings';

/** Returns the origin by which this page was requested. */
export async function requestOrigin(): Promise<string> {
  const requestHeaders = await headers();
  const forwarded = requestHeaders.get('x-forwarded-proto')?.split(',', 1)[0]?.trim();
  const secure = settings().deployment === 'production' ? 'https' : 'http';
  const protocol = forwarded === 'http' || forwarded === 'https' ? forwarded : secure;
  return `${protocol}://${requestHeaders.get('host') ?? 'localhost'}`;
}

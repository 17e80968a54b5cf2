import { apiBase } from '@sidetone/contract/http/route.ts';
import { routes } from '@sidetone/contract/http/routes.ts';

/**
 * Where vendors send browsers back to: one address for all CRMs, or another path of the API. Null for a server that has no
 * address of its own, or a plain one on other machines than this, which no vendor takes.
 */
export function redirectAddress(
  publicUrl: string | undefined,
  path: `/${string}` = routes.endAuthSession.path,
): string | null {
  const url = publicUrl === undefined ? null : URL.parse(publicUrl);
  if (!url) return null;
  const isLocal = url.hostname === 'localhost' || url.hostname === '127.0.0.1';
  if (url.protocol !== 'https:' && !isLocal) return null;
  return new URL(apiBase + path, url.origin).href;
}

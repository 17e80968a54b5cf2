import type { AiServiceKind } from '@sidetone/contract/entities/ai-settings.ts';
import { hostsOfKinds } from '@sidetone/contract/rules/ai/ai-services.ts';

interface Place {
  readonly kind: AiServiceKind;
  readonly url: string | null;
}

/** Scheme, host and port that a key is sent to; null for a service of this server, and for an address that is none. */
export function originOf({ kind, url }: Place): string | null {
  if (url !== null) return URL.parse(url)?.origin ?? null;
  const host = hostsOfKinds[kind];
  return host === undefined ? null : `https://${host}`;
}

/** As it is kept: written as browsers write it, so that everyone reads the same host in it. */
export function keptUrl(url: string | null): string | null {
  const parsed = url === null ? null : URL.parse(url);
  if (!parsed) return url;
  parsed.hash = '';
  return parsed.href;
}

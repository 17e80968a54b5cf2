import type { AiServiceKind } from '@sidetone/contract/entities/ai-settings.ts';
import { ProviderFailure } from './failure.ts';
import type { UsableConnection } from './usable-connection.ts';

const own: Readonly<Partial<Record<AiServiceKind, string>>> = {
  openai: 'https://api.openai.com/v1',
  mistral: 'https://api.mistral.ai/v1',
  anthropic: 'https://api.anthropic.com/v1',
  deepgram: 'https://api.deepgram.com/v1',
};

/** Where the routes of a service begin, without a slash at the end. An address without a path means its first version. */
export function baseOf({ kind, url }: Pick<UsableConnection, 'kind' | 'url'>): string {
  const given = url ?? own[kind] ?? '';
  const parsed = URL.parse(given);
  if (parsed === null) throw new ProviderFailure('never', 'notFound');
  const path = parsed.pathname.replace(/\/+$/, '');
  return `${parsed.origin}${path === '' ? '/v1' : path}`;
}

/** The headers by which a service knows who asks. */
export function keyHeaders({ kind, key }: Pick<UsableConnection, 'kind' | 'key'>): Readonly<Record<string, string>> {
  if (kind === 'anthropic') return { 'x-api-key': key ?? '', 'anthropic-version': '2023-06-01' };
  if (key === null) return {};
  return { authorization: kind === 'deepgram' ? `Token ${key}` : `Bearer ${key}` };
}

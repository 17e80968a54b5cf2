import type { AiPurpose } from '@sidetone/contract/entities/ai-connection.ts';
import type { AiServiceKind } from '@sidetone/contract/entities/ai-settings.ts';
import type { AiServer, Vendor } from '@sidetone/simulator/ai/ai-server.ts';
import { privateHosts } from '../../../network/private-hosts.ts';
import { openReach, type Reach } from '../../../reach/reach.ts';
import type { OpenProviders } from '../../ports.ts';
import { openProviders } from '../open-providers.ts';
import type { UsableConnection } from '../usable-connection.ts';

const vendorOf: Readonly<Record<Exclude<AiServiceKind, 'local'>, Vendor>> = {
  openai: 'openai',
  mistral: 'mistral',
  anthropic: 'anthropic',
  openaiCompatible: 'own',
  deepgram: 'deepgram',
};

const modelOf: Readonly<Record<AiPurpose, string>> = { language: 'think-1', speech: 'hear-1', voice: 'say-1' };

/** A connection to the simulator, as an administrator would have entered it. */
export function connectionTo(
  server: AiServer,
  kind: Exclude<AiServiceKind, 'local'>,
  purpose: AiPurpose,
  more: Partial<UsableConnection> = {},
): UsableConnection {
  return {
    id: 'c1',
    purpose,
    kind,
    name: 'Simulator',
    url: server.urlOf(vendorOf[kind]),
    model: kind === 'anthropic' ? 'claude-sonnet-4-5' : modelOf[purpose],
    options: { contextTokens: null, concurrency: null, timeoutSeconds: 5, prices: null, voices: null },
    key: server.key,
    changedRev: 1,
    ...more,
  };
}

/** Adapters that may reach this machine. */
export function providersHere(
  local: Parameters<typeof openProviders>[0]['local'] = null,
): OpenProviders & { readonly reach: Reach } {
  const reach = openReach(privateHosts(['127.0.0.1']));
  return { reach, ...openProviders({ reach, local }) };
}

/** Takes back the one global that the adapters set, for tests leave none. */
export const quietSdk = (): void => {
  Reflect.deleteProperty(globalThis, 'AI_SDK_LOG_WARNINGS');
};

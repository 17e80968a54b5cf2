import type { SignOnProblem } from '@sidetone/contract/entities/single-sign-on.ts';
import { openProvider, type ProviderClient, type SignOnProvider } from './provider.ts';
import { asProviderError, type ProviderError } from './provider-error.ts';

/** Providers that are kept, so that not every sign-in asks for the settings of its provider. */
export interface SignOnProviders {
  /** The provider of a company; `rev` is that of its settings. Rejects with a `ProviderError`. */
  of(accountId: string, rev: string, client: () => ProviderClient): Promise<SignOnProvider>;
  /** Asks a provider for its settings now. Rejects with a `ProviderError`. */
  fresh(client: ProviderClient): Promise<SignOnProvider>;
  /** What was known of the provider of a company may be wrong. */
  forget(accountId: string): void;
}

const lifeMs = 10 * 60_000;
/** How long a provider that did not answer is left alone, and its keys after they were asked for. */
const pauseMs = 5000;
const mostKept = 500;

interface Kept {
  readonly rev: string;
  readonly until: number;
  readonly provider: Promise<SignOnProvider>;
}

export function signOnProviders(
  fetch: typeof globalThis.fetch,
  { now, keyPauseMs }: { now(): number; keyPauseMs: number } = { now: () => performance.now(), keyPauseMs: pauseMs },
): SignOnProviders {
  const kept = new Map<string, Kept>();
  const fresh = (client: ProviderClient) => openProvider(client, { fetch, keyPauseMs });
  const keep = (accountId: string, one: Kept) => {
    kept.delete(accountId);
    kept.set(accountId, one);
    const oldest = kept.size > mostKept ? kept.keys().next().value : undefined;
    if (oldest !== undefined) kept.delete(oldest);
  };
  return {
    fresh,
    forget: (accountId) => void kept.delete(accountId),
    async of(accountId, rev, client) {
      const known = kept.get(accountId);
      if (known?.rev === rev && known.until > now()) return await known.provider;
      const provider = fresh(client());
      const one = { rev, until: now() + lifeMs, provider };
      keep(accountId, one);
      try {
        return await provider;
      } catch (error) {
        // All who sign in now get the same answer, and the provider is not asked by each.
        if (kept.get(accountId) === one) keep(accountId, { ...one, until: now() + pauseMs });
        throw error;
      }
    },
  };
}

/** What someone who signs in reads. */
export const problemOf = (error: unknown): SignOnProblem => problems[asProviderError(error).kind];

const problems: Readonly<Record<ProviderError['kind'], SignOnProblem>> = {
  down: 'providerDown',
  fault: 'providerFault',
  client: 'clientRefused',
  cancelled: 'cancelled',
  over: 'over',
};

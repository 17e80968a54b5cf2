import type { Reach } from '../../reach/reach.ts';
import { ProviderFailure } from './failure.ts';
import { failureOf, failureOfStatus } from './failures.ts';

export interface ServiceLimits {
  readonly withinMs: number;
  readonly mostBytes: number;
}

/**
 * A `fetch` that gives answers in JSON only, and throws `ProviderFailure` for everything else, or the reason of the signal.
 * It is sent on to no other host.
 */
export function serviceFetch(reach: Reach, limits: ServiceLimits): typeof fetch {
  const fetchWithin = reach.within(limits);
  return async (input, init = {}) => {
    try {
      const response = await fetchWithin(input, { ...init, redirect: 'error' });
      const text = await response.text();
      if (!response.ok) {
        throw failureOfStatus(response.status, text, response.headers.get('retry-after'), Date.now());
      }
      if (!isJson(text)) throw new ProviderFailure('again', 'notTheProtocol', { status: response.status });
      return new Response(text, { status: response.status, headers: { 'content-type': 'application/json' } });
    } catch (error) {
      if (init.signal?.aborted) throw init.signal.reason;
      throw failureOf(error);
    }
  };
}

function isJson(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

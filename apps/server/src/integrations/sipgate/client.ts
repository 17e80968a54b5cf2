import type { z } from 'zod';
import { busyFor } from '../busy-for.ts';
import { IntegrationError } from '../connector.ts';
import { jsonAnswer } from '../crm/json-answer.ts';

/** Asks sipgate. Everything rejects with an `IntegrationError`, or with the reason of the signal. */
export interface SipgateClient {
  readonly origin: string;
  get<S extends z.ZodType>(
    path: string,
    query: Readonly<Record<string, string>>,
    schema: S,
    signal: AbortSignal,
  ): Promise<z.output<S>>;
}

/** `key`: id and token with a colon between. It goes to `api` and nowhere else. */
export function sipgateClient(
  fetch: typeof globalThis.fetch,
  { api, key }: { readonly api: string; readonly key: string },
  heard: () => void = () => undefined,
): SipgateClient {
  const authorization = `Basic ${Buffer.from(key, 'utf8').toString('base64')}`;
  return {
    origin: new URL(api).origin,
    async get(path, query, schema, signal) {
      const url = new URL(path, api);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      const headers = { authorization, accept: 'application/json' };
      const response = await fetch(url, { redirect: 'error', signal, headers });
      heard();
      if (!response.ok) throw errorOf(response);
      const read = schema.safeParse(jsonAnswer(await response.text()));
      if (read.success) return read.data;
      throw new IntegrationError('failed', 'sipgate answers in another form', { translationKey: 'failed' });
    },
  };
}

function errorOf({ status, headers }: Response): IntegrationError {
  const detail = `sipgate: status ${status}`;
  const retryAfterSeconds = busyFor(status, headers);
  switch (status) {
    case 401:
      return new IntegrationError('refresh', detail, { translationKey: 'signedOut', provablyNotTaken: true });
    case 402:
    case 403:
      return new IntegrationError('forbidden', detail, { translationKey: 'forbidden', provablyNotTaken: true });
    case 429:
      return new IntegrationError('rate_limited', detail, {
        translationKey: 'limit',
        retryAfterSeconds,
        provablyNotTaken: true,
      });
    default:
      return new IntegrationError('failed', detail, { translationKey: 'failed', retryAfterSeconds });
  }
}

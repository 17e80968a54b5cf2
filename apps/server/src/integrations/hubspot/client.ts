import type { z } from 'zod';
import { busyFor } from '../busy-for.ts';
import { type Entered, IntegrationError } from '../connector.ts';

/** An answer of HubSpot: what it says, and when it said so by its own clock. */
export interface Answered<T> {
  readonly body: T;
  readonly at: Date | null;
}

/** Asks HubSpot. Everything rejects with an `IntegrationError`, or with the reason of the signal. */
export interface HubSpotClient {
  readonly origin: string;
  ask<S extends z.ZodType>(request: Asked, schema: S, signal: AbortSignal): Promise<Answered<z.output<S>>>;
  /** The same where nothing is answered. */
  send(request: Asked, signal: AbortSignal): Promise<void>;
}

interface Asked {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Letters of an error of the vendor that are shown. */
const longestDetail = 300;

/** `api`: the vendor's address. The key goes there and nowhere else. */
export function hubSpotClient(
  fetch: typeof globalThis.fetch,
  { api, key }: { readonly api: string; readonly key: NonNullable<Entered['key']> },
  heard: () => void = () => undefined,
): HubSpotClient {
  const exchange = async ({ method, path, query = {}, body }: Asked, signal: AbortSignal): Promise<Response> => {
    const url = new URL(path, api);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const response = await fetch(url, {
      method,
      redirect: 'error',
      signal,
      headers: {
        authorization: `Bearer ${key}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    heard();
    if (!response.ok) throw errorOf(response, await response.text(), key);
    return response;
  };
  return {
    origin: new URL(api).origin,
    async ask(request, schema, signal) {
      const response = await exchange(request, signal);
      const read = schema.safeParse(jsonOf(await response.text()));
      if (!read.success)
        throw new IntegrationError('failed', 'HubSpot answers in another form', { translationKey: 'failed' });
      const date = Date.parse(response.headers.get('date') ?? '');
      return { body: read.data, at: Number.isNaN(date) ? null : new Date(date) };
    },
    async send(request, signal) {
      await exchange(request, signal);
    },
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a status means. A 401 is that of a key; tokens that run out are none of these. */
function errorOf({ status, headers }: Response, text: string, key: string): IntegrationError {
  const said = jsonOf(text) as { message?: unknown } | undefined;
  const words = typeof said?.message === 'string' ? said.message.replaceAll(key, '…') : '';
  const detail = `HubSpot: ${words === '' ? `status ${status}` : words.slice(0, longestDetail)}`;
  switch (status) {
    case 401:
      return new IntegrationError('refresh', detail, { translationKey: 'signedOut', provablyNotTaken: true });
    case 403:
      return new IntegrationError('forbidden', detail, { translationKey: 'forbidden', provablyNotTaken: true });
    case 404:
      return new IntegrationError('not_found', detail, { translationKey: 'gone', provablyNotTaken: true });
    case 409:
      return new IntegrationError('conflict', detail, { translationKey: 'conflict' });
    case 429:
      return new IntegrationError('rate_limited', detail, {
        translationKey: 'limit',
        retryAfterSeconds: busyFor(status, headers.get('retry-after')),
        provablyNotTaken: true,
      });
    case 400:
      return new IntegrationError('invalid', detail, { provablyNotTaken: true });
    default:
      return new IntegrationError('failed', detail, {
        translationKey: 'failed',
        retryAfterSeconds: busyFor(status, headers.get('retry-after')),
      });
  }
}

import type { z } from 'zod';
import { busyFor } from '../busy-for.ts';
import { IntegrationError } from '../connector.ts';
import { jsonAnswer } from '../crm/json-answer.ts';
import { withoutSecrets } from '../crm/vendor-errors.ts';

/** An answer of Pipedrive: what it says, and when it said so by its own clock. */
export interface Answered<T> {
  readonly body: T;
  readonly at: Date | null;
}

interface Asked {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Asks Pipedrive. Everything rejects with an `IntegrationError`, or with the reason of the signal. */
export interface PipedriveClient {
  readonly origin: string;
  ask<S extends z.ZodType>(request: Asked, schema: S, signal: AbortSignal): Promise<Answered<z.output<S>>>;
  /** The same where nothing is read of the answer. */
  send(request: Asked, signal: AbortSignal): Promise<void>;
}

/** What shows who asks: a user's API token, or what gives the access token of an app. */
export type Secret = { readonly apiToken: string } | { readonly accessToken: (signal: AbortSignal) => Promise<string> };

/** Letters of an error of the vendor that are shown. */
const longestDetail = 300;
/** No daily budget takes longer to come back. */
const longestWaitSeconds = 24 * 60 * 60;

/** `api`: the company's own address, or the one that is everybody's. The secret goes there and nowhere else. */
export function pipedriveClient(
  fetch: typeof globalThis.fetch,
  { api, secret }: { readonly api: string; readonly secret: Secret },
  heard: () => void = () => undefined,
): PipedriveClient {
  const exchange = async ({ method, path, query = {}, body }: Asked, signal: AbortSignal): Promise<Response> => {
    const url = new URL(path, api);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const { word, header } = await shown(secret, signal);
    const headers = new Headers({ ...header, accept: 'application/json' });
    if (body !== undefined) headers.set('content-type', 'application/json');
    const response = await fetch(url, {
      method,
      redirect: 'error',
      signal,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
    });
    heard();
    if (!response.ok) throw errorOf(response, await response.text(), word);
    return response;
  };
  return {
    origin: new URL(api).origin,
    async ask(request, schema, signal) {
      const response = await exchange(request, signal);
      const read = schema.safeParse(jsonAnswer(await response.text()));
      if (!read.success)
        throw new IntegrationError('failed', 'Pipedrive answers in another form', { translationKey: 'failed' });
      const date = Date.parse(response.headers.get('date') ?? '');
      return { body: read.data, at: Number.isNaN(date) ? null : new Date(date) };
    },
    async send(request, signal) {
      await exchange(request, signal);
    },
  };
}

async function shown(secret: Secret, signal: AbortSignal) {
  if ('apiToken' in secret) return { word: secret.apiToken, header: { 'x-api-token': secret.apiToken } };
  const word = await secret.accessToken(signal);
  return { word, header: { authorization: `Bearer ${word}` } };
}

/** What a status means. */
function errorOf({ status, headers }: Response, text: string, secret: string): IntegrationError {
  const said = jsonAnswer(text) as { error?: unknown } | null | undefined;
  const words = typeof said?.error === 'string' ? withoutSecrets(said.error, [secret]).replaceAll(/<[^>]*>/g, '') : '';
  const detail = `Pipedrive: ${words === '' ? `status ${status}` : words.slice(0, longestDetail)}`;
  switch (status) {
    case 401:
      return new IntegrationError('refresh', detail, { translationKey: 'signedOut', provablyNotTaken: true });
    // The company's plan has ended, or has no such feature.
    case 402:
    case 403:
      if (status === 403 && said === undefined) return busy(detail, blockedSeconds);
      return new IntegrationError('forbidden', detail, { translationKey: 'forbidden', provablyNotTaken: true });
    case 404:
    case 410:
      return new IntegrationError('not_found', detail, { translationKey: 'gone', provablyNotTaken: true });
    case 408:
      return new IntegrationError('failed', detail, { translationKey: 'failed' });
    case 409:
      return new IntegrationError('conflict', detail, { translationKey: 'conflict' });
    case 429:
      return busy(detail, secondsToReset(headers) ?? usuallyBusySeconds);
    default: {
      const retryAfterSeconds = busyFor(status, headers);
      const isInvalid = status >= 400 && status < 500;
      return new IntegrationError(isInvalid ? 'invalid' : 'failed', detail, {
        ...(isInvalid ? {} : { translationKey: 'failed' as const }),
        retryAfterSeconds,
        provablyNotTaken: isInvalid || retryAfterSeconds !== null,
      });
    }
  }
}

/** Who asked too often for too long gets a page instead of an answer: not from Pipedrive, but from what stands before it. */
const blockedSeconds = 15 * 60;
const usuallyBusySeconds = 60;

const busy = (detail: string, retryAfterSeconds: number): IntegrationError =>
  new IntegrationError('rate_limited', detail, { translationKey: 'limit', retryAfterSeconds, provablyNotTaken: true });

/** `x-ratelimit-reset` counts seconds from now; it is no moment. */
function secondsToReset(headers: Headers): number | null {
  const reset = headers.get('x-ratelimit-reset') ?? '';
  if (!/^\d{1,6}$/.test(reset)) return busyFor(429, headers);
  return Math.min(Number(reset), longestWaitSeconds);
}

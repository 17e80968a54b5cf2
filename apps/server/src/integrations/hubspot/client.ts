import { z } from 'zod';
import { busyFor } from '../busy-for.ts';
import { IntegrationError } from '../connector.ts';
import { jsonAnswer } from '../crm/json-answer.ts';
import { withoutSecrets } from '../crm/vendor-errors.ts';

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
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Letters of an error of the vendor that are shown. */
const longestDetail = 300;

/** How requests show whose they are: an access token, which may be another one after some time. */
export type Bearer = (signal: AbortSignal) => Promise<string>;

/** `api`: the vendor's address. The token goes there and nowhere else. */
export function hubSpotClient(
  fetch: typeof globalThis.fetch,
  { api, bearer }: { readonly api: string; readonly bearer: Bearer },
  heard: () => void = () => undefined,
): HubSpotClient {
  const exchange = async ({ method, path, query = {}, body }: Asked, signal: AbortSignal): Promise<Response> => {
    const token = await bearer(signal);
    const url = new URL(path, api);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    const response = await fetch(url, {
      method,
      redirect: 'error',
      signal,
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    heard();
    if (!response.ok) throw errorOf(response, await response.text(), token);
    return response;
  };
  return {
    origin: new URL(api).origin,
    async ask(request, schema, signal) {
      const response = await exchange(request, signal);
      const read = schema.safeParse(jsonAnswer(await response.text()));
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

/** What a status means. A 401 is that of a key or of a token that was taken back; those that ran out are renewed before. */
function errorOf({ status, headers }: Response, text: string, token: string): IntegrationError {
  const words = withoutSecrets(wordsOf(jsonAnswer(text)), [token]);
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
    // Too many changes of the same records at once, too many requests, or a portal that is moved to another data centre.
    case 423:
    case 429:
    case 477:
      return new IntegrationError('rate_limited', detail, {
        translationKey: 'limit',
        retryAfterSeconds: busyFor(429, headers) ?? usuallyBusy(text),
        provablyNotTaken: true,
      });
    case 400:
    case 414:
      return new IntegrationError('invalid', detail, { provablyNotTaken: true });
    default: {
      const retryAfterSeconds = busyFor(status, headers);
      // Who says when to come again did not take it.
      const provablyNotTaken = status === 503 && retryAfterSeconds !== null;
      return new IntegrationError('failed', detail, { translationKey: 'failed', retryAfterSeconds, provablyNotTaken });
    }
  }
}

const policy = z.object({ policyName: z.string() });
const busySeconds = { ofDay: 15 * 60, ofSeconds: 10 };

/** How long HubSpot wants to be left alone where it does not say so: what is allowed in a day, or in ten seconds, is used up. */
const usuallyBusy = (text: string): number =>
  policy.safeParse(jsonAnswer(text)).data?.policyName === 'DAILY' ? busySeconds.ofDay : busySeconds.ofSeconds;

/** Why values are not valid, as the vendor lists it within a message. */
const invalidValues = z
  .array(z.object({ message: z.string() }))
  .min(1)
  .max(100);
const problem = z.object({ message: z.string() });

/** What the vendor says of an error, or a rule of the portal does; empty where nothing is said. */
function wordsOf(said: unknown): string {
  const read = problem.safeParse(said);
  if (!read.success) return '';
  const { message } = read.data;
  const from = message.indexOf('[{');
  const values = from < 0 ? null : invalidValues.safeParse(jsonAnswer(message.slice(from)));
  return values?.success ? values.data.map((value) => value.message).join('; ') : message;
}

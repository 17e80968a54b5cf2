import type { z } from 'zod';
import { busyFor } from '../busy-for.ts';
import { type Entered, IntegrationError } from '../connector.ts';
import { jsonAnswer } from '../crm/json-answer.ts';
import { errorOf } from './errors.ts';
import type { RefusedKeys } from './sign-outs.ts';

/** What a bridge is asked. */
interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly body?: unknown;
}

/** An answer; `isPending`: what it says is not what there is. */
interface Answered<T> {
  readonly body: T;
  readonly isPending: boolean;
}

/** Asks a bridge. Everything rejects with an `IntegrationError`, or with the reason of the signal. */
export interface BridgeClient {
  readonly origin: string;
  /** The key that the bridge gave in place of the one it was opened with; null for none. */
  readonly renewedKey: string | null;
  ask<S extends z.ZodType>(request: Asked, schema: S, signal: AbortSignal): Promise<Answered<z.output<S>>>;
  /** The same where the answer says nothing. */
  send(request: Asked, signal: AbortSignal): Promise<void>;
  /** The status and the beginning of the answer, whatever they are. */
  probe(path: string, signal: AbortSignal): Promise<{ readonly status: number; readonly text: string }>;
}

interface Place {
  /** Where the bridge answers. */
  readonly url: string;
  /** The language of its texts and the country of its numbers, as its dialect writes them. */
  locale(): string;
  readonly key: string;
  /** The account's own address in the CRM. */
  readonly accountUrl: string | null;
  /** The key was entered just now: a 401 says that it is wrong. */
  readonly isNew: boolean;
  readonly keepKey: Entered['keepKey'];
  heard(): void;
}

/** Keys that a bridge gives are taken up to this length. */
const longestKey = 8000;
const probedLetters = 200;

/** The key goes to the bridge and nowhere else, the account's address in a header. */
export function bridgeClient(fetch: typeof globalThis.fetch, place: Place, refused: RefusedKeys): BridgeClient {
  let { key } = place;
  const entered = key;
  /** A bridge that refreshed the sign-in says so with any answer, and takes only the new key from then on. */
  const noteKey = async (given: string | null): Promise<void> => {
    if (given === null || given === key || given.length > longestKey || !/^[\x21-\x7e]+$/.test(given)) return;
    key = given;
    await place.keepKey?.(given);
  };
  const exchange = async (request: Asked, signal: AbortSignal): Promise<Response> => {
    const response = await fetch(addressOf(place.url, request.path), requestOf(request, place, key, signal));
    place.heard();
    await noteKey(response.headers.get('x-provider-key'));
    return response;
  };
  const accepted = async (request: Asked, signal: AbortSignal): Promise<Response> => {
    const response = await exchange(request, signal);
    if (response.ok) {
      refused.forget(entered);
      return response;
    }
    const isSignedOut = response.status === 401 && (place.isNew || refused.isOneTooMany(entered));
    const { status } = response;
    throw errorOf({
      status,
      says: wordsOf(await response.text(), [key, entered]),
      isSignedOut,
      retryAfterSeconds: busyFor(status, response.headers),
    });
  };
  return {
    origin: new URL(place.url).origin,
    get renewedKey() {
      return key === entered ? null : key;
    },
    async ask(request, schema, signal) {
      const response = await accepted(request, signal);
      const read = schema.safeParse(jsonAnswer(await response.text()));
      if (!read.success)
        throw new IntegrationError('failed', 'The bridge answers in another form', { translationKey: 'failed' });
      return { body: read.data, isPending: response.headers.get('x-fetching-state') === 'pending' };
    },
    async send(request, signal) {
      const response = await accepted(request, signal);
      await response.text();
    },
    async probe(path, signal) {
      const response = await exchange({ method: 'GET', path }, signal);
      return { status: response.status, text: (await response.text()).slice(0, probedLetters) };
    },
  };
}

const requestOf = ({ method, body }: Asked, place: Place, key: string, signal: AbortSignal): RequestInit => ({
  method,
  redirect: 'error',
  signal,
  headers: {
    accept: 'application/json',
    'x-provider-key': key,
    'x-provider-locale': place.locale(),
    ...(place.accountUrl === null ? {} : { 'x-provider-url': place.accountUrl }),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  },
  ...(body === undefined ? {} : { body: JSON.stringify(body) }),
});

/** A bridge may lie below a path. */
const addressOf = (base: string, path: string): URL => new URL(`${base.replace(/\/+$/, '')}${path}`);

/** The answer's words in one line, without the keys. */
const wordsOf = (text: string, keys: readonly string[]): string =>
  keys
    .filter((one) => one !== '')
    .reduce((said, one) => said.replaceAll(one, '…'), text.slice(0, 2000))
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);

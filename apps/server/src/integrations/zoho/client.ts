import { z } from 'zod';
import { IntegrationError } from '../connector.ts';
import { jsonAnswer } from '../crm/json-answer.ts';
import { errorOf, isRefusedAs, refusalOf, told } from './errors.ts';
import type { Session, Sessions } from './sessions.ts';

/** An answer of Zoho: what it says, and when it said so by its own clock. */
interface Answered<T> {
  readonly body: T;
  readonly at: Date | null;
}

/** A page of a query. `isLast`: nothing follows. */
interface Page<T> extends Answered<readonly T[]> {
  readonly isLast: boolean;
}

/** Asks one company's Zoho CRM. Everything rejects with an `IntegrationError`, or with the reason of the signal. */
export interface ZohoClient {
  /** Where what was entered is sent to. */
  readonly origins: readonly string[];
  /** Where users see records. */
  readonly app: string;
  /** Null for an answer without contents, as of an empty list. */
  ask<S extends z.ZodType>(request: Asked, schema: S, signal: AbortSignal): Promise<Answered<z.output<S> | null>>;
  /** What is at a path that ends with the id of a record; null where there is none. */
  read<S extends z.ZodType>(
    path: string,
    query: Readonly<Record<string, string>>,
    schema: S,
    signal: AbortSignal,
  ): Promise<z.output<S> | null>;
  /** Records of a query in COQL, at most 2,000, by their ids. */
  query<S extends z.ZodType>(coql: string, record: S, signal: AbortSignal): Promise<Page<z.output<S>>>;
  /** Makes, changes or deletes one record; gives its id. */
  write(request: Asked, signal: AbortSignal): Promise<string>;
}

interface Asked {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the version, such as `/Contacts`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const version = '/crm/v8';
/** What Zoho answers where nothing is newer than `if-modified-since`. */
const notModified = 304;
const more = z.object({ more_records: z.boolean() });
/** Records that a query gives at most. */
export const pageSize = 2000;

export function zohoClient(
  fetch: typeof globalThis.fetch,
  sessions: Sessions,
  heard: () => void = () => undefined,
): ZohoClient {
  const exchange = exchangeOf(fetch, sessions, heard);
  const ask: ZohoClient['ask'] = async (asked, schema, signal) => {
    const { response, text } = await exchange(asked, signal);
    const date = Date.parse(response.headers.get('date') ?? '');
    const at = Number.isNaN(date) ? null : new Date(date);
    if (response.status === 204 || response.status === notModified) return { body: null, at };
    const read = schema.safeParse(jsonAnswer(text));
    if (!read.success) throw otherForm();
    return { body: read.data, at };
  };
  return {
    origins: [sessions.centre.accounts],
    app: sessions.centre.app,
    ask,
    async read(path, query, schema, signal) {
      try {
        return (await ask({ method: 'GET', path, query }, schema, signal)).body;
      } catch (error) {
        // Of an id that is not there, either nothing is answered or that it is not valid.
        if (isRefusedAs(error, 'INVALID_DATA', 'RECORD_NOT_FOUND')) return null;
        throw error;
      }
    },
    async query(coql, record, signal) {
      const page = z.object({ data: z.array(record).max(pageSize), info: more.optional() });
      const request = { method: 'POST', path: '/coql', body: { select_query: coql } } as const;
      const { body, at } = await ask(request, page, signal);
      const records = body?.data ?? [];
      return { body: records, at, isLast: records.length < pageSize && body?.info?.more_records !== true };
    },
    async write(asked, signal) {
      const { response, text } = await exchange(asked, signal);
      const said = results.safeParse(jsonAnswer(text)).data?.data[0];
      if (said === undefined) throw otherForm();
      // Answers are 200, 201 or 202, with what became of the record inside.
      if (said.status !== 'success' || said.details.id === undefined) {
        const refused = { ...said, details: said.details };
        throw refusalOf(refused, { status: response.status, headers: null }, sessions.secrets());
      }
      return said.details.id;
    },
  };
}

/** One request and its answer; a session that is over is renewed once. */
function exchangeOf(fetch: typeof globalThis.fetch, sessions: Sessions, heard: () => void) {
  const once = async (session: Session, asked: Asked, signal: AbortSignal) => {
    const response = await fetch(...requestOf(session, asked, signal));
    heard();
    return { response, text: await response.text() };
  };
  return async (asked: Asked, signal: AbortSignal) => {
    const session = await sessions.open(signal);
    let answer = await once(session, asked, signal);
    if (answer.response.status === 401 && isOver(answer.text) && sessions.renew(session))
      answer = await once(await sessions.open(signal), asked, signal);
    const { response, text } = answer;
    if (!response.ok && response.status !== notModified) throw errorOf(response, text, sessions.secrets());
    return answer;
  };
}

const recordId = z.string().regex(/^\d{1,30}$/);
const results = z.object({
  data: z
    .array(told.extend({ details: z.object({ id: recordId.optional() }).and(told.shape.details) }))
    .min(1)
    .max(100),
});

function requestOf(session: Session, asked: Asked, signal: AbortSignal): [URL, RequestInit] {
  const url = new URL(`${version}${asked.path}`, session.api);
  for (const [name, value] of Object.entries(asked.query ?? {})) url.searchParams.set(name, value);
  const headers = { authorization: `Zoho-oauthtoken ${session.token}`, accept: 'application/json', ...asked.headers };
  const isEmpty = asked.body === undefined;
  return [
    url,
    {
      method: asked.method,
      redirect: 'error',
      signal,
      headers: isEmpty ? headers : { ...headers, 'content-type': 'application/json' },
      ...(isEmpty ? {} : { body: JSON.stringify(asked.body) }),
    },
  ];
}

/** A token that ended, and not a scope that is missing. */
const isOver = (text: string): boolean => {
  const said = told.safeParse(jsonAnswer(text));
  return !said.success || said.data.code !== 'OAUTH_SCOPE_MISMATCH';
};

const otherForm = () => new IntegrationError('failed', 'Zoho answers in another form', { translationKey: 'failed' });

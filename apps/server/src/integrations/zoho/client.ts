import { z } from 'zod';
import { IntegrationError } from '../connector.ts';
import { jsonAnswer } from '../crm/json-answer.ts';
import { errorOf, refusalOf, told } from './errors.ts';
import type { Session, Sessions } from './sessions.ts';

/** An answer of Zoho: what it says, and when it said so by its own clock. */
interface Answered<T> {
  readonly body: T;
  readonly at: Date | null;
}

/** Asks one company's Zoho CRM. Everything rejects with an `IntegrationError`, or with the reason of the signal. */
export interface ZohoClient {
  /** Where what was entered is sent to. */
  readonly origins: readonly string[];
  /** Where users see records. */
  readonly app: string;
  /** Null for an answer without contents, as of an empty list. */
  ask<S extends z.ZodType>(request: Asked, schema: S, signal: AbortSignal): Promise<Answered<z.output<S> | null>>;
  /** Records of a query in COQL, at most 2,000, by their ids. */
  query<S extends z.ZodType>(coql: string, record: S, signal: AbortSignal): Promise<Answered<z.output<S>[]>>;
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
/** Records that a query gives at most. */
export const pageSize = 2000;

export function zohoClient(
  fetch: typeof globalThis.fetch,
  sessions: Sessions,
  heard: () => void = () => undefined,
): ZohoClient {
  const once = async (session: Session, asked: Asked, signal: AbortSignal): Promise<Response> => {
    const response = await fetch(...requestOf(session, asked, signal));
    heard();
    return response;
  };
  const exchange = async (asked: Asked, signal: AbortSignal): Promise<{ response: Response; text: string }> => {
    const session = await sessions.open(signal);
    let response = await once(session, asked, signal);
    let text = await response.text();
    if (response.status === 401 && isOver(text) && sessions.renew(session)) {
      response = await once(await sessions.open(signal), asked, signal);
      text = await response.text();
    }
    if (!response.ok) throw errorOf(response, text, sessions.secrets());
    return { response, text };
  };
  const ask: ZohoClient['ask'] = async (asked, schema, signal) => {
    const { response, text } = await exchange(asked, signal);
    const date = Date.parse(response.headers.get('date') ?? '');
    const at = Number.isNaN(date) ? null : new Date(date);
    if (response.status === 204) return { body: null, at };
    const read = schema.safeParse(jsonAnswer(text));
    if (!read.success) throw otherForm();
    return { body: read.data, at };
  };
  return {
    origins: [sessions.centre.accounts],
    app: sessions.centre.app,
    ask,
    async query(coql, record, signal) {
      const page = z.object({ data: z.array(record).max(pageSize) });
      const request = { method: 'POST', path: '/coql', body: { select_query: coql } } as const;
      const { body, at } = await ask(request, page, signal);
      return { body: body?.data ?? [], at };
    },
    async write(asked, signal) {
      const { response, text } = await exchange(asked, signal);
      const said = results.safeParse(jsonAnswer(text)).data?.data[0];
      if (said === undefined) throw otherForm();
      // Answers are 200, 201 or 202, with what became of the record inside.
      if (said.status !== 'success' || said.details.id === undefined) {
        const refused = { ...said, details: said.details };
        throw refusalOf(refused, { status: response.status, retryAfter: null }, sessions.secrets());
      }
      return said.details.id;
    },
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

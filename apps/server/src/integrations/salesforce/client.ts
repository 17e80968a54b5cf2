import { z } from 'zod';
import { IntegrationError } from '../connector.ts';
import { jsonAnswer } from '../crm/json-answer.ts';
import { errorOf } from './errors.ts';
import type { Session, Sessions } from './sessions.ts';

/** An answer of Salesforce: what it says, and when it said so by its own clock. */
interface Answered<T> {
  readonly body: T;
  readonly at: Date | null;
}

/** A page of a query. `isLast`: nothing follows; a page that is not the last one may have as few records as Salesforce likes. */
interface Page<T> extends Answered<readonly T[]> {
  readonly isLast: boolean;
}

/** Asks one company's Salesforce. Everything rejects with an `IntegrationError`, or with the reason of the signal. */
export interface SalesforceClient {
  readonly origins: readonly string[];
  /** The host of the company, where its records are. */
  readonly tenant: string;
  /** Where users see a record. */
  urlOf(object: string, id: string): string;
  ask<S extends z.ZodType>(request: Asked, schema: S, signal: AbortSignal): Promise<Answered<z.output<S>>>;
  /** The same where nothing is answered. */
  send(request: Asked, signal: AbortSignal): Promise<void>;
  /** The first page of a SOQL query. `withDeleted`: also what lies in the recycle bin. */
  query<S extends z.ZodType>(
    soql: string,
    record: S,
    signal: AbortSignal,
    options?: { readonly withDeleted?: boolean },
  ): Promise<Page<z.output<S>>>;
  /** Records of a SOSL search. */
  search<S extends z.ZodType>(sosl: string, record: S, signal: AbortSignal): Promise<z.output<S>[]>;
  /** How much of the day's requests the company has used, as of the last answer: 0.5 is half; null where it does not say. */
  usedOfDay(): number | null;
}

interface Asked {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the version, such as `/sobjects/Task`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const version = '/services/data/v67.0';
/** Records on one page, at most. */
export const pageSize = 2000;

export async function salesforceClient(
  fetch: typeof globalThis.fetch,
  sessions: Sessions,
  signal: AbortSignal,
  heard: () => void = () => undefined,
): Promise<SalesforceClient> {
  let used: number | null = null;
  const { origin } = await sessions.open(signal);
  const once = async (session: Session, asked: Asked, given: AbortSignal): Promise<Response> => {
    const response = await fetch(...requestOf(session, asked, given));
    heard();
    used = usedOf(response.headers.get('sforce-limit-info')) ?? used;
    return response;
  };
  const exchange = async (asked: Asked, given: AbortSignal): Promise<{ response: Response; text: string }> => {
    const session = await sessions.open(given);
    let response = await once(session, asked, given);
    let text = await response.text();
    // Sessions end after some hours, which nobody is told before.
    if (response.status === 401 && sessions.renew(session)) {
      response = await once(await sessions.open(given), asked, given);
      text = await response.text();
    }
    if (!response.ok) throw errorOf(response, text, sessions.secrets());
    return { response, text };
  };
  const ask: SalesforceClient['ask'] = async (asked, schema, given) => {
    const { response, text } = await exchange(asked, given);
    const read = schema.safeParse(jsonAnswer(text));
    if (!read.success) throw otherForm();
    const date = Date.parse(response.headers.get('date') ?? '');
    return { body: read.data, at: Number.isNaN(date) ? null : new Date(date) };
  };
  return {
    origins: sessions.origins,
    tenant: new URL(origin).host,
    urlOf: (object, id) => `${origin}/lightning/r/${object}/${id}/view`,
    ask,
    async send(asked, given) {
      await exchange(asked, given);
    },
    async query(soql, record, given, { withDeleted = false } = {}) {
      const page = z.object({ records: z.array(record).max(pageSize), done: z.boolean() });
      const request = { method: 'GET', path: withDeleted ? '/queryAll' : '/query', query: { q: soql } } as const;
      const { body, at } = await ask(request, page, given);
      return { body: body.records, at, isLast: body.done && body.records.length < pageSize };
    },
    async search(sosl, record, given) {
      const found = z.object({ searchRecords: z.array(record).max(pageSize) });
      const { body } = await ask({ method: 'GET', path: '/search', query: { q: sosl } }, found, given);
      return body.searchRecords;
    },
    usedOfDay: () => used,
  };
}

function requestOf(session: Session, asked: Asked, signal: AbortSignal): [URL, RequestInit] {
  const url = new URL(`${version}${asked.path}`, session.origin);
  for (const [name, value] of Object.entries(asked.query ?? {})) url.searchParams.set(name, value);
  const headers = { authorization: `Bearer ${session.token}`, accept: 'application/json', ...asked.headers };
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

/** `api-usage=13500/15000`, perhaps with `per-app-api-usage=…` behind it. */
function usedOf(header: string | null): number | null {
  const [, count, limit] = /(?:^|[\s;,])api-usage=(\d{1,12})\/(\d{1,12})/.exec(header ?? '') ?? [];
  return count === undefined || Number(limit) === 0 ? null : Number(count) / Number(limit);
}

const otherForm = () =>
  new IntegrationError('failed', 'Salesforce answers in another form', { translationKey: 'failed' });

import type { z } from 'zod';
import type { ErrorCode } from '../errors.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Who may call a route: anyone, a signed-in user, or an administrator of the account. */
export type Audience = 'public' | 'user' | 'admin';

/** How the body of a route comes, where it is not JSON. */
export type Intake =
  /** `application/x-www-form-urlencoded`, with so many bytes at most; left out: as many as JSON. */
  | { readonly as: 'form'; readonly largest?: number }
  /** A file of one of these types that is read whole, with so many bytes at most. */
  | { readonly as: 'bytes'; readonly types: readonly string[]; readonly largest: number }
  /** A file of one of these types that is read piece by piece; its reader limits it. */
  | { readonly as: 'stream'; readonly types: readonly string[] };

/**
 * One HTTP operation of the API. `path` is relative to `apiBase` and names its parameters like
 * `/channels/{channelId}`; `params` parses those, `query` the query string, `body` the body, which is JSON unless `takes`
 * says how it comes.
 * `errors` lists the codes beyond the common ones that a caller has to expect.
 */
export interface Route {
  readonly method: Method;
  readonly path: `/${string}`;
  readonly summary: string;
  readonly audience: Audience;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly takes?: Intake;
  readonly reply: z.ZodType;
  readonly errors?: readonly ErrorCode[];
  /** Callers send it as the header `api-version`. */
  readonly apiVersion?: number;
}

/** Keeps the literal types of a route, so that client and server both read its shapes from it. */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}

type In<R extends Route, K extends 'params' | 'query' | 'body'> = R[K] extends z.ZodType
  ? { [P in K]: z.input<R[K]> }
  : unknown;

/** What a caller passes: `params`, `query` and `body`, each only where the route has it. */
export type RouteRequest<R extends Route> = In<R, 'params'> & In<R, 'query'> & In<R, 'body'>;

/** What a caller gets. */
export type RouteReply<R extends Route> = z.output<R['reply']>;

/** Every path of the API starts with this. */
export const apiBase = '/api';

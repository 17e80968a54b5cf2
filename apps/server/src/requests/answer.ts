import type { Route, RouteReply } from '@sidetone/contract/http/route.ts';
import type { z } from 'zod';
import type { Caller } from './callers.ts';
import type { Download, Fleeting, Lasting, Redirected, Streamed, WithCookies } from './download.ts';

type Parsed<R extends Route, K extends 'params' | 'query' | 'body'> = R[K] extends z.ZodType
  ? z.output<R[K]>
  : undefined;

/**
 * What a route's handler is given: everything parsed by the route's schemas. A body that comes as bytes is a `Buffer`, one that
 * comes as a stream a `Readable`.
 */
interface Asked<R extends Route> {
  readonly params: Parsed<R, 'params'>;
  readonly query: Parsed<R, 'query'>;
  readonly body: Parsed<R, 'body'>;
  /** Who asks. On a public route there is nobody, even with a token. */
  readonly caller: R['audience'] extends 'public' ? null : Caller;
  /** The address the request came from. */
  readonly address: string;
  /** A proxy handed it on; where nobody named that proxy as trusted, `address` is the proxy's. */
  readonly handedOn: boolean;
  /** Scheme, host and port that the caller used, such as `http://localhost:8080`. */
  readonly origin: string;
  readonly cookies: string;
  /** What another program shows itself by, empty for nothing. It may be a secret. */
  readonly authorization: string;
}

type Reply<R extends Route> =
  | RouteReply<R>
  | Download
  | Fleeting
  | Lasting
  | Streamed
  | Redirected
  | WithCookies<RouteReply<R>>;
type Handler<R extends Route> = (asked: Asked<R>) => Promise<Reply<R>> | Reply<R>;

/** A route of the contract with the code that answers it; the API mounts it. */
export interface Answer {
  readonly route: Route;
  // biome-ignore lint/suspicious/noExplicitAny: the pair was checked when it was made by `answer`
  readonly handler: (asked: any) => unknown;
}

/** Joins a route of the contract to its handler. A handler refuses by throwing a `Refusal`. */
export const answer = <R extends Route>(route: R, handler: Handler<R>): Answer => ({ route, handler });

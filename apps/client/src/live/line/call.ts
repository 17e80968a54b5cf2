import { errorBody } from '@sidetone/contract/errors.ts';
import { apiBase, type Route, type RouteReply, type RouteRequest } from '@sidetone/contract/http/route.ts';
import { ApiError } from './api-error.ts';

/** How long a request may take, in milliseconds. */
const requestTimeoutMs = 15_000;

interface CallOptions {
  signal?: AbortSignal;
  timeoutMs?: number;
  /** The request goes on after the page is left; its body is small then (64 KiB). */
  keepalive?: boolean;
}

/** Calls one route of the contract. Throws ApiError, or the reason of the signal when the caller gave up. */
export type Call = <R extends Route>(
  route: R,
  request: RouteRequest<R>,
  options?: CallOptions,
) => Promise<RouteReply<R>>;

export interface CallDeps {
  fetch: typeof fetch;
  /** The address that `/api` is below; empty for the page's own origin. */
  origin: string;
  accessToken: () => Promise<string>;
  /** A new token, although the old one seemed valid: the server has refused it. */
  renewToken: () => Promise<string>;
  /** What a reply waits for before it is handed over; none where it is missing. */
  whenShowable?: (reply: unknown) => Promise<void> | null;
}

/** Makes the one function through which everything on this side sends HTTP requests to the server. */
export function callOver(deps: CallDeps): Call {
  return async (route, request, options = {}) => {
    const isPublic = route.audience === 'public';
    const first = await send(deps, route, request, options, isPublic ? null : await deps.accessToken());
    const isFinal = isPublic || first.status !== 401;
    // The clock of this machine may be wrong, or the token was revoked: ask once more with a new one.
    const response = isFinal ? first : await send(deps, route, request, options, await deps.renewToken());
    const reply = await read(route, response);
    await deps.whenShowable?.(reply);
    return reply;
  };
}

async function send(
  deps: CallDeps,
  route: Route,
  request: unknown,
  { signal, timeoutMs = requestTimeoutMs, keepalive = false }: CallOptions,
  token: string | null,
): Promise<Response> {
  const parts = request as { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
  const timeout = AbortSignal.timeout(timeoutMs);
  const headers: Record<string, string> = { accept: 'application/json' };
  if (token !== null) headers['authorization'] = `Bearer ${token}`;
  if (route.apiVersion !== undefined) headers['api-version'] = String(route.apiVersion);
  // A form names its own type.
  const form = route.takes?.as === 'form';
  if (parts.body !== undefined && !form) headers['content-type'] = 'application/json';
  try {
    return await deps.fetch(deps.origin + addressOf(route, parts), {
      method: route.method,
      headers,
      ...(parts.body === undefined
        ? {}
        : { body: form ? new URLSearchParams(parts.body as Record<string, string>) : JSON.stringify(parts.body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(keepalive ? { keepalive } : {}),
    });
  } catch (cause) {
    if (signal?.aborted) throw cause;
    if (timeout.aborted) throw new ApiError('TIMEOUT', `${route.method} ${route.path} took too long`, { cause });
    throw new ApiError('NETWORK', `${route.method} ${route.path} did not reach the server`, { cause });
  }
}

async function read<R extends Route>(route: R, response: Response): Promise<RouteReply<R>> {
  const text = await response.text();
  const json = parseJson(text);
  if (!response.ok) {
    const body = errorBody.safeParse(json);
    if (body.success) throw new ApiError(body.data.code, body.data.message, { body: body.data });
    throw new ApiError(
      response.status >= 500 ? 'UNAVAILABLE' : 'BAD_REPLY',
      `${route.path} answered ${response.status}`,
    );
  }
  const reply = route.reply.safeParse(json);
  if (!reply.success) throw new ApiError('BAD_REPLY', `${route.path} broke its schema`, { cause: reply.error });
  return reply.data as RouteReply<R>;
}

function parseJson(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // A proxy's error page; the status says what happened.
  }
}

/** The path of a route with its parameters and its query filled in. */
export function addressOf(
  route: Route,
  { params = {}, query = {} }: { params?: Record<string, unknown>; query?: Record<string, unknown> },
): string {
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const tail = search.toString();
  return `${apiBase}${path}${tail === '' ? '' : `?${tail}`}`;
}

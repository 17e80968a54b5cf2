import { errorBody } from '@sidetone/contract/errors.ts';
import type { Route, RouteRequest } from '@sidetone/contract/http/route.ts';
import { ApiError } from './api-error.ts';
import { addressOf } from './call.ts';
import { accessToken, renewToken } from './session.ts';

/** Fetches the answer of a route of the contract as a file. Throws ApiError. */
export function fetchFile<R extends Route>(route: R, request: RouteRequest<R>, signal?: AbortSignal): Promise<Blob> {
  return fetchFileAt(addressOf(route, request as Parameters<typeof addressOf>[1]), signal);
}

/** The same for a route that makes the file of what is sent. Throws ApiError, or the reason of `signal`. */
export function sendForFile<R extends Route>(route: R, request: RouteRequest<R>, signal: AbortSignal): Promise<Blob> {
  const { body } = request as { body?: unknown };
  const headers = { 'content-type': 'application/json' };
  const how = { method: route.method, headers, body: JSON.stringify(body), cache: 'no-store', signal } as const;
  return fetchAs(addressOf(route, request as Parameters<typeof addressOf>[1]), how);
}

/** Fetches the picture of a user, whose address changes with it: the browser may keep it. Throws ApiError. */
export const fetchPicture = (path: string): Promise<Blob> => fetchAs(path, {});

/** Fetches a file of our own server by the address that the server gave: a path on this origin. Throws ApiError. */
export function fetchFileAt(path: string, signal?: AbortSignal): Promise<Blob> {
  // The next user of this browser must not find it.
  return fetchAs(path, { cache: 'no-store', ...(signal && { signal }) });
}

async function fetchAs(
  path: string,
  how: RequestInit & { readonly headers?: Readonly<Record<string, string>> },
): Promise<Blob> {
  const ask = async (token: string): Promise<Response> => {
    try {
      return await fetch(path, { ...how, headers: { ...how.headers, authorization: `Bearer ${token}` } });
    } catch (cause) {
      if (how.signal?.aborted) throw cause;
      throw new ApiError('NETWORK', `${path} did not reach the server`, { cause });
    }
  };
  const first = await ask(await accessToken());
  const response = first.status === 401 ? await ask(await renewToken()) : first;
  if (response.ok) return await response.blob();
  const body = errorBody.safeParse(await response.json().catch(() => null));
  throw body.success
    ? new ApiError(body.data.code, body.data.message, { body: body.data })
    : new ApiError('UNAVAILABLE', `${path} answered ${response.status}`);
}

import { errorBody } from '@sidetone/contract/errors.ts';
import type { Route, RouteRequest } from '@sidetone/contract/http/route.ts';
import { ApiError } from './api-error.ts';
import { addressOf } from './call.ts';
import { accessToken, renewToken } from './session.ts';

/** Fetches the answer of a route of the contract as a file. Throws ApiError. */
export function fetchFile<R extends Route>(route: R, request: RouteRequest<R>, signal?: AbortSignal): Promise<Blob> {
  return fetchFileAt(addressOf(route, request as Parameters<typeof addressOf>[1]), signal);
}

/** Fetches a file of our own server by the address that the server gave: a path on this origin. Throws ApiError. */
export async function fetchFileAt(path: string, signal?: AbortSignal): Promise<Blob> {
  const ask = async (token: string): Promise<Response> => {
    try {
      return await fetch(path, {
        // The next user of this browser must not find it.
        cache: 'no-store',
        headers: { authorization: `Bearer ${token}` },
        ...(signal && { signal }),
      });
    } catch (cause) {
      if (signal?.aborted) throw cause;
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

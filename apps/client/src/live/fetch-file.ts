import { errorBody } from '@sidetone/contract/errors.ts';
import type { Route, RouteRequest } from '@sidetone/contract/http/route.ts';
import { ApiError } from './api-error.ts';
import { addressOf } from './call.ts';
import { accessToken, renewToken } from './session.ts';

/** Fetches what a route of the contract answers with as a file. Throws ApiError. */
export async function fetchFile<R extends Route>(
  route: R,
  request: RouteRequest<R>,
  signal?: AbortSignal,
): Promise<Blob> {
  const ask = async (token: string): Promise<Response> => {
    try {
      return await fetch(addressOf(route, request as Parameters<typeof addressOf>[1]), {
        headers: { authorization: `Bearer ${token}` },
        ...(signal && { signal }),
      });
    } catch (cause) {
      if (signal?.aborted) throw cause;
      throw new ApiError('NETWORK', `${route.path} did not reach the server`, { cause });
    }
  };
  const first = await ask(await accessToken());
  const response = first.status === 401 ? await ask(await renewToken()) : first;
  if (response.ok) return await response.blob();
  const body = errorBody.safeParse(await response.json().catch(() => null));
  throw body.success
    ? new ApiError(body.data.code, body.data.message, { body: body.data })
    : new ApiError('UNAVAILABLE', `${route.path} answered ${response.status}`);
}

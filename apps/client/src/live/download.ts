import type { Route, RouteRequest } from '@sidetone/contract/http/route.ts';
import { ApiError } from './api-error.ts';
import { addressOf } from './call.ts';
import { accessToken } from './session.ts';

/** The file behind a route. Throws ApiError. */
export async function fetchFile<R extends Route>(route: R, request: RouteRequest<R>): Promise<Blob> {
  const headers = { authorization: `Bearer ${await accessToken()}` };
  const response = await fetch(addressOf(route, request as object), { headers }).catch((cause: unknown) => {
    throw new ApiError('NETWORK', `${route.path} did not reach the server`, { cause });
  });
  if (!response.ok) {
    throw new ApiError(response.status === 404 ? 'NOT_FOUND' : 'UNAVAILABLE', `${route.path}: ${response.status}`);
  }
  return response.blob();
}

/** Fetches the file behind a route and hands it to the browser to save as `name`. Throws ApiError. */
export async function download<R extends Route>(route: R, request: RouteRequest<R>, name: string): Promise<void> {
  const url = URL.createObjectURL(await fetchFile(route, request));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

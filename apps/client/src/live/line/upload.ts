import { errorBody } from '@sidetone/contract/errors.ts';
import type { Route, RouteReply, RouteRequest } from '@sidetone/contract/http/route.ts';
import { ApiError } from './api-error.ts';
import { addressOf } from './call.ts';
import { accessToken } from './session.ts';

/** Sends a file unchanged as the body of a route; the reply is parsed by the route. Throws ApiError. */
export async function upload<R extends Route>(
  route: R,
  request: Omit<RouteRequest<R>, 'body'>,
  file: Blob,
): Promise<RouteReply<R>> {
  const headers = { authorization: `Bearer ${await accessToken()}`, 'content-type': file.type };
  const address = addressOf(route, request as object);
  const response = await fetch(address, { method: route.method, headers, body: file }).catch((cause: unknown) => {
    throw new ApiError('NETWORK', `${route.path} did not reach the server`, { cause });
  });
  const reply: unknown = await response.json().catch(() => undefined);
  if (!response.ok) {
    const refused = errorBody.safeParse(reply);
    if (!refused.success) throw new ApiError('UNAVAILABLE', `${route.path} answered ${response.status}`);
    throw new ApiError(refused.data.code, refused.data.message, { body: refused.data });
  }
  const parsed = route.reply.safeParse(reply);
  if (!parsed.success) throw new ApiError('BAD_REPLY', `${route.path} broke its schema`, { cause: parsed.error });
  return parsed.data as RouteReply<R>;
}

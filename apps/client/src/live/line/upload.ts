import { errorBody } from '@sidetone/contract/errors.ts';
import type { Route, RouteReply, RouteRequest } from '@sidetone/contract/http/route.ts';
import { ApiError } from './api-error.ts';
import { addressOf } from './call.ts';
import { accessToken } from './session.ts';

export interface UploadOptions {
  /** Gets the share that was sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
  /** Gives the upload up, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
}

/** Sends a file unchanged as the body of a route; the reply is parsed by the route. Throws ApiError. */
export async function upload<R extends Route>(
  route: R,
  request: Omit<RouteRequest<R>, 'body'>,
  file: Blob,
  options: UploadOptions = {},
): Promise<RouteReply<R>> {
  const { status, text } = await send(route, addressOf(route, request as object), file, options);
  const reply = parsedJson(text);
  if (status < 200 || status > 299) {
    const refused = errorBody.safeParse(reply);
    if (!refused.success) throw new ApiError('UNAVAILABLE', `${route.path} answered ${status}`);
    throw new ApiError(refused.data.code, refused.data.message, { body: refused.data });
  }
  const parsed = route.reply.safeParse(reply);
  if (!parsed.success) throw new ApiError('BAD_REPLY', `${route.path} broke its schema`, { cause: parsed.error });
  return parsed.data as RouteReply<R>;
}

/** With `XMLHttpRequest`, since `fetch` does not report its progress. */
async function send(
  route: Route,
  address: string,
  file: Blob,
  { onProgress, signal }: UploadOptions,
): Promise<{ status: number; text: string }> {
  const token = await accessToken();
  signal?.throwIfAborted();
  return await new Promise((fulfil, reject) => {
    const request = new XMLHttpRequest();
    request.open(route.method, address);
    request.setRequestHeader('authorization', `Bearer ${token}`);
    request.setRequestHeader('content-type', file.type);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 1 : loaded / total);
    request.onload = () => fulfil({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new ApiError('NETWORK', `${route.path} did not reach the server`));
    request.onabort = () => reject(signal?.reason);
    signal?.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // A proxy's error page; the status says what happened.
  }
}

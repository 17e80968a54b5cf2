import type { Route, RouteRequest } from '@sidetone/contract/http/route.ts';
import { fetchFile } from './fetch-file.ts';

/** Fetches the file behind a route and has the browser save it as `name`. Throws ApiError. */
export async function download<R extends Route>(route: R, request: RouteRequest<R>, name: string): Promise<void> {
  const url = URL.createObjectURL(await fetchFile(route, request));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

import type { Route, RouteRequest } from '@sidetone/contract/http/route.ts';
import { saveFile } from '#platform/save-file.ts';
import { fetchFile } from './fetch-file.ts';

/** Fetches the file behind a route and has the browser save it as `name`. Throws ApiError. */
export async function download<R extends Route>(route: R, request: RouteRequest<R>, name: string): Promise<void> {
  saveFile(await fetchFile(route, request), name);
}

import { routes } from '@sidetone/contract/http/routes.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#live/http.ts';

/** What the server says before anybody has signed in; undefined until it has answered. */
export function useServerInfo() {
  return useQuery({
    queryKey: ['server-info'],
    queryFn: ({ signal }) => call(routes.serverInfo, {}, { signal }),
    staleTime: 30_000,
  }).data;
}

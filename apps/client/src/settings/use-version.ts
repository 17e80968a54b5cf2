import { sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '#live/line/http.ts';

/** The version of the server, which is also that of the app it serves; null until it has told the signed-in user. */
export function useVersion(): string | null {
  const { data } = useQuery({
    queryKey: ['server-version'],
    queryFn: ({ signal }) => call(sessionRoutes.serverVersion, {}, { signal }),
    staleTime: 30_000,
  });
  return data?.version ?? null;
}

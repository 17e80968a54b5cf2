import { sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#live/line/http.ts';

const queryKey = ['server-info'];

/** The server's information for users who are not signed in; undefined until it has answered. */
export function useServerInfo() {
  return useServerQuestion().data;
}

/** Whether the server is being asked now, and nothing is known of it yet. */
export function useIsAskingServer(): boolean {
  const { isPending, fetchStatus } = useServerQuestion();
  return isPending && fetchStatus === 'fetching';
}

const useServerQuestion = () =>
  useQuery({
    queryKey,
    queryFn: ({ signal }) => call(sessionRoutes.serverInfo, {}, { signal }),
    staleTime: 30_000,
  });

/** Asks the server again, for example after the account was made. */
export function useServerInfoAgain(): () => Promise<void> {
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey });
}

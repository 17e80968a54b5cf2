import { type OwnSignIn, ownSignInRoutes } from '@sidetone/contract/http/sign-in/own-sign-in-routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { apiTokensKey } from '#api-tokens/use-api-tokens.ts';
import { call } from '#live/line/http.ts';
import { signOut } from '#live/line/session.ts';
import { mcpTokensKey } from './assistants/use-mcp-tokens.ts';

const queryKey = ['sign-ins'];

interface SignIns {
  readonly list: readonly OwnSignIn[];
  readonly status: 'loading' | 'ready' | 'failed';
  retry(): void;
  /** Signs out in one place. Rejects with ApiError; one that was gone already counts as done by the caller. */
  end(signInId: string): Promise<void>;
  /** Signs out everywhere, here last. Rejects with ApiError when the server did not, and then nothing has ended here. */
  endAll(): Promise<void>;
}

/** Where the person is signed in; asked again whenever the page comes to the front. */
export function useSignIns(): SignIns {
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(ownSignInRoutes.ownSignIns, {}, { signal }),
    refetchOnWindowFocus: true,
    refetchOnMount: 'always',
  });
  return {
    list: data?.signIns ?? [],
    status: data ? 'ready' : isError ? 'failed' : 'loading',
    retry: () => void refetch(),
    async end(signInId) {
      try {
        await call(ownSignInRoutes.endSignIn, { params: { signInId } });
      } finally {
        await queries.invalidateQueries({ queryKey });
      }
    },
    async endAll() {
      await call(ownSignInRoutes.endOtherSignIns, {});
      await signOut();
    },
  };
}

/** Asks again where the person is signed in, and which assistants and programs have access, as after a new password. */
export function useSignInsAgain(): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    const keys = [queryKey, mcpTokensKey, apiTokensKey];
    await Promise.all(keys.map((one) => queries.invalidateQueries({ queryKey: one })));
  };
}

import type { ApiToken, NewApiToken } from '@sidetone/contract/entities/api-token.ts';
import { apiTokenRoutes } from '@sidetone/contract/http/api-token-routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#live/line/http.ts';

/** Whose tokens: those of the company, or the user's own. */
export type TokenOwner = 'company' | 'user';

/** What is known of the tokens is kept under it. */
export const apiTokensKey = ['api-tokens'];

const routesOf = {
  company: {
    list: apiTokenRoutes.companyTokens,
    create: apiTokenRoutes.createCompanyToken,
    remove: apiTokenRoutes.deleteCompanyToken,
  },
  user: {
    list: apiTokenRoutes.personalTokens,
    create: apiTokenRoutes.createPersonalToken,
    remove: apiTokenRoutes.deletePersonalToken,
  },
} as const;

const none: readonly ApiToken[] = [];

interface ApiTokens {
  readonly list: readonly ApiToken[];
  readonly status: 'loading' | 'ready' | 'failed';
  retry(): void;
  /** Gives the token, which can be shown now and never again. Rejects with ApiError. */
  create(about: NewApiToken): Promise<string>;
  /** Rejects with ApiError. */
  remove(tokenId: string): Promise<void>;
}

/** API tokens; asked again whenever the page comes to the front. */
export function useApiTokens(owner: TokenOwner): ApiTokens {
  const queries = useQueryClient();
  const routes = routesOf[owner];
  const queryKey = [...apiTokensKey, owner];
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(routes.list, {}, { signal }),
    refetchOnWindowFocus: true,
    refetchOnMount: 'always',
  });
  return {
    list: data?.tokens ?? none,
    status: data ? 'ready' : isError ? 'failed' : 'loading',
    retry: () => void refetch(),
    async create(body) {
      // The form offers scopes of this owner alone.
      const { token } = await call(routes.create as typeof apiTokenRoutes.createPersonalToken, { body: body as never });
      await queries.invalidateQueries({ queryKey });
      return token;
    },
    async remove(tokenId) {
      try {
        await call(routes.remove, { params: { tokenId } });
      } finally {
        await queries.invalidateQueries({ queryKey });
      }
    },
  };
}

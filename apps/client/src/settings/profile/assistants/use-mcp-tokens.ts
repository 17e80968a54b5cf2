import { type McpToken, mcpRoutes } from '@sidetone/contract/http/ai/mcp-routes.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#live/line/http.ts';

/** What is known of the tokens is kept under it. */
export const mcpTokensKey = ['mcp-tokens'];
const queryKey = mcpTokensKey;

interface McpTokens {
  readonly list: readonly McpToken[];
  readonly status: 'loading' | 'ready' | 'failed';
  retry(): void;
  /** Gives the token, which can be shown now and never again. Rejects with ApiError. */
  create(about: { name: string; mayWriteNotes: boolean }): Promise<string>;
  /** Rejects with ApiError; one that was gone already counts as done by the caller. */
  remove(tokenId: string): Promise<void>;
}

/** The person's tokens for AI assistants; asked again whenever the page comes to the front. */
export function useMcpTokens(): McpTokens {
  const queries = useQueryClient();
  const { data, isError, refetch } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(mcpRoutes.mcpTokens, {}, { signal }),
    refetchOnWindowFocus: true,
    refetchOnMount: 'always',
  });
  return {
    list: data?.tokens ?? [],
    status: data ? 'ready' : isError ? 'failed' : 'loading',
    retry: () => void refetch(),
    async create(body) {
      const { token } = await call(mcpRoutes.createMcpToken, { body });
      await queries.invalidateQueries({ queryKey });
      return token;
    },
    async remove(tokenId) {
      try {
        await call(mcpRoutes.deleteMcpToken, { params: { tokenId } });
      } finally {
        await queries.invalidateQueries({ queryKey });
      }
    },
  };
}

import { mcpRoutes } from '@sidetone/contract/http/ai/mcp-routes.ts';
import type { Logger } from 'pino';
import { answer } from '../../requests/answer.ts';
import type { Feature } from '../../requests/feature.ts';
import type { Database } from '../../storage/database.ts';
import type { CallsOfUsers } from './ports.ts';
import { mcpService } from './service.ts';
import { type Assistant, assistantOf, makeToken, removeToken, tokensOf } from './tokens.ts';

/** What speaks the Model Context Protocol: `find` first, then `serve`, one request after the other. */
export interface McpDoor {
  find(token: string): Promise<Assistant>;
  serve(request: Request, body: unknown, assistant: Assistant): Promise<Response>;
}

interface McpDeps {
  readonly db: Database;
  readonly version: string;
  readonly calls: CallsOfUsers;
  readonly log: Logger;
}

/** Assistants that read the calls of their user, and the tokens that they do it with. */
export function mcpFeature(deps: McpDeps): Feature & { readonly door: McpDoor } {
  const { db } = deps;
  const service = mcpService(deps);
  return {
    door: { find: (token) => assistantOf(db, token), serve: service.serve },
    answers: [
      answer(mcpRoutes.mcpTokens, async ({ caller }) => ({ tokens: await tokensOf(db, caller) })),
      answer(mcpRoutes.createMcpToken, ({ caller, body, address }) => makeToken(db, body, { caller, address })),
      answer(mcpRoutes.deleteMcpToken, async ({ caller, params, address }) => {
        await removeToken(db, params.tokenId, { caller, address });
        return {};
      }),
    ],
    stop: service.stop,
  };
}

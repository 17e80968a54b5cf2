import { z } from 'zod';
import { timestamp, typedName } from '../../entities/common.ts';
import { defineRoute } from '../route.ts';

/** Where programs speak the Model Context Protocol with the server, below its own address. */
export const mcpPath = '/api/mcp';

/** Most tokens for assistants that one user may have. */
export const mostMcpTokens = 20;

/** What an assistant reads a user's calls with, without the token itself. */
export const mcpToken = z.object({
  id: z.string().min(1),
  name: z.string(),
  mayWriteNotes: z.boolean(),
  createdAt: timestamp,
  expiresAt: timestamp,
  /** To the hour; null where nobody has used it. */
  lastUsedAt: timestamp.nullable(),
});
export type McpToken = z.infer<typeof mcpToken>;

/** Tokens by which AI assistants read a user's own calls (docs/MCP.md). */
export const mcpRoutes = {
  mcpTokens: defineRoute({
    method: 'GET',
    path: '/users/me/mcp-tokens',
    summary: 'List your tokens for AI assistants (MCP), newest first',
    audience: 'user',
    reply: z.object({ tokens: z.array(mcpToken) }),
  }),

  createMcpToken: defineRoute({
    method: 'POST',
    path: '/users/me/mcp-tokens',
    summary: 'Make a token by which an AI assistant reads your calls for a year; only this reply contains it',
    audience: 'user',
    body: z.object({ name: typedName(60), mayWriteNotes: z.boolean().default(false) }),
    reply: mcpToken.extend({ token: z.string() }),
    errors: ['CONFLICT'],
  }),

  deleteMcpToken: defineRoute({
    method: 'DELETE',
    path: '/users/me/mcp-tokens/{tokenId}',
    summary: 'Delete a token; the assistant that has it gets nothing any longer',
    audience: 'user',
    params: z.object({ tokenId: z.string().min(1).max(200) }),
    reply: z.object({}),
  }),
} as const;

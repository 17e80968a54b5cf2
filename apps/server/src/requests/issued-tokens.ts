import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Writer } from '../storage/writer.ts';

const digestOf = (token: string): string => createHash('sha256').update(token).digest('base64url');

/**
 * Tokens by which software of others comes in. The server keeps their digests alone. `prefix` keeps anybody from taking one
 * for another token, and lets tools that look for leaked secrets know it.
 */
export function issuedTokens(table: 'mcp_tokens' | 'assistant_tokens' | 'api_tokens', prefix: string) {
  return {
    /** A new one, which is said once, and its digest. */
    make(): { token: string; hash: string } {
      const token = prefix + randomBytes(32).toString('base64url');
      return { token, hash: digestOf(token) };
    },
    /** The digest of what somebody came with; null for what is no token of this kind. */
    hashOf: (token: string): string | null => (token.startsWith(prefix) ? digestOf(token) : null),
    /** Remembers, to the hour, that a token was used. */
    async noteUse(db: Writer, id: string): Promise<void> {
      await sql`update ${sql.table(table)} set last_used_at = now()
        where id = ${id} and (last_used_at is null or last_used_at < now() - interval '1 hour')`.execute(db);
    },
  };
}

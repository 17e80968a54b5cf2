import type { AiPurpose } from '@sidetone/contract/entities/ai-connection.ts';
import { aiServiceKind } from '@sidetone/contract/entities/ai-settings.ts';
import { flags } from '@sidetone/contract/entities/flags.ts';
import { preferredProvider, serviceInUse } from '@sidetone/contract/rules/ai/ai-services.ts';
import type { Database } from '../../storage/database.ts';
import type { ConnectionRow } from './connection-row.ts';

/**
 * The connection that works for an account and a purpose: among its own where it has any of that purpose, else among the
 * server's. Null where there is none.
 */
export async function rowInUse(db: Database, accountId: string, purpose: AiPurpose): Promise<ConnectionRow | null> {
  const found = await db
    .selectFrom('accounts')
    .leftJoin('ai_connections', (join) =>
      join
        .on('ai_connections.purpose', '=', purpose)
        .on((row) =>
          row.or([
            row('ai_connections.account_id', '=', row.ref('accounts.id')),
            row('ai_connections.account_id', 'is', null),
          ]),
        ),
    )
    .selectAll('ai_connections')
    .select('accounts.flags as account_flags')
    .where('accounts.id', '=', accountId)
    .orderBy('ai_connections.created_at')
    .orderBy('ai_connections.id')
    .execute();
  const [first] = found;
  if (!first) return null;
  const rows = found.flatMap(({ account_flags: _, ...row }) => (row.id === null ? [] : [row as ConnectionRow]));
  const own = rows.filter((row) => row.account_id !== null);
  const choices = (own.length > 0 ? own : rows).flatMap((row) => {
    const kind = aiServiceKind.safeParse(row.kind);
    return kind.success ? [{ row, purpose, kind: kind.data, url: row.url, confirmedAt: row.confirmed_at }] : [];
  });
  return serviceInUse(choices, purpose, preferredProvider(flags.parse(first.account_flags)))?.row ?? null;
}

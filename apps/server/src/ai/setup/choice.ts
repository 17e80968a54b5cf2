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
  const account = await db.selectFrom('accounts').select('flags').where('id', '=', accountId).executeTakeFirst();
  if (!account) return null;
  const rows = await db
    .selectFrom('ai_connections')
    .selectAll()
    .where('purpose', '=', purpose)
    .where((row) => row.or([row('account_id', '=', accountId), row('account_id', 'is', null)]))
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const own = rows.filter((row) => row.account_id !== null);
  const choices = (own.length > 0 ? own : rows).flatMap((row) => {
    const kind = aiServiceKind.safeParse(row.kind);
    return kind.success ? [{ row, purpose, kind: kind.data, url: row.url, confirmedAt: row.confirmed_at }] : [];
  });
  return serviceInUse(choices, purpose, preferredProvider(flags.parse(account.flags)))?.row ?? null;
}

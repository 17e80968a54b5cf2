import { type CallSettings, callSettings } from '@sidetone/contract/entities/call-settings.ts';
import { sql } from 'kysely';
import { audit } from '../../requests/audit.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';

export type CallSettingsChange = { readonly [Name in keyof CallSettings]?: CallSettings[Name] | undefined };

interface ChangedBy {
  readonly accountId: string;
  /** Null for the command line. */
  readonly userId: string | null;
  readonly address: string | null;
}

/**
 * Changes how an account wants its calls, with a line in the audit log; what is not given stays. Calls that run keep what
 * they began with. Throws `Refusal` CONFLICT for an account's own music where there is none.
 */
export async function changeCallSettings(
  db: Database,
  by: ChangedBy,
  change: CallSettingsChange,
  hasOwnMusic: () => Promise<boolean>,
  action: 'callSettings.changed' | 'holdMusic.changed' | 'holdMusic.removed' = 'callSettings.changed',
): Promise<CallSettings> {
  const { accountId, userId: actorUserId, address } = by;
  if (change.holdMusic === 'own' && !(await hasOwnMusic())) {
    throw new Refusal('CONFLICT', 'Upload music of your own first.');
  }
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  return await db.transaction().execute(async (trx) => {
    const row = await trx
      .updateTable('accounts')
      // Merged in the database, so that two changes at once both stay.
      .set({ call_settings: sql<string>`call_settings || ${JSON.stringify(given)}::jsonb` })
      .where('id', '=', accountId)
      .returning('call_settings')
      .executeTakeFirst();
    if (!row) throw notFound('account');
    if (Object.keys(given).length > 0) {
      await audit(trx, { accountId, actorUserId, address, action, target: accountId, detail: given });
    }
    return callSettings.parse(row.call_settings);
  });
}

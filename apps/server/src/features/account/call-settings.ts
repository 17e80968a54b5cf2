import { type CallSettings, callSettings } from '@sidetone/contract/entities/call-settings.ts';
import { sql } from 'kysely';
import { notFound, Refusal } from '../../identity/refusal.ts';
import type { Database } from '../../storage/database.ts';

export type CallSettingsChange = { readonly [Name in keyof CallSettings]?: CallSettings[Name] | undefined };

/**
 * Changes how an account wants its calls; what is not given stays. Calls that run keep what they began with. Throws
 * `Refusal` CONFLICT for an account's own music where there is none.
 */
export async function changeCallSettings(
  db: Database,
  accountId: string,
  change: CallSettingsChange,
  hasOwnMusic: () => Promise<boolean>,
): Promise<CallSettings> {
  if (change.holdMusic === 'own' && !(await hasOwnMusic())) {
    throw new Refusal('CONFLICT', 'Upload music of your own first.');
  }
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const row = await db
    .updateTable('accounts')
    // Merged in the database, so that two changes at once both stay.
    .set({ call_settings: sql<string>`call_settings || ${JSON.stringify(given)}::jsonb` })
    .where('id', '=', accountId)
    .returning('call_settings')
    .executeTakeFirst();
  if (!row) throw notFound('account');
  return callSettings.parse(row.call_settings);
}

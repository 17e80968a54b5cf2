import { sql } from 'kysely';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';

interface Change {
  readonly isConnected: boolean;
  /** The user chose it, and not the app that starts or ends. */
  readonly isUserConfigured: boolean;
}

/**
 * Connects a phone to its user's app or disconnects it. Users who switch off their last phone that is online have no default
 * phone any more. Throws `Refusal` NOT_FOUND for a phone that is not the user's.
 */
export async function setConnection(db: Database, userId: string, phoneId: string, change: Change): Promise<void> {
  const { isConnected, isUserConfigured } = change;
  await db.transaction().execute(async (transaction) => {
    // One after the other: two phones that are switched off at the same moment are the last ones together.
    const own = await transaction
      .selectFrom('phones')
      .select(['id', 'state', 'is_connected', 'is_disconnected_by_user'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .forUpdate()
      .execute();
    if (!own.some(({ id }) => id === phoneId)) throw notFound('phone');
    await transaction
      .updateTable('phones')
      // What the app does by itself when it starts or ends never undoes what the user chose.
      .set({ is_connected: isConnected, ...(isUserConfigured ? { is_disconnected_by_user: !isConnected } : {}) })
      .where('id', '=', phoneId)
      .execute();
    const online = own.filter(
      (phone) => phone.state === 'REGISTER_SUCCESS' && phone.is_connected && !phone.is_disconnected_by_user,
    );
    if (!isUserConfigured || isConnected || online.length !== 1 || online[0]?.id !== phoneId) return;
    await transaction
      .updateTable('users')
      .set({ settings: sql<string>`settings || '{"defaultPhoneId": null}'::jsonb` })
      .where('id', '=', userId)
      .where(sql<boolean>`settings ->> 'defaultPhoneId' is not null`)
      .execute();
  });
}

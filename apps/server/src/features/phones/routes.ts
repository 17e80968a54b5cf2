import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../identity/answer.ts';
import { notFound, Refusal } from '../../identity/refusal.ts';
import type { Database } from '../../storage/database.ts';

/** What people set about their own phones of the classic generation. */
export const phoneRoutes = (db: Database): Answer[] => [
  answer(routes.setPhoneConnection, async ({ caller, params, body }) => {
    const { isConnected, isUserConfigured } = body;
    const { numUpdatedRows } = await db
      .updateTable('phones')
      // What the app does by itself when it starts or ends never undoes what the user chose.
      .set({ is_connected: isConnected, ...(isUserConfigured ? { is_disconnected_by_user: !isConnected } : {}) })
      .where('id', '=', params.id)
      .where('user_id', '=', caller.userId)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw notFound('phone');
    return {};
  }),

  answer(routes.setPhoneCallerId, async ({ caller, params, body }) => {
    const phone = await db
      .selectFrom('phones')
      .select('phone_numbers')
      .where('id', '=', params.id)
      .where('user_id', '=', caller.userId)
      .executeTakeFirst();
    if (!phone) throw notFound('phone');
    const { callerId } = body;
    const allowed = ['anonymous', 'suppressed', ...phone.phone_numbers.map(({ phoneNumber }) => phoneNumber)];
    if (callerId !== null && !allowed.includes(callerId)) {
      throw new Refusal('BAD_REQUEST', 'This number does not belong to the phone.');
    }
    await db.updateTable('phones').set({ caller_id: callerId }).where('id', '=', params.id).execute();
    return {};
  }),
];

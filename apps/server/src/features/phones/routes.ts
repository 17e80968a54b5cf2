import { routes } from '@sidetone/contract/http/routes.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { checkedCallerId } from './caller-id.ts';
import { setConnection } from './connection.ts';

/** What people set about their own phones of the classic generation. */
export const phoneRoutes = (db: Database): Answer[] => [
  answer(routes.setPhoneConnection, async ({ caller, params, body }) => {
    await setConnection(db, caller.userId, params.id, body);
    return {};
  }),

  answer(routes.setPhoneCallerId, async ({ caller, params, body }) => {
    const phone = await db
      .selectFrom('phones')
      .innerJoin('accounts', 'accounts.id', 'phones.account_id')
      .select(['phone_numbers', 'accounts.country', 'accounts.area_code'])
      .where('phones.id', '=', params.id)
      .where('phones.user_id', '=', caller.userId)
      .executeTakeFirst();
    if (!phone) throw notFound('phone');
    const place = { country: phone.country, areaCode: phone.area_code };
    const callerId = await checkedCallerId(db, caller, body.callerId, { ...place, own: phone.phone_numbers });
    await db.transaction().execute(async (transaction) => {
      await transaction.updateTable('phones').set({ caller_id: callerId }).where('id', '=', params.id).execute();
      if (body.channelId === undefined) return;
      const { numUpdatedRows } = await transaction
        .updateTable('channel_members')
        .set({ phone_id: params.id })
        .where('channel_id', '=', body.channelId)
        .where('user_id', '=', caller.userId)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw notFound('channel');
    });
    return { callerId };
  }),
];

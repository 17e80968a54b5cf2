import { routes } from '@sidetone/contract/http/routes.ts';
import { sql } from 'kysely';
import { beginPause, endPause, noPause } from '../../identity/queue-pauses.ts';
import { type Answer, answer } from '../../requests/answer.ts';
import type { Caller } from '../../requests/callers.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { isMember } from './access.ts';
import { setLineForwarding } from './line-forwarding.ts';
import { setLineVoicemail } from './line-voicemail.ts';
import { numbersOf, readChannelSettings } from './settings.ts';

/** What members set for themselves in their channels, and how they are reached. */
export const channelRoutes = (db: Database): Answer[] => [
  ...dndAnswers(db),
  ...queueAnswers(db),
  ...pauseAnswers(db),
  ...settingsAnswers(db),
  ...numberAnswers(db),
];

const requireMember = async (db: Database, caller: Caller, channelId: string): Promise<void> => {
  if (!(await isMember(db, caller, channelId))) throw notFound('channel');
};

/** Members set for themselves alone, administrators too: whose phone rings is their own business. */
const requireSelf = async (
  db: Database,
  caller: Caller,
  { channelId, webUserId }: { channelId: string; webUserId: string },
) => {
  await requireMember(db, caller, channelId);
  if (webUserId === caller.userId) return;
  if (!(await isMember(db, { userId: webUserId, accountId: caller.accountId }, channelId))) throw notFound('member');
  throw new Refusal('FORBIDDEN', 'Only the user can change this.');
};

function dndAnswers(db: Database): Answer[] {
  const setDnd = async (userId: string, isDnd: boolean) => {
    await db.updateTable('users').set({ is_dnd: isDnd }).where('id', '=', userId).execute();
    return { isDnd };
  };
  return [
    answer(routes.activateDnd, ({ caller }) => setDnd(caller.userId, true)),
    answer(routes.deactivateDnd, ({ caller }) => setDnd(caller.userId, false)),
  ];
}

/** The queues of the caller: who is in them, by which devices, and whether they take calls. */
function queueAnswers(db: Database): Answer[] {
  return [
    answer(routes.acds, async ({ caller }) => {
      const { rows } = await sql<{ id: string; users: { id: string; deviceIds: string[] }[] }>`
        select channels.id, json_agg(json_build_object('id', users.id, 'deviceIds', array(
            select endpoints.id from endpoints where endpoints.user_id = users.id
              and (theirs.endpoint_ids is null or endpoints.id = any(theirs.endpoint_ids)) order by endpoints.id))
          order by users.id) as users
        from channels
        join channel_members as own on own.channel_id = channels.id and own.user_id = ${caller.userId}
        join channel_members as theirs on theirs.channel_id = channels.id
        join users on users.id = theirs.user_id and users.deactivated_at is null
        where channels.account_id = ${caller.accountId} and channels.type = 'acd'
        group by channels.id order by channels.id`.execute(db);
      return { items: rows };
    }),

    answer(routes.setAgentDevices, async ({ caller, params, body }) => {
      await requireSelf(db, caller, params);
      const rows = await db.selectFrom('endpoints').select('id').where('user_id', '=', caller.userId).execute();
      const own = rows.map(({ id }) => id).sort();
      const chosen = [...new Set(body.deviceIds)].sort();
      if (chosen.some((id) => !own.includes(id))) throw notFound('device');
      await db
        .updateTable('channel_members')
        // Every device includes those that come later.
        .set({ endpoint_ids: chosen.length === own.length ? null : chosen })
        .where('channel_id', '=', params.channelId)
        .where('user_id', '=', caller.userId)
        .execute();
      return { id: caller.userId, deviceIds: chosen };
    }),

    answer(routes.setDialedIn, async ({ caller, params, body: { dialedIn } }) => {
      await requireSelf(db, caller, params);
      await db.transaction().execute(async (transaction) => {
        // First of all: who is logged in and not to be disturbed would be passed over.
        if (dialedIn) {
          await transaction
            .updateTable('users')
            .set({ is_dnd: false })
            .where('id', '=', caller.userId)
            .where('is_dnd', '=', true)
            .execute();
        }
        await transaction
          .updateTable('channel_members')
          .set({ dialed_in: dialedIn, dialed_changed_at: sql<Date>`now()`, ...noPause })
          .where('channel_id', '=', params.channelId)
          .where('user_id', '=', caller.userId)
          .where('dialed_in', '<>', dialedIn)
          .execute();
      });
      return { dialedIn };
    }),
  ];
}

/** Pauses of the caller in their queues. */
function pauseAnswers(db: Database): Answer[] {
  return [
    answer(routes.beginPause, async ({ caller, params, body, address }) => {
      await requireSelf(db, caller, params);
      const { reasonId, minutes, everywhere } = body;
      const by = { userId: caller.userId, accountId: caller.accountId, address };
      return { pause: await beginPause(db, by, everywhere ? null : params.channelId, { reasonId, minutes }) };
    }),

    answer(routes.endPause, async ({ caller, params, address }) => {
      await requireSelf(db, caller, params);
      await endPause(db, { userId: caller.userId, accountId: caller.accountId, address }, params.channelId);
      return {};
    }),
  ];
}

/** How the caller calls and is reached in one channel. */
function settingsAnswers(db: Database): Answer[] {
  return [
    answer(routes.updateChannelSettings, async ({ caller, params: { channelId }, body }) => {
      const settingsNow = async () => {
        const found = (await readChannelSettings(db, caller)).find(({ id }) => id === channelId);
        if (!found) throw notFound('channel');
        return found;
      };
      const { numbers } = await settingsNow();
      const { selectedPhoneNumber: sender, selectedPhoneId: phoneId } = body;
      const isNumber = sender?.startsWith('+') ?? false;
      if (isNumber && !numbers.some(({ phoneNumber }) => phoneNumber === sender)) {
        throw new Refusal('INVALID_NUMBER', 'Choose a number of the channel, or your own.');
      }
      if (phoneId !== undefined && phoneId !== null) await requireOwnPhone(db, caller, phoneId);
      await db
        .updateTable('channel_members')
        .set({
          ...(sender === undefined ? {} : { sender }),
          ...(phoneId === undefined ? {} : { phone_id: phoneId }),
        })
        .where('channel_id', '=', channelId)
        .where('user_id', '=', caller.userId)
        .execute();
      const { selectedPhoneId, selectedPhoneNumber, dialedIn, isAppExtensionActive } = await settingsNow();
      return { selectedPhoneId, selectedPhoneNumber, dialedIn, isAppExtensionActive };
    }),

    answer(routes.setLineVoicemail, async ({ caller, params: { channelId }, body, address }) => {
      await requireMember(db, caller, channelId);
      return await setLineVoicemail(db, caller, { channelId, change: body, address });
    }),

    answer(routes.setLineForwarding, async ({ caller, params: { channelId }, body, address }) => {
      await requireMember(db, caller, channelId);
      return await setLineForwarding(db, caller, { channelId, change: body, address });
    }),
  ];
}

/** The numbers that the caller may show, and the phones that they come from. */
function numberAnswers(db: Database): Answer[] {
  return [
    answer(routes.phoneNumbers, async ({ caller }) => {
      const ofChannels = await numbersOf(db, caller);
      const phones = await db
        .selectFrom('phones')
        .select(['id', 'phone_numbers'])
        .where('user_id', '=', caller.userId)
        .orderBy('created_at')
        .execute();
      return [
        ...ofChannels.map(({ phoneNumber, label, channelId }) => ({ phoneNumber, label, channelId, phoneId: null })),
        ...phones.flatMap(({ id, phone_numbers }) =>
          phone_numbers.map(({ phoneNumber, label }) => ({ phoneNumber, label, channelId: null, phoneId: id })),
        ),
      ];
    }),

    answer(routes.syncPhones, async ({ caller }) => {
      // Writing a row again announces it: every reader, and the registration of phones, looks at it again.
      const phones = await db
        .updateTable('phones')
        .set((eb) => ({
          syncs: eb('syncs', '+', 1),
          // Nobody registers a phone that is switched off: what its row says beyond that is from an earlier life.
          state: settled('state', `'UNREGISTER_SUCCESS'`),
          state_since: settled('state_since', 'now()'),
        }))
        .where('user_id', '=', caller.userId)
        .executeTakeFirst();
      const channels = await db
        .updateTable('channel_members')
        .set((eb) => ({ dialed_in: eb.ref('dialed_in') }))
        .where('user_id', '=', caller.userId)
        .executeTakeFirst();
      return {
        phones: Number(phones.numUpdatedRows),
        channels: Number(channels.numUpdatedRows),
        phoneNumbers: (await numbersOf(db, caller)).length,
      };
    }),
  ];
}

/** A column of a phone that is switched off but does not say so gets `value`; else it stays. */
const settled = <Value>(column: 'state' | 'state_since', value: string) => sql<Value>`case
  when (is_disconnected_by_user or not is_connected) and state in ('UNKNOWN', 'REGISTER', 'REGISTER_SUCCESS')
  then ${sql.raw(value)} else ${sql.ref(column)} end`;

async function requireOwnPhone(db: Database, { userId }: Caller, phoneId: string): Promise<void> {
  const phone = await db
    .selectFrom('phones')
    .select('id')
    .where('id', '=', phoneId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!phone) throw notFound('phone');
}

import type { ChannelChange, NewChannel } from '@sidetone/contract/entities/admin-channel.ts';
import { type ChannelRouting, channelRouting, storedRouting } from '@sidetone/contract/entities/channel-routing.ts';
import { holdsRole } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { sql } from 'kysely';
import { freeExtension, refuseMeaningful } from '../../../identity/extensions.ts';
import { adminRightsOf } from '../../../requests/admin-rights.ts';
import { newId } from '../../../requests/ids.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { jsonText } from '../../../storage/json-text.ts';
import type { Writer } from '../../../storage/writer.ts';
import { type Administrator, administer, differences } from '../administer.ts';
import { hasUsers } from '../has-users.ts';
import { refuseUnknownSkills } from '../skills/known-skills.ts';
import { channelToChange, refuseRoom, routingOf } from './channel-row.ts';
import { hasAnnouncement, refuseDestinations } from './destinations.ts';
import { asMayBeGiven, writeMembers } from './members.ts';

/**
 * Adds a shared channel. Throws `Refusal` CONFLICT for a name or extension that is taken, NOT_FOUND for people, numbers
 * or destinations of nobody here, VALIDATION_FAILED for destinations that no call could come to.
 */
export const addChannel = (
  db: Database,
  by: Administrator,
  about: NewChannel,
): Promise<{ channelId: string; extension: string }> =>
  administer(db, by, async (trx, note) => {
    const { accountId } = by;
    const { name, icon, number, members } = about;
    await refuseTakenName(trx, accountId, name);
    if (about.extension !== null) await refuseMeaningful(trx, accountId, about.extension);
    const extension = about.extension ?? (await freeExtension(trx, accountId));
    const channelId = newId('c');
    const routing = about.routing ?? channelRouting.parse({});
    await refuseDestinations(trx, { accountId, channelId: null, routing, before: null, path: 'routing.' });
    await refuseForeign(trx, accountId, routing);
    await trx
      .insertInto('channels')
      .values({
        id: channelId,
        account_id: accountId,
        type: 'acd',
        owner_user_id: null,
        name,
        icon,
        direct_dial: number,
        ...columnsOf(routing),
      })
      .execute();
    await trx.insertInto('extensions').values({ account_id: accountId, extension, channel_id: channelId }).execute();
    await note('channel.created', channelId, { name, extension, number });
    if (number !== null) await refuseTaking(trx, by, number);
    if (number !== null) await takeNumber(trx, accountId, number, channelId);
    await writeMembers(trx, note, accountId, channelId, await asMayBeGiven(trx, by, members));
    return { channelId, extension };
  });

/** Only those who administer numbers take one away from where it leads. */
async function refuseTaking(trx: Writer, by: Administrator, e164: string): Promise<void> {
  if (holdsRole(await adminRightsOf(trx, by), 'numbers')) return;
  const number = await trx
    .selectFrom('numbers')
    .select('channel_id')
    .where('e164', '=', e164)
    .where('account_id', '=', by.accountId)
    .executeTakeFirst();
  if (number && number.channel_id !== null) throw new Refusal('FORBIDDEN', 'This number leads elsewhere.');
}

/** Changes a channel; what is missing stays. Throws `Refusal` NOT_FOUND, CONFLICT for a taken name. */
export const changeChannel = (
  db: Database,
  by: Administrator,
  channelId: string,
  change: ChannelChange,
): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const channel = await channelToChange(trx, by, channelId);
    const before = { name: channel.name, icon: channel.icon, directDial: channel.direct_dial };
    const changed = differences(before, change);
    if (Object.keys(changed).length === 0) return;
    const { name, icon, directDial } = change;
    if (name !== undefined) {
      if (channel.type === 'private') throw new Refusal('CONFLICT', 'A private channel has the name of its owner.');
      if (changed['name']) await refuseTakenName(trx, by.accountId, name);
    }
    if (directDial != null && !(await hasNumber(trx, channelId, directDial))) {
      throw new Refusal('CONFLICT', 'The direct number must be a number of the channel. Add it there first.');
    }
    await trx
      .updateTable('channels')
      .set({
        ...(name === undefined ? {} : { name }),
        ...(icon === undefined ? {} : { icon }),
        ...(directDial === undefined ? {} : { direct_dial: directDial }),
      })
      .where('id', '=', channelId)
      .execute();
    await note('channel.changed', channelId, changed);
  });

/**
 * Says how a channel treats its calls, from the next one on; gives what holds then. Throws `Refusal` NOT_FOUND for a
 * channel, and for destinations, members or announcements, of nobody here, VALIDATION_FAILED for destinations that no call
 * could come to.
 */
export const setRouting = (
  db: Database,
  by: Administrator,
  channelId: string,
  routing: ChannelRouting,
): Promise<ChannelRouting> =>
  administer(db, by, async (trx, note) => {
    const channel = await channelToChange(trx, by, channelId);
    refuseRoom(channel);
    const before = routingOf(channel);
    await refuseDestinations(trx, { accountId: by.accountId, channelId, routing, before, path: '' });
    await refuseForeign(trx, by.accountId, routing);
    const changed = differences(before, routing);
    if (Object.keys(changed).length === 0) return before;
    await trx.updateTable('channels').set(columnsOf(routing)).where('id', '=', channelId).execute();
    const { holidays, ...others } = changed;
    if (holidays) await note('holidays.changed', channelId, { holidays });
    if (Object.keys(others).length > 0) await note('channel.routingChanged', channelId, others);
    return routing;
  });

/** Moves a number of the account to a channel; where it was the direct dial it is no longer that. */
export async function takeNumber(
  trx: Writer,
  accountId: string,
  e164: string,
  channelId: string | null,
): Promise<{ label: string | null; channelId: string | null }> {
  const number = await trx
    .selectFrom('numbers')
    .select(['label', 'channel_id as channelId'])
    .where('e164', '=', e164)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!number) throw notFound('number');
  if (number.channelId !== channelId) {
    await trx.updateTable('numbers').set({ channel_id: channelId }).where('e164', '=', e164).execute();
    await trx
      .updateTable('channels')
      .set({ direct_dial: null })
      .where('account_id', '=', accountId)
      .where('direct_dial', '=', e164)
      .where('id', 'is distinct from', channelId)
      .execute();
  }
  return number;
}

const columnsOf = (routing: ChannelRouting) => {
  const { stored, ringSeconds, followUpSeconds } = storedRouting(routing);
  return { routing: jsonText(stored), ring_seconds: ringSeconds, follow_up_time: followUpSeconds };
};

const hasNumber = async (trx: Writer, channelId: string, e164: string): Promise<boolean> =>
  (await trx
    .selectFrom('numbers')
    .select('e164')
    .where('e164', '=', e164)
    .where('channel_id', '=', channelId)
    .executeTakeFirst()) !== undefined;

const refuseTakenName = async (trx: Writer, accountId: string, name: string): Promise<void> => {
  const other = await trx
    .selectFrom('channels')
    .select('id')
    .where('account_id', '=', accountId)
    .where('type', '=', 'acd')
    .where(sql`lower(name)`, '=', name.toLowerCase())
    .executeTakeFirst();
  if (other) throw new Refusal('CONFLICT', `A channel named ${name} already exists.`);
};

/** Settings may name nothing but what this account has. */
const refuseForeign = async (trx: Writer, accountId: string, routing: ChannelRouting): Promise<void> => {
  const { announcementId, closedAnnouncementId, waiting } = routing;
  const heardInQueue = [waiting?.musicId ?? null, waiting?.callBack?.promptId ?? null];
  for (const id of new Set([announcementId, closedAnnouncementId, ...heardInQueue])) {
    if (id !== null && !(await hasAnnouncement(trx, accountId, id))) throw notFound('announcement');
  }
  if (routing.hoursId !== null && !(await hasOpeningHours(trx, accountId, routing.hoursId))) {
    throw new Refusal('NOT_FOUND', 'There are no such opening hours.', {
      issues: [{ path: 'hoursId', message: 'gone' }],
    });
  }
  await refuseUnknownSkills(trx, accountId, routing.skills.needs, 'skills.needs');
  if (!(await hasUsers(trx, accountId, routing.memberOrder))) throw notFound('user');
};

const hasOpeningHours = async (trx: Writer, accountId: string, hoursId: string): Promise<boolean> =>
  (await trx
    .selectFrom('opening_hours')
    .select('id')
    .where('id', '=', hoursId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()) !== undefined;

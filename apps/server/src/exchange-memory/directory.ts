import { readRouting } from '@sidetone/contract/entities/channel-routing.ts';
import { readAlongMobiles, readLineForwarding } from '@sidetone/contract/entities/line-forwarding.ts';
import { numberPlaceOf } from '@sidetone/contract/entities/number-plan.ts';
import { skillNeeds } from '@sidetone/contract/entities/skill.ts';
import { followHours, readSharedHours } from '@sidetone/contract/rules/shared-hours.ts';
import { type Expression, type ExpressionBuilder, type RawBuilder, type SqlBool, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { nightSwitch } from '../identity/night-switch.ts';
import { isPausing, switchPause } from '../identity/queue-pauses.ts';
import type { Database } from '../storage/database.ts';
import { prepared, type SlotOf } from '../storage/prepared.ts';
import type { Schema } from '../storage/schema.ts';
import { type HoldMusicPaths, settingsOfAccounts } from './accounts/settings-of-accounts.ts';
import { isDnd } from './do-not-disturb.ts';
import { colleaguesInChannels, isMember } from './membership.ts';
import { voiceMenus } from './voice-menus.ts';

/**
 * Who can be called, read from the database each time: a change counts from the next call on. Without `music` parties on
 * hold hear nothing.
 */
export const directory = (db: Database, music?: HoldMusicPaths) => ({
  ...peopleAndChannels(db),
  ...nightSwitch(db),
  ...voiceMenus(db),
  ...settingsOfAccounts(db, music),
  ...classicGeneration(db),
});

function peopleAndChannels(db: Database) {
  return {
    /** Null for who is unknown or deactivated. */
    async userById(userId: string) {
      const [row] = await userRow(db, { userId });
      if (!row) return null;
      const { country, area_code, number_plan, ...user } = row;
      return { ...user, ...numberPlaceOf(country, area_code, number_plan) };
    },

    /** `language`: of the names of public holidays. */
    channelById: (channelId: string, language?: Language) =>
      oneChannel(channelOfId(db, { channelId, called: null }), language),

    /** The channel of this account that an extension of 1 to 5 digits names. */
    channelByExtension: (accountId: string, extension: string) =>
      oneChannel(channelOfExtension(db, { accountId, extension, called: null })),

    /** The channel that a public number in E.164 names, in whatever account. */
    channelByNumber: (e164: string) => oneChannel(channelOfNumber(db, { called: e164 })),

    isMember: (channelId: string, userId: string) => isMember(db, channelId, userId),
    colleaguesInChannels: (userId: string, userIds: readonly string[]) => colleaguesInChannels(db, userId, userIds),

    /** A member pauses in a queue by telephone, or with null in all of theirs; see `switchPause`. */
    switchPause: (user: { userId: string; accountId: string }, channelId: string | null) =>
      switchPause(db, { userId: user.userId, accountId: user.accountId, address: null }, channelId),
  };
}

function classicGeneration(db: Database) {
  return {
    /** Phones of the classic generation, oldest first, with the numbers that their calls show. */
    async sipPhones(which: { readonly phoneId: string } | { readonly userId: string }) {
      return await db
        .selectFrom('phones')
        .select(['id as phoneId', 'user_id as userId', 'caller_id as number'])
        .where((eb) => ('phoneId' in which ? eb('id', '=', which.phoneId) : eb('user_id', '=', which.userId)))
        .orderBy('created_at')
        .orderBy('id')
        .execute();
    },

    /** Those of these users whose account has the classic generation. */
    async classicAmong(userIds: readonly string[]): Promise<readonly string[]> {
      const rows = await db
        .selectFrom('users')
        .innerJoin('accounts', 'accounts.id', 'users.account_id')
        .select('users.id')
        .where('users.id', 'in', [...userIds])
        .where(sql<SqlBool>`(accounts.flags ->> 'hasNeoPbx')::boolean is not true`)
        .orderBy('users.id')
        .execute();
      return rows.map(({ id }) => id);
    },
  };
}

type ChannelRow = Parameters<typeof asChannel>[0];

async function oneChannel(rows: Promise<readonly ChannelRow[]>, language: Language = 'en') {
  const [row] = await rows;
  return row ? asChannel(row, language) : null;
}

type Language = 'de' | 'en';

/** `called`: the number that was called, which may have a voice menu of its own. */
const selectChannel = (db: Database, which: RawBuilder<SqlBool>, called: RawBuilder<string | null>) =>
  db
    .selectFrom('channels')
    .select((eb) => [
      'channels.id',
      'channels.account_id',
      'channels.type',
      'channels.name',
      'channels.ring_seconds',
      'channels.owner_user_id',
      'channels.routing',
      'channels.follow_up_time',
      'channels.held_state',
      'channels.held_until',
      eb.selectFrom('accounts').select('time_zone').whereRef('accounts.id', '=', 'channels.account_id').as('time_zone'),
      firstExtension(eb.ref('channels.id')).as('extension'),
      firstNumber(eb.ref('channels.id')).as('number'),
      'channels.forwarding',
      linesOfRules.as('lines'),
      membersOf(eb).as('members'),
      eb.selectFrom('numbers').select('menu_id').where('e164', '=', called).as('menu_id'),
      eb.selectFrom('numbers').select('skills').where('e164', '=', called).as('number_skills'),
      hoursOf(eb).as('shared_hours'),
    ])
    .where(which);

const channelOfId = prepared((db, slot: SlotOf<{ channelId: string; called: null }>) =>
  selectChannel(db, sql<SqlBool>`channels.id = ${slot('channelId')}`, slot('called')),
);

const channelOfExtension = prepared((db, slot: SlotOf<{ accountId: string; extension: string; called: null }>) =>
  selectChannel(
    db,
    sql<SqlBool>`channels.id = (
      select channel_id from extensions where account_id = ${slot('accountId')} and extension = ${slot('extension')})`,
    slot('called'),
  ),
);

const channelOfNumber = prepared((db, slot: SlotOf<{ called: string }>) =>
  selectChannel(
    db,
    sql<SqlBool>`channels.id = (select channel_id from numbers where e164 = ${slot('called')})`,
    slot('called'),
  ),
);

/** The opening hours that a channel follows; null where it has its own, and where they are of another account. */
const hoursOf = (channel: ExpressionBuilder<Schema, 'channels'>) =>
  jsonObjectFrom(
    channel
      .selectFrom('opening_hours')
      .select(['settings', 'public_holidays as publicHolidays'])
      .whereRef('opening_hours.account_id', '=', 'channels.account_id')
      .where('opening_hours.id', '=', sql<string>`channels.routing ->> 'hoursId'`),
  );

/** Those who may be rung: the owner of a private channel, and members. */
const membersOf = (channel: ExpressionBuilder<Schema, 'channels'>) =>
  jsonArrayFrom(
    channel
      .selectFrom('users')
      .leftJoin('channel_members', (join) =>
        join.onRef('channel_members.user_id', '=', 'users.id').onRef('channel_members.channel_id', '=', 'channels.id'),
      )
      .leftJoin('agents', 'agents.user_id', 'users.id')
      .select(['users.id as userId', displayName.as('displayName'), isDnd.as('isDnd')])
      .select(['agents.follow_up_until as followUpUntil', 'agents.last_call_at as lastCallAt'])
      .select('channel_members.endpoint_ids as endpointIds')
      .select([mobilesOfLine.as('mobiles'), isClaimed.as('isClaimed'), levelsOf.as('skills')])
      .select(sql<boolean>`coalesce(users.settings -> 'refusesIntercom' = 'true', false)`.as('refusesIntercom'))
      // A member who pauses is not rung, like one who is logged out.
      .select(sql<boolean>`coalesce(channel_members.dialed_in and not ${isPausing}, true)`.as('dialedIn'))
      .where('users.deactivated_at', 'is', null)
      .where((member) =>
        member.or([
          member('users.id', '=', member.ref('channels.owner_user_id')),
          member('channel_members.user_id', 'is not', null),
        ]),
      )
      .orderBy('users.id'),
  );

/** The private channels of the users that rules of forwarding name, by user ids; none of who is deactivated. */
const linesOfRules = sql<Record<string, string> | null>`(
  select json_object_agg(users.id, line.id) from users
  join channels as line on line.owner_user_id = users.id and line.type = 'private'
  where users.account_id = channels.account_id and users.deactivated_at is null
    and users.id in (select jsonb_path_query(channels.forwarding, '$.rules[*].to.userId') #>> '{}'))`;

/** What the own line of a member has of mobiles that ring along. */
const mobilesOfLine = sql<unknown>`(
  select line.forwarding -> 'mobiles' from channels as line where line.owner_user_id = users.id and line.type = 'private'
  limit 1)`;

/** What a member of a shared channel can, by the ids of skills; null for nothing. */
const levelsOf = sql<Record<string, number> | null>`(
  select json_object_agg(skill_id, level) from user_skills
  where user_id = users.id and user_skills.account_id = channels.account_id and channels.type = 'acd')`;

/** A live call of a queue rings or has the user, or they are in a meeting elsewhere. */
const isClaimed = sql<boolean>`coalesce(presence_elsewhere(users.id) = 'busy', false) or exists (
  select from agent_claims left join calls on calls.id = agent_claims.call_id
  where agent_claims.user_id = users.id and calls.ended_at is null
    and (calls.id is not null or agent_claims.claimed_at > now() - interval '15 seconds'))`;

type ColumnOf = Expression<string>;

const userRow = prepared((db, slot: SlotOf<{ userId: string }>) =>
  db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .innerJoin('channels', (join) =>
      join.onRef('channels.owner_user_id', '=', 'users.id').on('channels.type', '=', 'private'),
    )
    .select((eb) => [
      'users.id as userId',
      'users.account_id as accountId',
      displayName.as('displayName'),
      isDnd.as('isDnd'),
      'channels.id as privateChannelId',
      firstExtension(eb.ref('channels.id')).as('extension'),
      firstNumber(eb.ref('channels.id')).as('number'),
      'accounts.country',
      'accounts.area_code',
      'accounts.number_plan',
    ])
    .where('users.id', '=', slot('userId'))
    .where('users.deactivated_at', 'is', null),
);

const displayName = sql<string>`btrim(users.first_name || ' ' || users.last_name)`;
const firstExtension = (channelId: ColumnOf) =>
  sql<string | null>`(select min(extension) from extensions where channel_id = ${channelId})`;
const firstNumber = (channelId: ColumnOf) =>
  sql<string | null>`(select min(e164) from numbers where channel_id = ${channelId})`;

interface MemberRow {
  userId: string;
  displayName: string;
  isDnd: boolean;
  dialedIn: boolean;
  isClaimed: boolean;
  refusesIntercom: boolean;
  endpointIds: string[] | null;
  followUpUntil: Date | string | null;
  lastCallAt: Date | string | null;
  mobiles: unknown;
  skills: Record<string, number> | null;
}

/** What a channel is kept by hand, from the columns that keep it. */
const heldOf = (row: { held_state: 'open' | 'closed' | null; held_until: Date | null }) =>
  row.held_state === null ? null : { state: row.held_state, until: row.held_until?.toISOString() ?? null };

const asChannel = (
  row: {
    id: string;
    account_id: string;
    type: 'private' | 'acd' | 'room';
    name: string | null;
    ring_seconds: number;
    owner_user_id: string | null;
    extension: string | null;
    number: string | null;
    routing: Record<string, unknown>;
    follow_up_time: number | null;
    time_zone: string | null;
    menu_id: string | null;
    forwarding: Record<string, unknown>;
    lines: Record<string, string> | null;
    members: MemberRow[];
    number_skills: unknown;
    held_state: 'open' | 'closed' | null;
    held_until: Date | null;
    shared_hours: { settings: unknown; publicHolidays: unknown } | null;
  },
  language: Language,
) => ({
  channelId: row.id,
  accountId: row.account_id,
  type: row.type,
  name: row.name,
  ringSeconds: row.ring_seconds,
  // Times within JSON come as text.
  members: row.members.map(({ mobiles, skills, ...member }) => ({
    ...member,
    followUpUntil: member.followUpUntil === null ? null : new Date(member.followUpUntil),
    lastCallAt: member.lastCallAt === null ? null : new Date(member.lastCallAt),
    ...(skills !== null && { skills }),
    ...mobilesFor(row.type, mobiles),
  })),
  ownerUserId: row.owner_user_id,
  extension: row.extension,
  number: row.number,
  routing: {
    ...followHours(
      readRouting(row.routing, { ringSeconds: row.ring_seconds, followUpSeconds: row.follow_up_time ?? 0 }),
      row.shared_hours === null ? null : readSharedHours(row.shared_hours, language),
    ),
    held: heldOf(row),
  },
  timeZone: row.time_zone ?? 'UTC',
  ...forwardingOf(row),
  ...(row.menu_id !== null && { firstMenuId: row.menu_id }),
  ...skillsOfNumber(row.number_skills),
});

/** Left out where its callers need none. */
function skillsOfNumber(stored: unknown) {
  const firstSkills = skillNeeds.safeParse(stored).data ?? [];
  return firstSkills.length > 0 ? { firstSkills } : {};
}

/** The mobiles that ring along for a channel of this type; left out: none does. */
function mobilesFor(type: 'private' | 'acd' | 'room', stored: unknown) {
  const mobiles = readAlongMobiles(stored)
    .filter(({ isOn, inShared }) => isOn && (type === 'private' || inShared))
    .map(({ number, afterSeconds, times }) => ({ number, afterSeconds, times }));
  return mobiles.length > 0 ? { mobiles } : {};
}

/** Left out where nothing is forwarded. */
function forwardingOf(row: {
  owner_user_id: string | null;
  forwarding: Record<string, unknown>;
  lines: Record<string, string> | null;
}) {
  const forwarding = readLineForwarding(row.forwarding);
  if (row.owner_user_id === null || !forwarding.isOn) return {};
  return { forwarding: { ...forwarding, lines: row.lines ?? {} } };
}

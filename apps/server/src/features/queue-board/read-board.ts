import type { LiveRow } from '@sidetone/contract/documents/live-query.ts';
import type { queueBoardQueries } from '@sidetone/contract/documents/queue-board-query.ts';
import { callSettings } from '@sidetone/contract/entities/call-settings.ts';
import { readRouting } from '@sidetone/contract/entities/channel-routing.ts';
import { sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { Asker } from '../../documents/live-source.ts';
import { pauseColumns, pauseOf } from '../../identity/queue-pauses.ts';
import type { Database } from '../../storage/database.ts';

interface Of {
  readonly accountId: string;
  readonly channelId: string;
}

/** What the calls of a channel come to that began today and are over; times in milliseconds. */
export type ReadToday = (
  db: Database,
  of: Of,
  serviceSeconds: number,
) => Promise<{
  readonly incoming: number;
  readonly answered: number;
  readonly missed: number;
  readonly waited: number;
  readonly inTime: number;
  readonly measured: number;
  readonly takenBy: Readonly<Record<string, number>>;
  readonly rev: number;
}>;

/**
 * Members watch the board of a queue, and so do those who administer queues of its account and are within the networks of the
 * administration; private channels have none.
 */
export async function mayWatch(
  db: Database,
  { userId, accountId, isOutside = false }: Asker,
  channelId: string,
): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select exists (
      select from channels join users on users.id = ${userId} and users.account_id = channels.account_id
      where channels.id = ${channelId} and channels.account_id = ${accountId} and channels.type = 'acd'
        and (((users.admin or 'queues' = any(users.roles)) and ${!isOutside}::boolean) or exists (
          select from channel_members where channel_id = channels.id and user_id = users.id))) as may`.execute(db);
  return rows[0]?.may ?? false;
}

/** The board without what lives: four statements, however many watch it. */
export async function readBoard(
  db: Database,
  { accountId, channelId }: Of,
  readToday: ReadToday,
): Promise<LiveRow<typeof queueBoardQueries.queueBoard>[]> {
  const channel = await db
    .selectFrom('channels')
    .innerJoin('accounts', 'accounts.id', 'channels.account_id')
    .select(['channels.id', 'channels.name', 'routing', 'ring_seconds', 'follow_up_time', 'channels.rev'])
    .select('accounts.call_settings')
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('skills')
          .select(['skills.id', 'skills.name'])
          .whereRef('skills.account_id', '=', 'accounts.id')
          .orderBy('skills.name'),
      ).as('skills'),
    )
    .where('channels.id', '=', channelId)
    .where('channels.account_id', '=', accountId)
    .executeTakeFirst();
  if (!channel) return [];
  const { serviceSeconds, waiting, skills } = readRouting(channel.routing, {
    ringSeconds: channel.ring_seconds,
    followUpSeconds: channel.follow_up_time ?? 0,
  });
  const people = await readPeople(db, channelId);
  const { takenBy, waited, rev, ...today } = await readToday(db, { accountId, channelId }, serviceSeconds);
  return [
    {
      id: channel.id,
      name: channel.name,
      serviceSeconds,
      longestSeconds: waiting?.longestSeconds ?? null,
      skills: channel.skills,
      needs: skills.needs,
      supervisionRule: callSettings.parse(channel.call_settings).supervision,
      today: { ...today, waitSeconds: today.answered === 0 ? null : Math.round(waited / today.answered / 1000) },
      people: people.map(({ rev: _rev, ...person }) => ({ ...person, answered: takenBy[person.id] ?? 0 })),
      waiting: [],
      calls: [],
      rev: Math.max(Number(channel.rev), rev, ...people.map((person) => person.rev)),
    },
  ];
}

async function readPeople(db: Database, channelId: string) {
  const rows = await db
    .selectFrom('channel_members')
    .innerJoin('users', 'users.id', 'channel_members.user_id')
    .select(['users.id', 'first_name', 'last_name', 'avatar_url', 'dialed_in', 'dialed_changed_at', ...pauseColumns])
    .select(['channel_members.rev', 'channel_members.supervises'])
    .where('channel_id', '=', channelId)
    .where('deactivated_at', 'is', null)
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('users.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    firstName: row.first_name,
    lastName: row.last_name,
    avatar: row.avatar_url,
    dialedIn: row.dialed_in,
    dialedSince: row.dialed_changed_at?.toISOString() ?? null,
    status: 'OFFLINE' as const,
    supervises: row.supervises,
    pause: pauseOf(row),
    rev: Number(row.rev),
  }));
}

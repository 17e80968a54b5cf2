import type { DirectoryState } from '@sidetone/contract/entities/directory.ts';
import { apiTokenRoutes } from '@sidetone/contract/http/api-token-routes.ts';
import { sql } from 'kysely';
import { type Answer, answer } from '../../../requests/answer.ts';
import type { Database } from '../../../storage/database.ts';
import { type Administrator, administer, administrator } from '../administer.ts';
import { linkGroup } from './groups.ts';
import { guardOf } from './guard.ts';

const anHourMs = 60 * 60_000;

/** What administrators see and decide of the directory of their company. */
export const directoryRoutes = (db: Database): Answer[] => [
  answer(apiTokenRoutes.directory, ({ caller }) => readDirectory(db, caller.accountId)),
  answer(apiTokenRoutes.changeDirectory, async (asked) => {
    await changeDirectory(db, administrator(asked), asked.body);
    return {};
  }),
  answer(apiTokenRoutes.linkDirectoryGroup, async (asked) => {
    await linkGroup(db, administrator(asked), asked.params.groupId, asked.body.channelId);
    return {};
  }),
];

async function readDirectory(db: Database, accountId: string): Promise<DirectoryState> {
  const guard = await guardOf(db, accountId);
  const counted = await sql<{ users: number }>`select count(*)::int as users from directory_users
    where account_id = ${accountId} and forgotten_at is null`.execute(db);
  const groups = await sql<DirectoryState['groups'][number]>`
    select g.id, g.name, g.channel_id as "channelId",
      (select count(*)::int from directory_group_members m where m.group_id = g.id) as members
    from directory_groups g where g.account_id = ${accountId} order by lower(g.name), g.id`.execute(db);
  const { stopped, allowedUntil } = guard;
  return {
    users: counted.rows[0]?.users ?? 0,
    removablePercent: guard.removablePercent,
    stopped: stopped && { at: stopped.at.toISOString(), allowed: stopped.allowed },
    allowedUntil: allowedUntil && allowedUntil.getTime() > Date.now() ? allowedUntil.toISOString() : null,
    groups: groups.rows,
  };
}

interface Change {
  readonly removablePercent?: number | undefined;
  readonly allow?: boolean | undefined;
}

/** Either decision about a directory that was stopped ends its stop. */
const changeDirectory = (db: Database, by: Administrator, { removablePercent, allow }: Change): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const { accountId } = by;
    const change = {
      ...(removablePercent === undefined ? {} : { removable_percent: removablePercent }),
      ...(allow === undefined
        ? {}
        : { stopped_at: null, stopped_allowed: null, allowed_until: allow ? new Date(Date.now() + anHourMs) : null }),
    };
    await trx
      .insertInto('directory_guards')
      .values({ account_id: accountId, ...change })
      .onConflict((conflict) => conflict.column('account_id').doUpdateSet(change))
      .execute();
    if (removablePercent !== undefined) await note('directory.changed', accountId, { removablePercent });
    if (allow !== undefined) await note('directory.allowed', accountId, { allow });
  });

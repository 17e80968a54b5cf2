import { callSettings } from '@sidetone/contract/entities/call-settings.ts';
import { sql } from 'kysely';
import { audit } from '../requests/audit.ts';
import type { Database } from '../storage/database.ts';

interface Keeper {
  readonly db: Database;
  readonly node: string;
}

/** Somebody listens to a call of a queue. */
interface Supervision {
  readonly supervisionId: string;
  readonly accountId: string;
  readonly channelId: string;
  readonly docId: string;
  readonly supervisorId: string;
  readonly agentId: string;
  readonly rule: 'shown' | 'announced';
}

/** Who may listen to calls of queues, and the lines of the audit log about who did. */
export const supervisions = (keeper: Keeper) => ({ ...rights(keeper), ...steps(keeper), ...afterwards(keeper) });

/** The same, once what an earlier life of this server left is ended. */
export async function openSupervisions(keeper: Keeper): Promise<ReturnType<typeof supervisions>> {
  const opened = supervisions(keeper);
  await opened.endInterrupted();
  return opened;
}

const rights = ({ db }: Keeper) => ({
  /**
   * Members of a queue who were given the right, and with `asAdministrator` administrators of its account; null for everybody
   * else, for private channels, and where the company does not allow it.
   */
  async ruleFor({ userId, channelId, asAdministrator }: Who) {
    const { rows } = await sql<{ settings: unknown; name: string; channelName: string | null }>`
      select accounts.call_settings as settings, channels.name as "channelName",
        trim(coalesce(users.first_name, '') || ' ' || coalesce(users.last_name, '')) as name
      from channels
      join accounts on accounts.id = channels.account_id
      join users on users.id = ${userId} and users.account_id = channels.account_id and users.deactivated_at is null
      where channels.id = ${channelId} and channels.type = 'acd'
        and ((users.admin and ${asAdministrator}::boolean) or exists (
          select from channel_members
          where channel_id = channels.id and user_id = users.id and supervises))`.execute(db);
    const row = rows[0];
    if (!row) return null;
    const { supervision } = callSettings.parse(row.settings ?? {});
    return supervision === 'off' ? null : { rule: supervision, name: row.name, channelName: row.channelName };
  },
});

const steps = ({ db, node }: Keeper) => ({
  /** The line of the audit log and what a restart has to know stand or fall together. */
  async began(supervision: Supervision): Promise<void> {
    const { supervisionId: id, accountId, channelId, docId, supervisorId, agentId } = supervision;
    await db.transaction().execute(async (trx) => {
      await trx
        .insertInto('supervisions')
        .values({
          id,
          node,
          account_id: accountId,
          channel_id: channelId,
          doc_id: docId,
          supervisor_id: supervisorId,
          agent_id: agentId,
        })
        .execute();
      await audit(trx, lineOf(supervision, 'queue.supervisionBegan', { rule: supervision.rule, mode: 'listen' }));
    });
  },

  async changed(supervision: Supervision, mode: 'listen' | 'whisper' | 'join'): Promise<void> {
    await audit(db, lineOf(supervision, 'queue.supervisionChanged', { mode }));
  },
});

const afterwards = ({ db, node }: Keeper) => ({
  /** Once for each supervision, however often it is asked. */
  async ended(supervision: Supervision, why: string): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const { numDeletedRows } = await trx
        .deleteFrom('supervisions')
        .where('id', '=', supervision.supervisionId)
        .executeTakeFirst();
      if (numDeletedRows > 0n) await audit(trx, lineOf(supervision, 'queue.supervisionEnded', { why }));
    });
  },

  /** Ends what an earlier life of this server left, and servers that are gone. */
  async endInterrupted(): Promise<number> {
    return await db.transaction().execute(async (trx) => {
      const left = await trx
        .deleteFrom('supervisions')
        .where((row) =>
          row.or([
            row('node', '=', node),
            sql<boolean>`not exists (select from nodes where nodes.node = supervisions.node and lease_until > now())`,
          ]),
        )
        .returningAll()
        .execute();
      for (const row of left) {
        const supervision = {
          accountId: row.account_id,
          channelId: row.channel_id,
          docId: row.doc_id,
          supervisorId: row.supervisor_id,
          agentId: row.agent_id,
        };
        await audit(trx, lineOf(supervision, 'queue.supervisionEnded', { why: 'restart' }));
      }
      return left.length;
    });
  },
});

interface Who {
  readonly userId: string;
  readonly channelId: string;
  readonly asAdministrator: boolean;
}

type Action = 'queue.supervisionBegan' | 'queue.supervisionChanged' | 'queue.supervisionEnded';

const lineOf = (
  { accountId, channelId, docId, supervisorId, agentId }: Omit<Supervision, 'rule' | 'supervisionId'>,
  action: Action,
  detail: Readonly<Record<string, unknown>>,
) => ({
  accountId,
  actorUserId: supervisorId,
  action,
  target: channelId,
  detail: { docId, agentId, ...detail },
});

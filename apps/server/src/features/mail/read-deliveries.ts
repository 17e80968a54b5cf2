import { type MailDelivery, mailDelivery } from '@sidetone/contract/entities/mail.ts';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';

const keptDays = 30;
const mostListed = 100;

/** Mails of the last 30 days, newest first. */
export async function readDeliveries(db: Database, accountId: string): Promise<MailDelivery[]> {
  const rows = await db
    .selectFrom('mails')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(sql<boolean>`created_at > now() - make_interval(days => ${keptDays})`)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(mostListed)
    .execute();
  return rows.map((row) =>
    mailDelivery.parse({
      id: row.id,
      userId: row.user_id,
      channelId: row.channel_id,
      kind: row.kind,
      state: row.state,
      tries: row.tries,
      status: row.status,
      problem: row.problem,
      nextAt: row.next_at?.toISOString() ?? null,
      createdAt: row.created_at.toISOString(),
    }),
  );
}

/** Forgets mails after 30 days; gives how many. */
export async function forgetMails(db: Database): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('mails')
    .where(sql<boolean>`created_at < now() - make_interval(days => ${keptDays})`)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

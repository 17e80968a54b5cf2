import {
  type AdminCallFeedback,
  type AdminFeedback,
  adminCallFeedback,
  feedbackFacts,
  type UserAsset,
  userAsset,
} from '@sidetone/contract/entities/feedback.ts';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';

/** Raised with every change of either row, so that a new name is heard of as well. */
const revOf = (table: 'feedback' | 'call_feedback') =>
  sql<string>`greatest(${sql.ref(`${table}.rev`)}, users.rev)`.as('newest_rev');

/** Where a row of feedback is in the list: what is needed to go on behind it. */
type Place = Pick<AdminFeedback, 'id' | 'at' | 'doneAt'>;

/** Only what comes behind a row in the order of the lists; everything where there is none. Compares in milliseconds, as `at` is told. */
const behind = (table: 'feedback' | 'call_feedback', after: Place | null) => {
  if (after === null) return sql<boolean>`true`;
  const [at, id, doneAt] = ['at', 'id', 'done_at'].map((column) => sql.ref(`${table}.${column}`));
  const isDone = after.doneAt !== null;
  return sql<boolean>`((${doneAt} is not null) > ${isDone} or ((${doneAt} is not null) = ${isDone}
    and (date_trunc('milliseconds', ${at}) < ${after.at}::timestamptz
      or (date_trunc('milliseconds', ${at}) = ${after.at}::timestamptz and ${id} > ${after.id}))))`;
};

/** Rows that are read and written at a time. */
const portion = 500;

/** All rows that a reader such as `readFeedback` has, a portion at a time: each is asked for once the one before is passed on. */
export async function* inPortions<Row extends Place>(
  read: (limit: number, after: Place | null) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let after: Place | null = null; ; ) {
    const rows: readonly Row[] = await read(portion, after);
    if (rows.length > 0) yield rows;
    if (rows.length < portion) return;
    after = rows.at(-1) ?? null;
  }
}

/** What an older or newer Sidetone did not say of its app. */
const noFacts = {
  appVersion: '',
  browser: '',
  os: '',
  platform: 'web' as const,
  plan: null,
  product: '',
  neoPBX: false,
};

/** Feedback of an account: what nobody dealt with first, each part the newest first. */
export async function readFeedback(
  db: Database,
  accountId: string,
  limit: number,
  after: Place | null = null,
): Promise<(AdminFeedback & { rev: number })[]> {
  const rows = await db
    .selectFrom('feedback')
    .innerJoin('users', 'users.id', 'feedback.user_id')
    .selectAll('feedback')
    .select(['users.first_name', 'users.last_name', revOf('feedback')])
    .where('feedback.account_id', '=', accountId)
    .where(behind('feedback', after))
    .orderBy(sql`feedback.done_at is not null`)
    .orderBy(sql`date_trunc('milliseconds', feedback.at)`, 'desc')
    .orderBy('feedback.id')
    .limit(limit)
    .execute();
  const assets = await assetsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => {
    const own = assets.get(row.id) ?? [];
    return {
      id: row.id,
      at: row.at.toISOString(),
      userId: row.user_id,
      userName: nameOf(row),
      email: row.email,
      subject: row.subject,
      text: row.text,
      facts: feedbackFacts.catch(noFacts).parse(row.facts),
      images: own.filter(({ kind }) => kind === 'image'),
      log: own.find(({ kind }) => kind === 'log') ?? null,
      ...doneOf(row),
      rev: Number(row.newest_rev),
    };
  });
}

/** Feedback of an account on calls, in the same order. */
export async function readCallFeedback(
  db: Database,
  accountId: string,
  limit: number,
  after: Place | null = null,
): Promise<(AdminCallFeedback & { rev: number })[]> {
  const rows = await db
    .selectFrom('call_feedback')
    .innerJoin('users', 'users.id', 'call_feedback.user_id')
    .leftJoin('inbox_events', (join) =>
      join
        .onRef('inbox_events.channel_id', '=', 'call_feedback.channel_id')
        .onRef('inbox_events.id', '=', 'call_feedback.doc_id'),
    )
    .selectAll('call_feedback')
    .select(['users.first_name', 'users.last_name', revOf('call_feedback')])
    .select(['inbox_events.direction', 'inbox_events.started_at'])
    .select(['inbox_events.established_at', 'inbox_events.terminated_at'])
    .where('call_feedback.account_id', '=', accountId)
    .where(behind('call_feedback', after))
    .orderBy(sql`call_feedback.done_at is not null`)
    .orderBy(sql`date_trunc('milliseconds', call_feedback.at)`, 'desc')
    .orderBy('call_feedback.id')
    .limit(limit)
    .execute();
  return rows.map((row) => {
    const { direction, started_at: startedAt, established_at: from, terminated_at: until } = row;
    // A word that another Sidetone wrote is none here.
    const known = adminCallFeedback.pick({ tag: true, reason: true }).catch({ tag: null, reason: null });
    return {
      id: row.id,
      at: row.at.toISOString(),
      userId: row.user_id,
      userName: nameOf(row),
      callId: row.call_id,
      rating: row.rating,
      text: row.text,
      ...known.parse({ tag: row.tag, reason: row.reason }),
      call:
        direction === null || startedAt === null
          ? null
          : {
              direction,
              startedAt: startedAt.toISOString(),
              wasEstablished: from !== null,
              seconds: from && until ? Math.max(0, (until.getTime() - from.getTime()) / 1000) : 0,
            },
      ...doneOf(row),
      rev: Number(row.newest_rev),
    };
  });
}

async function assetsOf(db: Database, feedbackIds: readonly string[]): Promise<Map<string, UserAsset[]>> {
  const found = new Map<string, UserAsset[]>();
  if (feedbackIds.length === 0) return found;
  const rows = await db
    .selectFrom('user_assets')
    .selectAll()
    // One parameter, however many there are: an export asks for more of them than a query may have.
    .where(sql<boolean>`feedback_id = any(${feedbackIds}::text[])`)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  for (const row of rows) {
    const { id, kind, bytes } = row;
    const asset = userAsset.parse({
      id,
      kind,
      bytes: Number(bytes),
      fileName: row.file_name,
      contentType: row.content_type,
    });
    found.set(row.feedback_id ?? '', [...(found.get(row.feedback_id ?? '') ?? []), asset]);
  }
  return found;
}

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }): string =>
  `${first_name} ${last_name}`.trim();

const doneOf = ({ done_at, done_by }: { done_at: Date | null; done_by: string | null }) => ({
  doneAt: done_at?.toISOString() ?? null,
  doneBy: done_by,
});

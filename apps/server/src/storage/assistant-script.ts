import { assistantQuestion } from '@sidetone/contract/entities/assistant.ts';
import { z } from 'zod';
import type { Writer } from './writer.ts';

/** A question with the announcement that asks it. */
interface SpokenQuestion {
  readonly questionId: string;
  /** Short name of what it asks for, and the words of the question. */
  readonly label: string;
  readonly question: string;
  readonly announcementId: string;
}

/** What an assistant says, as ids of announcements. */
export interface Script {
  readonly greeting: string | null;
  readonly questions: readonly SpokenQuestion[];
  readonly goodbye: string | null;
}

/**
 * What an assistant of this account says; null where it is gone. What nobody has recorded, or what was removed since, is left
 * out.
 */
export async function scriptOf(db: Writer, accountId: string, assistantId: string): Promise<Script | null> {
  const row = await db
    .selectFrom('assistants')
    .select(['questions', 'greeting_announcement_id', 'goodbye_announcement_id'])
    .where('id', '=', assistantId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) return null;
  const questions = z.array(assistantQuestion).catch([]).parse(row.questions);
  const named = [
    row.greeting_announcement_id,
    row.goodbye_announcement_id,
    ...questions.map((one) => one.announcementId),
  ];
  const there = await announcementsAmong(db, accountId, named);
  const isThere = (id: string | null): id is string => id !== null && there.has(id);
  const orNull = (id: string | null) => (isThere(id) ? id : null);
  return {
    greeting: orNull(row.greeting_announcement_id),
    questions: questions.flatMap(({ id, label, text, announcementId }) =>
      isThere(announcementId) ? [{ questionId: id, label: label || text, question: text, announcementId }] : [],
    ),
    goodbye: orNull(row.goodbye_announcement_id),
  };
}

async function announcementsAmong(db: Writer, accountId: string, ids: readonly (string | null)[]) {
  const named = ids.filter((id) => id !== null);
  if (named.length === 0) return new Set<string>();
  const rows = await db
    .selectFrom('announcements')
    .select('id')
    .where('account_id', '=', accountId)
    .where('id', 'in', named)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

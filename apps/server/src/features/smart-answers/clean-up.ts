import { defaultSetTitle } from '@sidetone/contract/rules/ai/smart-answers.ts';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';

/** So long somebody may still be at work on a set. */
const untouched = sql<Date>`now() - interval '1 day'`;

/**
 * Tidies up sets that a closed browser left: those without a question go, those without a title get one. The app does the
 * same when it leaves a set. SSMART-006, SSMART-007
 */
export async function cleanUpSets(db: Database): Promise<void> {
  await db
    .deleteFrom('smart_answer_sets')
    .where('questions', '=', sql<never>`'[]'::jsonb`)
    .where('changed_at', '<', untouched)
    .execute();
  const untitled = await db
    .selectFrom('smart_answer_sets as untitled')
    .innerJoin('users', 'users.id', 'untitled.user_id')
    .select(['untitled.id', 'untitled.rev', 'untitled.user_id', 'users.locale'])
    .where('title', 'is', null)
    .where('changed_at', '<', untouched)
    .orderBy('untitled.created_at')
    .execute();
  for (const { id, rev, user_id, locale } of untitled) {
    const sets = await db.selectFrom('smart_answer_sets').select('title').where('user_id', '=', user_id).execute();
    const taken = new Set(sets.map(({ title }) => title));
    let number = sets.length;
    while (taken.has(defaultSetTitle(locale, number))) number += 1;
    await db
      .updateTable('smart_answer_sets')
      .set({ title: defaultSetTitle(locale, number) })
      .where('id', '=', id)
      .where('rev', '=', rev)
      .execute();
  }
}

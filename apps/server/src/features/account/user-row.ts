import type { User } from '@sidetone/contract/entities/user.ts';
import { user } from '@sidetone/contract/entities/user.ts';
import { sql } from 'kysely';
import type { Database } from '../../storage/database.ts';

/** The user as the contract has it, with the revision of the newest row it was made from; null for nobody. */
export async function readUser(db: Database, userId: string): Promise<(User & { rev: number }) | null> {
  const row = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .selectAll('users')
    .select([
      'accounts.plan',
      'accounts.rev as account_rev',
      // The account's figure, which no column of a user has.
      sql<number>`ai_calls_this_month(users.account_id)`.as('boosts'),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!row) return null;
  // Changing them changes the user's row as well, by a trigger.
  const assistants = await db
    .selectFrom('assistant_users')
    .select(['assistant_id', 'may_see_transcripts'])
    .where('user_id', '=', userId)
    .orderBy('assistant_id')
    .execute();
  const record = user.parse({
    // What has no column of its own; a column always wins.
    ...row.settings,
    id: row.id,
    webUserId: row.id,
    masterSipId: row.account_id,
    firstName: row.first_name,
    lastName: row.last_name,
    email: row.email,
    avatarUrl: row.avatar_url,
    locale: row.locale,
    admin: row.admin,
    roles: row.roles,
    plan: row.plan,
    grants: row.grants,
    usedQuotas: { ...row.used_quotas, CALL_BOOSTS: row.boosts },
    assistantIds: assistants.map((one) => one.assistant_id),
    canSeeAssistantTranscripts: assistants.some((one) => one.may_see_transcripts),
    isDnd: row.is_dnd,
    skipRecordingConsent: row.skip_recording_consent,
  });
  return { ...record, rev: Math.max(Number(row.rev), Number(row.account_rev)) };
}

import { flagsOf } from '@sidetone/contract/entities/flags.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Writer } from '../../storage/writer.ts';

interface Asker {
  readonly userId: string;
}

/** Whether chat about calls is switched on for a user now. SPERM-031 */
export async function hasChat(db: Writer, { userId }: Asker): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .innerJoin('accounts', 'accounts.id', 'users.account_id')
    .select(['accounts.flags as account', 'users.flags', 'users.settings'])
    .where('users.id', '=', userId)
    .executeTakeFirst();
  if (!row) return false;
  const { hasAiInsightsChat, hasAiDisabled } = flagsOf(row.account, row);
  return hasAiInsightsChat && !hasAiDisabled;
}

/** Throws `Refusal` FORBIDDEN where it is switched off. */
export async function requireChat(db: Writer, asker: Asker): Promise<void> {
  if (!(await hasChat(db, asker))) throw new Refusal('FORBIDDEN', 'The AI chat is switched off.');
}

/** Throws `Refusal` FORBIDDEN where chat is switched off, NOT_FOUND for a chat that is not the caller's. */
export async function requireOwnChat(db: Writer, asker: Asker, chatId: string): Promise<void> {
  await requireChat(db, asker);
  await requireChatOf(db, asker, chatId);
}

/** Throws `Refusal` NOT_FOUND for a chat that is not the caller's, whether chat is switched on for them or not. */
export async function requireChatOf(db: Writer, asker: Asker, chatId: string): Promise<void> {
  const row = await db
    .selectFrom('chats')
    .select('id')
    .where('id', '=', chatId)
    .where('user_id', '=', asker.userId)
    .executeTakeFirst();
  if (!row) throw notFound('chat');
}

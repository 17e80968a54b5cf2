import { type BotSettings, botSettings } from '@sidetone/contract/entities/assistant-voice.ts';
import type { Writer } from './writer.ts';

/** The bot that is the voice of a call assistant. */
interface KeptBot extends BotSettings {
  readonly greetingAnnouncementId: string | null;
  readonly secretSealed: Buffer | null;
}

/** The bot of an assistant of this account; null where the assistant is gone, or asks questions. */
export async function botOf(db: Writer, accountId: string, assistantId: string): Promise<KeptBot | null> {
  const row = await db
    .selectFrom('assistants')
    .select(['bot', 'bot_secret_sealed', 'greeting_announcement_id'])
    .where('id', '=', assistantId)
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  const bot = botSettings.safeParse(row?.bot);
  if (!row || !bot.success) return null;
  return { ...bot.data, greetingAnnouncementId: row.greeting_announcement_id, secretSealed: row.bot_secret_sealed };
}

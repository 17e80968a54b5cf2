import { type Kysely, sql } from 'kysely';

/** The AI provider and the webhook are the account's: what people once switched for themselves counts no longer. */
// biome-ignore lint/suspicious/noExplicitAny: a migration runs against whatever shape is there
export async function up(db: Kysely<any>): Promise<void> {
  await sql`
    update users set flags = flags - 'hasAiProviderPreferenceMistral' - 'hasWebhook'
      where flags ?| array['hasAiProviderPreferenceMistral', 'hasWebhook']
  `.execute(db);
}

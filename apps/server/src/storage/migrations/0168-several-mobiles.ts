import { type Kysely, sql } from 'kysely';

/** Up to three numbers ring along for a user, each at its own times: the one of before is the first of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update channels set forwarding = (forwarding - 'mobile') || jsonb_build_object('mobiles',
      case when jsonb_typeof(forwarding -> 'mobile') = 'object' then jsonb_build_array(forwarding -> 'mobile')
        else '[]'::jsonb end)
    where forwarding ? 'mobile'`.execute(db);
}

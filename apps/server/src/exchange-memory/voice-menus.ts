import { type MenuSettings, menuSettings } from '@sidetone/contract/entities/voice-menu.ts';
import { sql } from 'kysely';
import type { Database } from '../storage/database.ts';

/** Voice menus, and what callers in them may dial and spell. */
export function voiceMenus(db: Database) {
  return {
    /** Null where it is gone, or of another account. */
    async voiceMenu(accountId: string, menuId: string) {
      const row = await db
        .selectFrom('voice_menus')
        .select(['name', 'settings'])
        .where('id', '=', menuId)
        .where('account_id', '=', accountId)
        .executeTakeFirst();
      const settings = menuSettings.safeParse(row?.settings);
      return row && settings.success ? { menuId, name: row.name, ...settings.data } : null;
    },

    /** All of an account, by their ids. */
    async voiceMenusOf(accountId: string): Promise<ReadonlyMap<string, MenuSettings>> {
      const rows = await db
        .selectFrom('voice_menus')
        .select(['id', 'settings'])
        .where('account_id', '=', accountId)
        .execute();
      return new Map(
        rows.flatMap(({ id, settings }) => {
          const read = menuSettings.safeParse(settings);
          return read.success ? [[id, read.data] as const] : [];
        }),
      );
    },

    /** The channel of exactly these digits, and whether longer extensions of the account begin with them. */
    async extensionsFrom(accountId: string, digits: string) {
      const { rows } = await sql<{ channelId: string | null; hasLonger: boolean }>`
        select (select channel_id from extensions where account_id = ${accountId} and extension = ${digits}) as "channelId",
          exists (select from extensions where account_id = ${accountId}
            and extension <> ${digits} and starts_with(extension, ${digits})) as "hasLonger"`.execute(db);
      return rows[0] ?? { channelId: null, hasLonger: false };
    },

    /** Active users with a channel of their own. */
    spelledNames: (accountId: string) =>
      db
        .selectFrom('users')
        .innerJoin('channels', (join) =>
          join.onRef('channels.owner_user_id', '=', 'users.id').on('channels.type', '=', 'private'),
        )
        .select(['channels.id as channelId', 'users.first_name as firstName', 'users.last_name as lastName'])
        .where('users.account_id', '=', accountId)
        .where('users.deactivated_at', 'is', null)
        .execute(),
  };
}

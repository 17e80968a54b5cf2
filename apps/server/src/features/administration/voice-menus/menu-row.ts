import { type MenuSettings, menuSettings } from '@sidetone/contract/entities/voice-menu.ts';
import { type SqlBool, sql } from 'kysely';
import type { Writer } from '../../../storage/writer.ts';

/** A voice menu as it is kept; settings that nobody can read are those of a menu without keys. */
export interface KeptMenu {
  readonly id: string;
  readonly name: string;
  readonly revision: number;
  readonly rev: number;
  readonly settings: MenuSettings;
}

/** The voice menus of an account by name; of `named`, only those whose settings name a thing with this id. */
export async function menusOf(db: Writer, accountId: string, named?: string): Promise<KeptMenu[]> {
  const rows = await db
    .selectFrom('voice_menus')
    .select(['id', 'name', 'revision', 'rev', 'settings'])
    .where('account_id', '=', accountId)
    .$if(named !== undefined, (menus) => menus.where(sql<SqlBool>`settings::text like ${`%"${named}"%`}`))
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(({ rev, settings, ...row }) => {
    const read = menuSettings.safeParse(settings);
    return { ...row, rev: Number(rev), settings: read.success ? read.data : menuSettings.parse({}) };
  });
}

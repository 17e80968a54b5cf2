import {
  menuLimits,
  menuSettings,
  type NewVoiceMenu,
  type VoiceMenuChange,
} from '@sidetone/contract/entities/voice-menu.ts';
import { type SqlBool, sql } from 'kysely';
import { newId } from '../../../requests/ids.ts';
import { notFound, Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { jsonText } from '../../../storage/json-text.ts';
import { type Administrator, administer, differences } from '../administer.ts';
import { menusOf } from './menu-row.ts';
import { refuseTargets } from './menu-targets.ts';

/**
 * Creates a voice menu. Throws `Refusal` CONFLICT where there are too many, NOT_FOUND and VALIDATION_FAILED for targets that no
 * call could come to.
 */
export const addMenu = (db: Database, by: Administrator, { name, ...rest }: NewVoiceMenu): Promise<string> =>
  administer(db, by, async (trx, note) => {
    const { accountId } = by;
    const others = await menusOf(trx, accountId);
    if (others.length >= menuLimits.menus)
      throw new Refusal('CONFLICT', 'There are as many voice menus as there may be.');
    const settings = menuSettings.parse(rest);
    await refuseTargets(trx, { accountId, menuId: null, settings, others });
    const id = newId('m');
    await trx
      .insertInto('voice_menus')
      .values({ id, account_id: accountId, name, settings: jsonText(settings) })
      .execute();
    await note('voiceMenu.created', id, { name });
    return id;
  });

/**
 * Changes a voice menu, from the next caller on. Throws `Refusal` NOT_FOUND, CONFLICT where it changed since the `revision`, and
 * for targets as `addMenu` does.
 */
export const changeMenu = (db: Database, by: Administrator, menuId: string, change: VoiceMenuChange): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const { accountId } = by;
    const { revision, name, ...rest } = change;
    const others = await menusOf(trx, accountId);
    const before = others.find(({ id }) => id === menuId);
    if (!before) throw notFound('voice menu');
    if (revision !== undefined && revision !== before.revision) {
      throw new Refusal('CONFLICT', 'The voice menu has changed since.');
    }
    const settings = menuSettings.parse(rest);
    await refuseTargets(trx, { accountId, menuId, settings, others });
    const changed = differences({ name: before.name, ...before.settings }, { name, ...settings });
    if (Object.keys(changed).length === 0) return;
    await trx
      .updateTable('voice_menus')
      .set({ name, settings: jsonText(settings), revision: before.revision + 1 })
      .where('id', '=', menuId)
      .execute();
    await note('voiceMenu.changed', menuId, changed);
  });

/** Deletes a voice menu. Throws `Refusal` NOT_FOUND, CONFLICT where a channel, a number or another menu leads to it. */
export const removeMenu = (db: Database, by: Administrator, menuId: string): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const { accountId } = by;
    const menu = await trx
      .selectFrom('voice_menus')
      .select('name')
      .where('id', '=', menuId)
      .where('account_id', '=', accountId)
      .executeTakeFirst();
    if (!menu) throw notFound('voice menu');
    const names = { id: menuId };
    const leading = sql<SqlBool>`(
      exists (select from channels where account_id = ${accountId}
        and jsonb_path_exists(routing, '$.**.menuId ? (@ == $id)', ${jsonText(names)}::jsonb))
      or exists (select from numbers where menu_id = ${menuId})
      or exists (select from voice_menus where account_id = ${accountId}
        and jsonb_path_exists(settings, '$.**.menuId ? (@ == $id)', ${jsonText(names)}::jsonb)))`;
    const { rows } = await sql<{ leads: boolean }>`select ${leading} as leads`.execute(trx);
    if (rows[0]?.leads) throw new Refusal('CONFLICT', 'A channel, a number or another voice menu leads to this one.');
    await trx.deleteFrom('voice_menus').where('id', '=', menuId).execute();
    await note('voiceMenu.removed', menuId, { name: menu.name });
  });

import type { MenuDestination, MenuTarget } from '@sidetone/contract/entities/voice-menu.ts';
import { jsonText } from '../../../storage/json-text.ts';
import type { Writer } from '../../../storage/writer.ts';
import { menusOf } from './menu-row.ts';

/**
 * No voice menu leads to a channel that goes: what led to its members leads to those of `callsTo`; with null, and for its
 * voicemail, keys go and callers who press nothing are hung up on.
 */
export async function forgetTarget(
  trx: Writer,
  accountId: string,
  channelId: string,
  callsTo: string | null,
): Promise<void> {
  const isIt = (target: MenuTarget) => 'channelId' in target && target.channelId === channelId;
  const nextOf = ({ kind }: MenuTarget): MenuDestination | null =>
    kind === 'channel' && callsTo !== null ? { kind, channelId: callsTo } : null;
  for (const { id, settings, revision } of await menusOf(trx, accountId, channelId)) {
    if (!isIt(settings.nothing) && settings.keys.every(({ target }) => !isIt(target))) continue;
    const keys = settings.keys.flatMap((line) => {
      const target = isIt(line.target) ? nextOf(line.target) : line.target;
      return target === null ? [] : [{ ...line, target }];
    });
    const nothing = isIt(settings.nothing) ? (nextOf(settings.nothing) ?? { kind: 'hangUp' }) : settings.nothing;
    await trx
      .updateTable('voice_menus')
      .set({ settings: jsonText({ ...settings, keys, nothing }), revision: revision + 1 })
      .where('id', '=', id)
      .execute();
  }
}

import type { MenuDestination, MenuTarget } from '@sidetone/contract/entities/voice-menu.ts';
import { jsonText } from '../../../storage/json-text.ts';
import type { Writer } from '../../../storage/writer.ts';
import { differences, type Note } from '../administer.ts';
import { menusOf } from './menu-row.ts';

/** A channel that goes, and the one that its calls go to instead. */
interface GoneChannel {
  readonly accountId: string;
  readonly channelId: string;
  readonly callsTo: string | null;
}

/**
 * No voice menu leads to a channel that goes: what led to its members leads to those of `callsTo`; with null, and for its
 * voicemail, keys go and callers who press nothing are hung up on. Each menu that changes has its line in the audit log.
 */
export async function forgetTarget(
  trx: Writer,
  note: Note,
  { accountId, channelId, callsTo }: GoneChannel,
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
    await note('voiceMenu.changed', id, differences(settings, { keys, nothing }));
  }
}

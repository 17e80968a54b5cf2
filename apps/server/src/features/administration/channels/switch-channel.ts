import { type HandSwitch, mostDaysByHand } from '@sidetone/contract/entities/hand-switch.ts';
import { Refusal } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { type Administrator, administer, differences } from '../administer.ts';
import { channelToChange, heldOf, refuseRoom } from './channel-row.ts';

/**
 * Keeps a channel open or closed from the next call on; null: its opening hours count again. Throws `Refusal` NOT_FOUND, and
 * VALIDATION_FAILED for an end that is past or further than `mostDaysByHand` days away.
 */
export const switchChannel = (
  db: Database,
  by: Administrator,
  channelId: string,
  held: HandSwitch | null,
): Promise<void> =>
  administer(db, by, async (trx, note) => {
    const channel = await channelToChange(trx, by, channelId);
    refuseRoom(channel);
    const until = held?.until == null ? null : new Date(held.until);
    const ahead = until === null ? null : until.getTime() - Date.now();
    if (ahead !== null && (ahead <= 0 || ahead > mostDaysByHand * 24 * 60 * 60_000)) {
      const issues = [{ path: 'held.until', message: 'notAhead' }];
      throw new Refusal('VALIDATION_FAILED', `It may end within ${mostDaysByHand} days from now.`, { issues });
    }
    const after: HandSwitch | null = held && { state: held.state, until: until?.toISOString() ?? null };
    const changed = differences({ held: heldOf(channel) }, { held: after });
    if (Object.keys(changed).length === 0) return;
    await trx
      .updateTable('channels')
      .set({ held_state: after?.state ?? null, held_until: until })
      .where('id', '=', channelId)
      .execute();
    await note('channel.switched', channelId, changed);
  });

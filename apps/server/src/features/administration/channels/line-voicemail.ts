import { storedRouting } from '@sidetone/contract/entities/channel-routing.ts';
import {
  type LineVoicemailChange,
  lineVoicemailOf,
  withLineVoicemail,
} from '@sidetone/contract/entities/line-voicemail.ts';
import { notFound } from '../../../requests/refusal.ts';
import type { Database } from '../../../storage/database.ts';
import { type Administrator, administer } from '../administer.ts';
import { routingOf } from './channel-row.ts';

/**
 * Switches the voicemail of many people's own lines at once, from the next call on. Lines whose calls an administrator
 * sends elsewhere keep that. Throws `Refusal` NOT_FOUND for people of nobody here; then nothing is changed.
 */
export const setVoicemailOfLines = (
  db: Database,
  by: Administrator,
  about: { userIds: readonly string[] | null; voicemail: LineVoicemailChange },
): Promise<{ changed: number; sentElsewhere: number }> =>
  administer(db, by, async (trx, note) => {
    const { userIds, voicemail } = about;
    const lines = await trx
      .selectFrom('channels')
      .select(['id', 'owner_user_id', 'routing', 'ring_seconds', 'follow_up_time'])
      .where('account_id', '=', by.accountId)
      .where('type', '=', 'private')
      .$if(userIds !== null, (query) => query.where('owner_user_id', 'in', userIds ?? []))
      .orderBy('id')
      .forUpdate()
      .execute();
    const found = new Set(lines.map(({ owner_user_id }) => owner_user_id));
    if (userIds?.some((userId) => !found.has(userId))) throw notFound('user');
    let [changed, sentElsewhere] = [0, 0];
    for (const line of lines) {
      const before = routingOf(line);
      const shownBefore = lineVoicemailOf(before);
      if (shownBefore.sentElsewhere) {
        sentElsewhere += 1;
        continue;
      }
      const after = withLineVoicemail(before, voicemail);
      if (JSON.stringify(after) === JSON.stringify(before)) continue;
      const { stored, ringSeconds } = storedRouting(after);
      await trx
        .updateTable('channels')
        .set({ routing: JSON.stringify(stored), ring_seconds: ringSeconds })
        .where('id', '=', line.id)
        .execute();
      await note('channel.routingChanged', line.id, { voicemail: { from: shownBefore, to: lineVoicemailOf(after) } });
      changed += 1;
    }
    return { changed, sentElsewhere };
  });

import { storedRouting } from '@sidetone/contract/entities/channel-routing.ts';
import {
  type LineVoicemail,
  type LineVoicemailChange,
  lineVoicemailOf,
  withLineVoicemail,
} from '@sidetone/contract/entities/line-voicemail.ts';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { notFound, Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { routingOf } from './settings.ts';

/**
 * Switches the voicemail of someone's own line, from the next call on. Throws `Refusal` NOT_FOUND, FORBIDDEN for a line of
 * someone else, CONFLICT where an administrator sends its calls somewhere else.
 */
export const setLineVoicemail = (
  db: Database,
  { userId, accountId }: Caller,
  { channelId, change, address }: { channelId: string; change: LineVoicemailChange; address: string },
): Promise<LineVoicemail> =>
  db.transaction().execute(async (trx) => {
    const channel = await trx
      .selectFrom('channels')
      .select(['owner_user_id', 'routing', 'ring_seconds', 'follow_up_time'])
      .where('id', '=', channelId)
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst();
    if (!channel) throw notFound('channel');
    if (channel.owner_user_id !== userId) {
      throw new Refusal('FORBIDDEN', 'Only the owner of a private channel can switch its voicemail.');
    }
    const before = routingOf(channel);
    const shownBefore = lineVoicemailOf(before);
    if (shownBefore.sentElsewhere && change.enabled) {
      throw new Refusal('CONFLICT', 'An administrator has set another destination for the calls of this channel.');
    }
    const after = withLineVoicemail(before, change);
    const shown = lineVoicemailOf(after);
    if (JSON.stringify(after) === JSON.stringify(before)) return shown;
    const { stored, ringSeconds } = storedRouting(after);
    await trx
      .updateTable('channels')
      .set({ routing: JSON.stringify(stored), ring_seconds: ringSeconds })
      .where('id', '=', channelId)
      .execute();
    await audit(trx, {
      accountId,
      actorUserId: userId,
      address,
      action: 'channel.routingChanged',
      target: channelId,
      detail: { voicemail: { from: shownBefore, to: shown } },
    });
    return shown;
  });

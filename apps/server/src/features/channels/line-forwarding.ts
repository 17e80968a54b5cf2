import type { LineForwarding, LineForwardingChange } from '@sidetone/contract/entities/line-forwarding.ts';
import { changeLineForwarding } from '../../identity/line-forwarding.ts';
import { audit } from '../../requests/audit.ts';
import type { Caller } from '../../requests/callers.ts';
import { Refusal } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';

/**
 * Changes where the calls of the caller's own line go, from the next call on. Throws `Refusal` FORBIDDEN for another channel than
 * that line, VALIDATION_FAILED for targets that no call could come to.
 */
export const setLineForwarding = (
  db: Database,
  { userId, accountId }: Caller,
  { channelId, change, address }: { channelId: string; change: LineForwardingChange; address: string },
): Promise<LineForwarding> =>
  db.transaction().execute(async (trx) => {
    const line = await changeLineForwarding(trx, { accountId, userId, change });
    if (line.channelId !== channelId) {
      throw new Refusal('FORBIDDEN', 'Only the owner of a private channel can forward its calls.');
    }
    const { forwarding, detail } = line;
    const action = 'channel.forwardingChanged';
    if (detail) await audit(trx, { accountId, actorUserId: userId, address, action, target: channelId, detail });
    return forwarding;
  });

import type { LineForwarding, LineForwardingChange } from '@sidetone/contract/entities/line-forwarding.ts';
import { changeLineForwarding } from '../../../identity/line-forwarding.ts';
import { requireMayChangeUserOf } from '../../../requests/admin-rights.ts';
import type { Database } from '../../../storage/database.ts';
import { type Administrator, administer } from '../administer.ts';

/**
 * Changes where the calls of a user's own line go, from the next call on. Throws `Refusal` NOT_FOUND for a user of nobody here,
 * FORBIDDEN for a user who may do more than the one who asks, VALIDATION_FAILED for targets that no call could come to.
 */
export const setForwardingOfUser = (
  db: Database,
  by: Administrator,
  { userId, change }: { userId: string; change: LineForwardingChange },
): Promise<LineForwarding> =>
  administer(db, by, async (trx, note) => {
    await requireMayChangeUserOf(trx, by, userId);
    const about = { accountId: by.accountId, userId, change };
    const { channelId, forwarding, detail } = await changeLineForwarding(trx, about);
    if (detail) await note('channel.forwardingChanged', channelId, detail);
    return forwarding;
  });

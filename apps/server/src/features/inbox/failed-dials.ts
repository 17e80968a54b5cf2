import type { routes } from '@sidetone/contract/http/routes.ts';
import type { z } from 'zod';
import type { Caller } from '../../requests/callers.ts';
import type { Database } from '../../storage/database.ts';
import { requireMember } from './access.ts';

type FailedDial = z.output<(typeof routes)['addFailedDial']['body']>;

/** Notes a call that never began; gives the note's id. Throws `Refusal` NOT_FOUND for a channel of someone else. */
export async function addFailedDial(db: Database, caller: Caller, dial: FailedDial): Promise<string> {
  if (dial.channelId !== null) await requireMember(db, dial.channelId, caller.userId);
  const { id } = await db
    .insertInto('failed_dials')
    .values({
      account_id: caller.accountId,
      channel_id: dial.channelId,
      owner: caller.userId,
      target_phone_number: dial.targetPhoneNumber,
      sender_phone_number: dial.senderPhoneNumber,
      session_id: dial.sessionId,
      code: dial.code,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(id);
}

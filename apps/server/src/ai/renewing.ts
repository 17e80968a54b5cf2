import type { MadeBy } from '@sidetone/contract/entities/documentation.ts';
import type { RenewablePart } from '@sidetone/contract/http/documentation-routes.ts';
import type { Caller } from '../requests/callers.ts';
import { requireGrant } from '../requests/grants.ts';
import { notFound, Refusal } from '../requests/refusal.ts';
import { documentationWriter } from '../storage/documentation-writer.ts';
import { jobIdOf, renewKind } from './call-jobs.ts';
import type { DocumentingParts } from './deps.ts';
import { boosts, readCall } from './read-call.ts';

interface Asked {
  readonly caller: Caller;
  readonly channelId: string;
  readonly docId: string;
  readonly parts: readonly RenewablePart[];
  readonly by: MadeBy['kind'];
}

/**
 * Has parts of a call made once more of its transcript. Throws `Refusal` NOT_FOUND for everyone who is not a member of the channel,
 * FORBIDDEN without the grant, CONFLICT where there is no transcript, no service, or a part is not made.
 */
export async function askForRenewal(
  { db, jobs, services }: Pick<DocumentingParts, 'db' | 'jobs' | 'services'>,
  { caller, channelId, docId, parts, by }: Asked,
): Promise<void> {
  const member = await db
    .selectFrom('channel_members')
    .select('user_id')
    .where('channel_id', '=', channelId)
    .where('user_id', '=', caller.userId)
    .executeTakeFirst();
  const call = member && (await readCall(db, { channelId, docId }));
  if (!call) throw notFound('event');
  await requireGrant(db, caller, boosts);
  if (call.flags.hasAiDisabled) throw new Refusal('CONFLICT', 'AI features are switched off.');
  if (call.parts.transcription?.status !== 'success') throw new Refusal('CONFLICT', 'This call has no transcript.');
  if (by === 'model' && (await services.ground.connection(call.accountId, 'language')) === null) {
    throw new Refusal('CONFLICT', 'No service is set up that writes.');
  }
  const renewal = { by, status: 'waiting' as const, at: new Date().toISOString() };
  await db.transaction().execute(async (trx) => {
    for (const part of new Set(parts)) {
      if (!(await documentationWriter(trx).askAgain(call, part, renewal))) {
        throw new Refusal('CONFLICT', 'This part is not made, or is being made again.');
      }
    }
    await jobs.enqueue(trx, renewKind, jobIdOf(call));
  });
}

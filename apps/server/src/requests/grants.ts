import { hasGrant, type KnownGrant, mayConnect, mayDeleteCalls } from '@sidetone/contract/rules/grants.ts';
import type { Writer } from '../storage/writer.ts';
import type { Caller } from './callers.ts';
import { Refusal } from './refusal.ts';

/**
 * Throws `Refusal` FORBIDDEN unless the caller has the grant now, whatever they had when they signed in. Asked within the
 * transaction that writes, nobody takes the grant away before that is done.
 */
export async function requireGrant(trx: Writer, caller: Pick<Caller, 'userId'>, grant: KnownGrant): Promise<void> {
  if (!(await isGranted(trx, caller, grant))) throw new Refusal('FORBIDDEN', `This needs the permission ${grant}.`);
}

/** Whether a user has the grant now, as `requireGrant` asks; nobody who may no longer sign in has any. */
export const isGranted = async (trx: Writer, caller: Pick<Caller, 'userId'>, grant: KnownGrant): Promise<boolean> =>
  hasGrant(await rightsOf(trx, caller), grant);

/** The same for who may connect address books and CRMs. */
export async function requireMayConnect(trx: Writer, caller: Pick<Caller, 'userId'>): Promise<void> {
  if (mayConnect(await rightsOf(trx, caller))) return;
  throw new Refusal('FORBIDDEN', 'This needs the permission INTEGRATION_WRITE.');
}

/** The same for who may delete calls, recordings and transcripts of a channel that they are a member of. */
export async function requireMayDeleteCalls(
  trx: Writer,
  caller: Pick<Caller, 'userId'>,
  channelId: string,
): Promise<void> {
  const channel = await trx.selectFrom('channels').select('type').where('id', '=', channelId).executeTakeFirst();
  const type = channel?.type === 'private' ? 'personal' : 'shared';
  if (mayDeleteCalls(await rightsOf(trx, caller), type)) return;
  throw new Refusal('FORBIDDEN', 'Deleting calls of a shared channel needs the permission CALL_DELETE.');
}

const rightsOf = async (trx: Writer, { userId }: Pick<Caller, 'userId'>) =>
  await trx
    .selectFrom('users')
    .select(['grants', 'admin'])
    .where('id', '=', userId)
    .where('deactivated_at', 'is', null)
    .forShare()
    .executeTakeFirst();

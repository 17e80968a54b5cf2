import { hasGrant, type KnownGrant } from '@sidetone/contract/rules/grants.ts';
import type { Writer } from './accounts.ts';
import type { Caller } from './callers.ts';
import { Refusal } from './refusal.ts';

/**
 * Throws `Refusal` FORBIDDEN unless the caller has the grant now, whatever they had when they signed in. Asked within the
 * transaction that writes, nobody takes the grant away before that is done.
 */
export async function requireGrant(trx: Writer, caller: Pick<Caller, 'userId'>, grant: KnownGrant): Promise<void> {
  const person = await trx
    .selectFrom('users')
    .select('grants')
    .where('id', '=', caller.userId)
    .where('deactivated_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  if (!hasGrant(person, grant)) throw new Refusal('FORBIDDEN', `This needs the grant ${grant}.`);
}

import type { SetUpState } from '@sidetone/contract/entities/admin-account.ts';
import { addressState, type Trunk } from '@sidetone/contract/entities/trunk.ts';
import type { Writer } from '../../../storage/writer.ts';
import type { Note } from '../administer.ts';

/** What the state of a line depends on, of each trunk. */
export type LineTrunk = Pick<Trunk, 'state' | 'isEnabled' | 'isEmergency' | 'sendsAddress' | 'addressConfirmed'>;

/** The state of a company’s line, from its trunks: one that works is enough, and it needs a number. */
export function lineState(trunks: readonly LineTrunk[], hasNumbers: boolean): SetUpState {
  if (trunks.length === 0) return 'open';
  const works = trunks.some(({ state }) => state === 'registered' || state === 'reachable');
  if (works) return hasNumbers ? 'done' : 'waiting';
  return trunks.some(({ state }) => state === 'failing') ? 'failed' : 'waiting';
}

/**
 * The state of the emergency address. Once there is a line its provider has to learn where help has to go: from the call,
 * or from the administrator, who says so.
 */
export function addressStepState(hasAddress: boolean, trunks: readonly LineTrunk[]): SetUpState {
  if (!hasAddress) return 'open';
  if (trunks.length === 0) return 'done';
  const state = addressState(trunks);
  return state === 'sent' || state === 'confirmed' ? 'done' : 'waiting';
}

/** Takes back that providers know the address of each number: there is a number, or an address, that they may not know. */
export async function doubtAddresses(trx: Writer, note: Note, accountId: string): Promise<void> {
  const rows = await trx
    .updateTable('trunks')
    .set({ address_confirmed: false })
    .where('account_id', '=', accountId)
    .where('address_confirmed', '=', true)
    .returning('id')
    .execute();
  for (const { id } of rows) await note('trunk.changed', id, { addressConfirmed: { from: true, to: false } });
}

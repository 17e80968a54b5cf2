import { findNumber } from '../../routing/find-number.ts';
import { findCalledNumber } from './find-called-number.ts';
import { identifyCaller } from './identify-caller.ts';
import { limitCalls } from './limit-calls.ts';
import { refuseOwnNumber } from './refuse-own-number.ts';
import { type Found, type InviteDesk, type Invited, InviteRefused } from './steps.ts';

interface Dialling {
  readonly sessionId: string;
  readonly accountId: string;
  readonly userId: string;
  readonly called: string;
  /** The device of the user that names the number; null: none. */
  readonly endpointId?: string | null;
  /** The phone of the classic generation to call with; left out: none. */
  readonly phoneId?: string | undefined;
}

/** A number that a call of a user goes to, as if they had dialled it. */
export const asThoughDialled = ({ sessionId, accountId, userId, called, endpointId, phoneId }: Dialling): Invited => ({
  type: 'invited',
  legId: '',
  sipCallId: '',
  sessionId,
  called,
  from: { endpointId: endpointId ?? '', accountId, userId, kind: 'phone' },
  ...(phoneId !== undefined && { phoneId }),
  media: 'rtp',
  address: '127.0.0.1',
});

/**
 * Whom somebody's device names in its own place, by the steps of a number that they dial. A call that somebody else began
 * reaches no service of this exchange, and help is called by people alone.
 */
export async function findForwarded(invited: Invited, desk: InviteDesk): Promise<Found | InviteRefused> {
  const identified = await identifyCaller(invited, desk);
  if (identified instanceof InviteRefused) return identified;
  const { kind } = findNumber(invited.called, identified.caller);
  if (kind !== 'extension' && kind !== 'number') return new InviteRefused(404, 'Not Found', 'NUMBER_NOT_FOUND');
  const found = await findCalledNumber(identified, desk);
  if (found instanceof InviteRefused) return found;
  const other = await refuseOwnNumber(found, desk);
  return other instanceof InviteRefused ? other : await limitCalls(other, desk);
}

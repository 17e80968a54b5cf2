import { parseReplaces } from '@sidetone/sip/grammar/replaces.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { Leg, LegGround, LegOwner } from '../dialogs/leg.ts';
import { callOfLamp } from '../event-packages.ts';
import type { Flow } from '../wires/flow.ts';

/**
 * Finds the leg that an INVITE takes the place of (RFC 3891 §3). `refused` when the INVITE was answered here: 400 for a
 * header that cannot be read, 486 for a call that is up where only a ringing one was meant, and 481 for everything that
 * is no live leg of the same user.
 */
export function replacedLeg(
  transaction: ServerTransaction<Flow>,
  owner: Pick<LegOwner, 'userId' | 'phoneId' | 'trunkId'>,
  legOf: LegGround['legOf'],
): Leg | 'refused' | undefined {
  const { headers } = transaction.request;
  const values = headers.lines('Replaces');
  if (values.length === 0) return undefined;
  const replaces = values.length === 1 && !headers.has('Join') ? parseReplaces(values[0] ?? '') : undefined;
  const leg = replaces && legOf(replaces);
  if (!replaces) transaction.reply(400, { phrase: 'Bad Replaces' });
  else if (!leg || leg.owner.userId !== owner.userId) transaction.reply(481);
  // A caller by a trunk is nobody that we know: a call may not be taken over from there.
  else if (owner.trunkId !== null || leg.owner.trunkId !== null) transaction.reply(481);
  // People who call a phone from outside may follow their own call to another device, and no other call of its user.
  else if (leg.owner.phoneId !== owner.phoneId) transaction.reply(481);
  // A ringing leg can be taken where the ringing is of our making, and nowhere else.
  else if (leg.isEarly && leg.begunBy === 'them') transaction.reply(481);
  else if (replaces.earlyOnly && !leg.isEarly) transaction.reply(486);
  else return leg;
  return 'refused';
}

/** The call that a lamp of the phone named (RFC 4235) and this INVITE is to take over; undefined for any other INVITE. */
export function callOfReplaces({ request: { headers } }: ServerTransaction<Flow>): string | undefined {
  const values = headers.lines('Replaces');
  const replaces = values.length === 1 && !headers.has('Join') ? parseReplaces(values[0] ?? '') : undefined;
  return replaces && callOfLamp(replaces.callId);
}

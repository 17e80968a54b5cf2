import type { Fork, Ringing } from '../call.ts';
import { allCodecs } from '../call.ts';
import { cancelFork } from '../endings/cancel-forks.ts';
import type { RegisteredContact } from '../legs.ts';
import { isOpen, type Turn } from '../turn.ts';
import { stopAwaiting } from './await-return.ts';

/**
 * A device registers while a call rings its user: it is rung too. An instance that was rung before and registers again
 * has lost that ring with its page, so it gets a fresh INVITE of the same session. A ring that all clients of a user share is heard by clients that come later,
 * and is left alone; so is who declined.
 */
export function deviceCame(
  turn: Turn<Ringing>,
  { contact, ids }: { contact: RegisteredContact; ids: { legId: string; sipCallId: string; mediaId: string } },
): void {
  const { call, orders } = turn;
  const { userId, endpointId } = contact;
  if (call.nobody || !call.rings.includes(userId)) return;
  if (endpointId === call.caller.endpointId || call.forks.some((fork) => fork.legId === ids.legId)) return;
  if (call.forks.some((fork) => fork.userId === userId && fork.outcome === 'declined')) return;
  const before = call.forks.find((fork) => fork.endpointId === endpointId && isOpen(fork));
  const other = call.forks.findLast((fork) => fork.userId !== null && call.rings.includes(fork.userId));
  if ((before && (before.state === 'preparing' || contact.sharesRing)) || !other) return;
  const fork: Fork = {
    ...ids,
    formerCallIds: [],
    event: other.event,
    remote: other.remote,
    userId,
    endpointId,
    mediaKind: contact.media,
    address: contact.address,
    ...(contact.srtp && { srtp: contact.srtp }),
    media: 'open',
    hold: 'none',
    hears: 'nothing',
    target: { kind: 'device', contact },
    state: 'preparing',
    codec: null,
    outcome: null,
    cancelReason: null,
  };
  stopAwaiting(turn, userId);
  call.forks = [...call.forks, fork];
  const codecs = [...new Set([...call.codecs, ...allCodecs])];
  orders.push({ do: 'openMedia', legId: fork.legId, codecs, offer: null });
  orders.push({ do: 'bookStage', legIds: [fork.legId], events: [], leaves: null });
  if (before) cancelFork(turn, before, null, null);
}

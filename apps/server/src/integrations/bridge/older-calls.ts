import type { CallRecord, Written } from '../../crm/crm-side.ts';
import { IntegrationError } from '../connector.ts';
import type { BridgeClient } from './client.ts';

/** Bridges of this dialect put a plus before numbers themselves. */
const digitsOf = (e164: string | null): string => e164?.replace(/^\+/, '') ?? 'anonymous';

/**
 * Tells a bridge of dialect A of a call, which it logs to the contact with this number. It answers nothing, so the record has no id of
 * its own: the key stands for it.
 */
export async function tellOfCall(
  client: BridgeClient,
  call: CallRecord,
  key: string,
  signal: AbortSignal,
): Promise<Written> {
  const isIncoming = call.direction === 'INCOMING';
  const [remote, local] = [digitsOf(call.remoteNumber), digitsOf(call.localNumber)];
  if (call.remoteNumber === null)
    throw new IntegrationError('invalid', 'The bridge needs the number of the other side', { provablyNotTaken: true });
  const body = {
    id: key,
    channel: { id: local, name: local },
    direction: isIncoming ? 'IN' : 'OUT',
    from: isIncoming ? remote : local,
    to: isIncoming ? local : remote,
    user: { id: call.ownerId ?? '', firstName: '', lastName: '', email: '' },
    start: call.startedAt.getTime(),
    end: call.endedAt.getTime(),
  };
  await client.send({ method: 'POST', path: '/events/calls', body }, signal);
  return { id: key, url: null };
}

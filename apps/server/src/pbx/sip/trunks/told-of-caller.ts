import { readDiversions } from '@sidetone/sip/grammar/diversion.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import type { TrunkCaller } from '../../calls/legs.ts';
import { callerOf } from '../accounts/caller-identity.ts';

/** What an INVITE from outside says of who calls, who sent the call elsewhere before, and how far it may go. */
export function toldOfCaller(
  request: SipRequest,
): Pick<TrunkCaller, 'number' | 'name' | 'maxForwards' | 'diverted' | 'hiddenDiverters'> {
  const { headers } = request;
  const hops = Number(headers.get('Max-Forwards') ?? 70);
  const [diversion, historyInfo] = [headers.list('Diversion'), headers.list('History-Info')];
  const diverters = readDiversions({ diversion, historyInfo, privacy: headers.get('Privacy') });
  const hidden = diverters.flatMap(({ user, isPrivate }) => (isPrivate ? [user] : []));
  return {
    ...callerOf(request),
    maxForwards: Number.isInteger(hops) ? Math.min(Math.max(hops, 0), 70) : 70,
    ...(diverters.length > 0 && { diverted: diverters.map(({ user }) => user) }),
    ...(hidden.length > 0 && { hiddenDiverters: hidden }),
  };
}

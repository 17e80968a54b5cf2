import type { VconSource } from './source.ts';
import type { VconParty } from './vcon-schema.ts';

/** The user who was in the call, or the channel that it came to, where nobody took it. */
export function ourParty({ event, ours, host }: VconSource): VconParty {
  return {
    ...addressOf(event.call.onPhoneNumber, host),
    // Who rings and answers here has signed in.
    ...(ours.name && { name: ours.name, validation: 'login' }),
    ...(ours.userId && { uuid: ours.userId }),
    type: ours.userId ? 'person' : 'organization',
    org: ours.company,
    ...(ours.channel && { dept: ours.channel }),
    role: 'agent',
  };
}

/** The other side: a colleague, a contact, a number, or somebody who does not say. */
export function theirParty({ event, ours, theirs, host }: VconSource): VconParty {
  const address = addressOf(event.call.remotePhoneNumber, host);
  const isUnknown = theirs.name === null && address.tel === undefined && address.sip === undefined;
  if (isUnknown) return { name: 'anonymous' };
  const org = theirs.isTeam ? ours.company : theirs.organization;
  return {
    ...address,
    ...(theirs.name !== null && { name: theirs.name, validation: 'none' }),
    ...(theirs.userId && { uuid: theirs.userId }),
    ...(org && { org }),
    role: theirs.isTeam ? 'agent' : 'customer',
  };
}

/** Where a party is reached: tel where it is a number, sip where it is a name. */
export function addressOf(number: string | null, host: string): Pick<VconParty, 'tel' | 'sip'> {
  if (!number) return {};
  if (/^\+\d+$/.test(number)) return { tel: number };
  if (/^[\d*#]+$/.test(number)) return { tel: `${number};phone-context=${host}` };
  return { sip: `sip:${encodeURIComponent(number.toWellFormed())}@${host}` };
}

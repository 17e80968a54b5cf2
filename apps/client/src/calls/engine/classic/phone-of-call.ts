import type { Phone } from '@sidetone/contract/entities/phone.ts';

interface Wanted {
  /** The phone chosen for this call; no other one is used then. */
  readonly phoneId: string | null;
  /** The channel's own phone. */
  readonly ofChannel: string | null;
  /** The user's default phone. */
  readonly usual: string | null;
}

/**
 * The phone that a call leaves by: the one chosen for it; else the channel's, the user's default one, or the first, of
 * those that are registered and connected.
 */
export function phoneOfCall(phones: readonly Phone[], { phoneId, ofChannel, usual }: Wanted): Phone | null {
  const usable = phones.filter(
    (phone) => phone.isConnected && !phone.isDisconnectedByUser && phone.state === 'REGISTER_SUCCESS',
  );
  const find = (wanted: string | null) => usable.find(({ id }) => id === wanted) ?? null;
  return phoneId === null ? (find(ofChannel) ?? find(usual) ?? usable[0] ?? null) : find(phoneId);
}

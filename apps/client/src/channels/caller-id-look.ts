import type { ChannelSetting } from '@sidetone/contract/entities/channel-setting.ts';
import type { Phone } from '@sidetone/contract/entities/phone.ts';
import type { Sender } from './channel-setting.ts';

/** The words of the button that opens the channel settings. */
export type CallerIdLook =
  | { kind: 'number'; number: string }
  | { kind: 'anonymous' | 'suppressed' | 'none' }
  | { kind: 'choosePhone' | 'noPhone' | 'unreachable' };

/** The caller ID of calls of a channel, where a number is chosen for the channel itself. */
export function senderLook({ selectedPhoneNumber, defaultNumber }: ChannelSetting): CallerIdLook {
  return numberLook(selectedPhoneNumber ?? defaultNumber);
}

/** The same where calls are made with phones (classic generation): no phone, none chosen, or none available. */
export function phoneLook({ selectedPhoneId }: ChannelSetting, phones: readonly Phone[]): CallerIdLook {
  const connected = phones.filter(({ isDisconnectedByUser }) => !isDisconnectedByUser);
  if (connected.length === 0) return { kind: 'noPhone' };
  if (connected.every(({ state }) => !isThere(state))) return { kind: 'unreachable' };
  // A user with only one phone has nothing to choose.
  const chosen = phones.find(({ id }) => id === selectedPhoneId) ?? (phones.length === 1 ? phones[0] : undefined);
  if (!chosen) return { kind: 'choosePhone' };
  return numberLook(chosen.callerId ?? chosen.phoneNumbers[0]?.phoneNumber ?? null);
}

function numberLook(number: Sender): CallerIdLook {
  if (number === null) return { kind: 'none' };
  if (number === 'anonymous' || number === 'suppressed') return { kind: number };
  return { kind: 'number', number };
}

const isThere = (state: Phone['state']): boolean =>
  state === 'REGISTER_SUCCESS' || state === 'CREATED' || state === 'REGISTER';

/** The state of a phone, as its badge says it. */
export function phoneBadge(state: Phone['state']): 'connecting' | 'online' | 'offline' | 'error' {
  switch (state) {
    case 'CREATED':
    case 'REGISTER':
      return 'connecting';
    case 'REGISTER_SUCCESS':
      return 'online';
    case 'UNREGISTER_SUCCESS':
      return 'offline';
    case 'REGISTER_FAILED':
    case 'UNREGISTER_FAILED':
    case 'UNKNOWN':
      return 'error';
  }
}

/** Whether a user has phones and no call reaches any of them: all are offline, failed or unknown. */
export function areAllOffline(phones: readonly Pick<Phone, 'state'>[]): boolean {
  const isAway = ({ state }: Pick<Phone, 'state'>) => ['offline', 'error'].includes(phoneBadge(state));
  return phones.length > 0 && phones.every(isAway);
}

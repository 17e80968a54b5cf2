import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { ChannelSetting } from '@sidetone/contract/entities/channel-setting.ts';
import type { Phone } from '@sidetone/contract/entities/phone.ts';
import { trunkFailureTexts } from '@sidetone/contract/rules/trunk-failures.ts';

/** The user wants this phone to take calls, and the app makes it do so. */
export function isSwitchedOn({ isConnected, isDisconnectedByUser }: Phone): boolean {
  return isConnected && !isDisconnectedByUser;
}

/** Whether calls no longer reach its user once this phone is off. */
export function isLastOnline(phone: Phone, phones: readonly Phone[]): boolean {
  const isOnline = (one: Phone) => isSwitchedOn(one) && one.state === 'REGISTER_SUCCESS';
  return isOnline(phone) && phones.every((one) => one.id === phone.id || !isOnline(one));
}

/** A channel whose calls are made with a phone: it was chosen for the channel, or is the default. */
export interface Use {
  readonly channel: ChannelRow;
  readonly isChosen: boolean;
}

interface Chosen {
  readonly channels: readonly ChannelRow[];
  readonly settings: readonly ChannelSetting[];
  readonly defaultPhoneId: string | null;
}

/** The channels that use a phone. Where nothing is chosen at all, a channel uses the only phone that there is. */
export function usesOf(phone: Phone, phones: readonly Phone[], { channels, settings, defaultPhoneId }: Chosen): Use[] {
  const isThere = (id: string | null | undefined) => phones.some((one) => one.id === id);
  const usual = isThere(defaultPhoneId) ? defaultPhoneId : phones.length === 1 ? phones[0]?.id : null;
  return channels.flatMap((channel) => {
    const own = settings.find(({ id }) => id === channel.id)?.selectedPhoneId;
    const isChosen = isThere(own);
    return (isChosen ? own : usual) === phone.id ? [{ channel, isChosen }] : [];
  });
}

/** The registrar's answer, as far as there are words for it. */
const failures = {
  wrongPassword: trunkFailureTexts.wrongPassword,
  noAnswer: trunkFailureTexts.registrarSilent,
  unknownUser: trunkFailureTexts.unknownUser,
  lost: trunkFailureTexts.connectionLost,
  notFound: trunkFailureTexts.registrarNotFound,
  unreadable: 'The address of the registrar or its proxy cannot be read',
  refused: trunkFailureTexts.registrarRefused,
} as const;
export type PhoneFailure = keyof typeof failures;

/** Why a phone is not registered; null where the server does not say, `other` for an unknown reason. */
export function failureOf({ failure }: Pick<Phone, 'failure'>): PhoneFailure | 'other' | null {
  if (failure === null) return null;
  const known = Object.entries(failures).find(([, words]) => failure.startsWith(words));
  return known === undefined ? 'other' : (known[0] as PhoneFailure);
}

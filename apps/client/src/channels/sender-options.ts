import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { ChannelSetting } from '@sidetone/contract/entities/channel-setting.ts';
import type { Phone } from '@sidetone/contract/entities/phone.ts';
import { type SenderOption, withheldSenders } from '@sidetone/contract/entities/sender.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';

/** Words for options without a number. */
interface SenderWords {
  readonly anonymous: string;
  readonly suppressed: string;
}

/** The caller IDs of calls in the newer generation: for each channel its numbers, and to withhold them. */
export function numberOptions(
  channels: readonly { readonly channel: ChannelRow; readonly name: string }[],
  settings: readonly ChannelSetting[],
  words: SenderWords,
): SenderOption[] {
  return channels.flatMap(({ channel, name }) => {
    const numbers = settings.find(({ id }) => id === channel.id)?.numbers ?? [];
    if (numbers.length === 0) return [];
    const option = (phoneNumber: string, phoneNumberLabel: string | null, displayValue: string): SenderOption => ({
      id: `${channel.id} ${phoneNumber}`,
      phoneNumber,
      phoneNumberLabel,
      phoneId: null,
      channelId: channel.id,
      channelName: name,
      displayValue,
    });
    return [
      ...numbers.map(({ phoneNumber, label }) => option(phoneNumber, label, formatNumber(phoneNumber))),
      ...withheldSenders.map((withheld) => option(withheld, null, words[withheld])),
    ];
  });
}

/** The phones that calls can be made with in the classic generation: those that are connected. */
export function phoneOptions(channelId: string, phones: readonly Phone[]): SenderOption[] {
  return phones
    .filter((phone) => phone.isConnected && !phone.isDisconnectedByUser && phone.state === 'REGISTER_SUCCESS')
    .map((phone) => {
      const phoneNumber = phone.callerId ?? phone.phoneNumbers[0]?.phoneNumber ?? null;
      return {
        id: phone.id,
        phoneNumber,
        phoneNumberLabel: phone.name,
        phoneId: phone.id,
        channelId,
        channelName: null,
        displayValue: phoneNumber === null ? phone.name : `${phone.name} · ${formatNumber(phoneNumber)}`,
      };
    });
}

/** The option for calls of a channel where nothing else is chosen; null where there is none. */
export function usualOption(
  options: readonly SenderOption[],
  channelId: string,
  setting: ChannelSetting | null,
  defaultPhoneId: string | null,
): SenderOption | null {
  const shown = setting?.selectedPhoneNumber ?? setting?.defaultNumber;
  return (
    options.find(
      (option) => option.phoneId === null && option.channelId === channelId && option.phoneNumber === shown,
    ) ??
    options.find((option) => option.phoneId !== null && option.phoneId === setting?.selectedPhoneId) ??
    options.find((option) => option.phoneId !== null && option.phoneId === defaultPhoneId) ??
    options.find((option) => option.phoneId !== null) ??
    null
  );
}

import { type ChannelRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { Phone } from '@sidetone/contract/entities/phone.ts';
import { useMemo } from 'react';
import { retryLive, useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { type Use, usesOf } from './phone-facts.ts';

export interface ListedPhone {
  readonly phone: Phone;
  readonly uses: readonly Use[];
  readonly isDefault: boolean;
}

export interface Phones {
  readonly listed: readonly ListedPhone[];
  readonly status: 'loading' | 'ready' | 'failed';
  retry(): void;
}

const isOwn = ({ channelType }: ChannelRow) => channelType === 'personal';

/** The signed-in user's phones, each with the channels that use it. */
export function usePhones(): Phones {
  const { rows: phones, status } = useLive(phoneQueries.phones, {});
  const channels = useLive(phoneQueries.channels, {}).rows;
  const settings = useLive(phoneQueries.channelSettings, {}).rows;
  const defaultPhoneId = useMe()?.defaultPhoneId ?? null;
  return useMemo(() => {
    const ordered = [...channels.filter(isOwn), ...channels.filter((channel) => !isOwn(channel))];
    const chosen = { channels: ordered, settings, defaultPhoneId };
    return {
      listed: phones.map((phone) => ({
        phone,
        uses: usesOf(phone, phones, chosen),
        isDefault: phone.id === defaultPhoneId,
      })),
      status,
      retry: () => retryLive(phoneQueries.phones, {}),
    };
  }, [phones, status, channels, settings, defaultPhoneId]);
}

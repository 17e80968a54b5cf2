import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { SenderOption } from '@sidetone/contract/entities/sender.ts';
import { useMemo } from 'react';
import { useHasNeoPbx } from '#channels/channel-setting.ts';
import { type Channels, channelAt } from '#channels/channels.ts';
import { rememberedOption, rememberSender, useRemembered } from '#channels/click-to-dial-sender.ts';
import { numberOptions, phoneOptions, usualOption } from '#channels/sender-options.ts';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';

export interface SenderChoice {
  readonly options: readonly SenderOption[];
  /** The number that this call shows; null where there is nothing to choose. */
  readonly chosen: SenderOption | null;
  /** The same where it is not the usual one of this channel. */
  readonly forThisCall: SenderOption | null;
  /** It is the number for clicked numbers. */
  readonly isRemembered: boolean;
  remember(on: boolean): void;
  choose(id: string): void;
}

interface Asked {
  readonly channels: Channels;
  /** The channel that the call starts from. */
  readonly channelId: string | null;
  /** A number was clicked: the remembered choice for clicked numbers counts. */
  readonly clicked: boolean;
  readonly chosenId: string | null;
  onChoose(id: string): void;
}

/** The numbers or phones that a call can be made with, and the chosen one. */
export function useSenderChoice({ channels, channelId, clicked, chosenId, onChoose }: Asked): SenderChoice {
  const { t } = useWords();
  const isNeo = useHasNeoPbx();
  const me = useMe();
  const settings = useLive(phoneQueries.channelSettings, {}).rows;
  const phones = useLive(phoneQueries.phones, {}).rows;
  const remembered = useRemembered(me?.webUserId ?? null);
  const words = {
    anonymous: t(($) => $.channels.sender.anonymous),
    suppressed: t(($) => $.channels.sender.suppressed),
  };
  const own = t(($) => $.app.private);
  const { anonymous, suppressed } = words;
  const options = useMemo(() => {
    const from = channelId === null ? null : channelAt(channels, channelId);
    if (isNeo === null || !from) return [];
    if (!isNeo) return phoneOptions(from.id, phones);
    const all = [...(channels.own ? [channels.own] : []), ...channels.shared];
    const ordered = [from, ...all.filter(({ id }) => id !== from.id)];
    const named = ordered.map((channel) => ({
      channel,
      name: channel.channelType === 'personal' ? own : (channel.name ?? ''),
    }));
    return numberOptions(named, settings, { anonymous, suppressed });
  }, [channels, channelId, isNeo, phones, settings, own, anonymous, suppressed]);

  const setting = settings.find(({ id }) => id === channelId) ?? null;
  const usual = channelId === null ? null : usualOption(options, channelId, setting, me?.defaultPhoneId ?? null);
  const kept = rememberedOption(options, remembered);
  const wanted = options.find(({ id }) => id === chosenId) ?? (clicked ? kept : null);
  const chosen = wanted ?? usual;
  return {
    options,
    chosen,
    forThisCall: wanted !== null && wanted.id !== usual?.id ? wanted : null,
    isRemembered: chosen !== null && kept?.id === chosen.id,
    remember: (on) => me && rememberSender(me.webUserId, on ? chosen : null),
    choose(id) {
      onChoose(id);
      // Users who have ticked the box mean every number that they click.
      const next = options.find((option) => option.id === id) ?? null;
      if (me && chosen !== null && kept?.id === chosen.id) rememberSender(me.webUserId, next);
    },
  };
}

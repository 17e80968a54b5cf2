import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { SenderOption } from '@sidetone/contract/entities/sender.ts';
import { useMemo } from 'react';
import { useHasNeoPbx } from '#channels/channel-setting.ts';
import { useChannels } from '#channels/channels.ts';
import { rememberedOption, rememberSender, useRemembered } from '#channels/click-to-dial-sender.ts';
import { numberOptions, phoneOptions } from '#channels/sender-options.ts';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';

interface ClickSenders {
  readonly options: readonly SenderOption[];
  /** The sender for clicked numbers; null for no preference. */
  readonly chosen: SenderOption | null;
  /** Keeps one of the options; with null none. */
  choose(option: SenderOption | null): void;
}

/** The numbers or phones for numbers that are clicked in other software, and the one that is kept. */
export function useClickSenders(): ClickSenders {
  const { t } = useWords();
  const me = useMe();
  const isNeo = useHasNeoPbx();
  const { own, shared } = useChannels();
  const settings = useLive(phoneQueries.channelSettings, {}).rows;
  const phones = useLive(phoneQueries.phones, {}).rows;
  const remembered = useRemembered(me?.webUserId ?? null);
  const anonymous = t(($) => $.channels.sender.anonymous);
  const suppressed = t(($) => $.channels.sender.suppressed);
  const privately = t(($) => $.app.private);
  const options = useMemo(() => {
    if (isNeo === null || own === null) return [];
    if (!isNeo) return phoneOptions(own.id, phones);
    const named = [own, ...shared].map((channel) => ({
      channel,
      name: channel.channelType === 'personal' ? privately : (channel.name ?? ''),
    }));
    return numberOptions(named, settings, { anonymous, suppressed });
  }, [isNeo, own, shared, phones, settings, privately, anonymous, suppressed]);
  return {
    options,
    chosen: rememberedOption(options, remembered),
    choose: (option) => me && rememberSender(me.webUserId, option),
  };
}

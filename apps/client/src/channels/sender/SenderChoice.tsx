import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { ChannelSetting } from '@sidetone/contract/entities/channel-setting.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { toast } from '#ui/toasts.ts';
import { ChoiceList } from '../ChoiceList.tsx';
import { chooseSender } from '../channel-setting.ts';

interface SenderChoiceProps {
  setting: ChannelSetting;
  channel: ChannelRow;
  /** The name of the channel, as users read it. */
  name: string;
  /** Follows a change until it is saved or refused. */
  track: (change: Promise<void>) => Promise<void>;
}

/** The number that calls of a channel show (newer generation); applied immediately. */
export function SenderChoice({ setting, channel, name, track }: SenderChoiceProps) {
  const { t } = useWords();
  const [failed, setFailed] = useState<{ value: string; text: string } | null>(null);
  const { numbers, defaultNumber, selectedPhoneNumber } = setting;
  const choose = (value: string) => {
    setFailed(null);
    const sender = value === defaultNumber ? null : value;
    track(chooseSender(setting.id, sender)).catch((error: unknown) => {
      const why = t(($) => $.errors[codeOf(error)]);
      toast({ tone: 'error', title: t(($) => $.channels.sender.notSaved), text: why });
      setFailed({ value, text: `${t(($) => $.channels.sender.notSaved)}. ${why}` });
    });
  };
  const choices = [
    ...numbers.map(({ phoneNumber, label, isOwn }) => ({
      value: phoneNumber,
      title: formatNumber(phoneNumber),
      text:
        label ?? (isOwn ? t(($) => $.channels.sender.own) : t(($) => $.channels.sender.ofChannel, { channel: name })),
      end:
        phoneNumber === defaultNumber ? (
          <span className="rounded-s border border-line-strong px-2 py-0.5 text-12 text-ink-2">
            {t(($) => $.channels.sender.default)}
          </span>
        ) : undefined,
    })),
    ...(['anonymous', 'suppressed'] as const).map((value) => ({
      value,
      title: t(($) => $.channels.sender[value]),
      text: t(($) => $.channels.sender[`${value}Help`]),
    })),
  ].map((choice) => ({ ...choice, ...(failed?.value === choice.value && { error: failed.text }) }));
  return (
    <>
      {channel.phoneNumbers.length > 0 ? null : (
        <div className="mb-3 rounded-m border border-line-strong p-3">
          <p className="font-med">{t(($) => $.channels.sender.noneTitle)}</p>
          <p className="text-12 text-ink-3">
            {defaultNumber === null
              ? t(($) => $.channels.sender.noneText)
              : t(($) => $.channels.sender.noneOwn, { number: formatNumber(defaultNumber) })}
          </p>
        </div>
      )}
      <ChoiceList
        label={t(($) => $.channels.sender.title)}
        value={selectedPhoneNumber ?? defaultNumber ?? ''}
        choices={choices}
        onChoose={choose}
      />
    </>
  );
}

import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import { Info } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Icon } from '#ui/Icon.tsx';
import { Popover } from '#ui/Popover.tsx';

interface ChannelInfoProps {
  channel: ChannelRow;
  /** As users read it. */
  name: string;
}

/** Says who sees the calls of a channel. */
export function ChannelInfo({ channel, name }: ChannelInfoProps) {
  const { t } = useWords();
  const about = t(($) => $.channels.info.open, { channel: name });
  const queue = channel.type === 'acd';
  return (
    <Popover
      label={about}
      className="w-[300px]"
      trigger={
        <button
          type="button"
          aria-label={about}
          className="grid size-7 flex-none place-items-center rounded-s text-ink-3 hover:bg-hover hover:text-ink data-popup-open:bg-hover"
        >
          <Icon of={Info} />
        </button>
      }
    >
      <p className="mb-1 font-semi">{t(($) => (queue ? $.channels.info.queueTitle : $.channels.info.privateTitle))}</p>
      <p className="text-pretty text-ink-2">{t(($) => (queue ? $.channels.info.queue : $.channels.info.private))}</p>
    </Popover>
  );
}

import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import { BellOff, Settings } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { later } from '#platform/later.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { AfterAMoment, Skeleton } from '#ui/Skeleton.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import { useOnceTrue } from '#ui/use-once-true.ts';
import { useChannelSetting, useHasNeoPbx } from './channel-setting.ts';
import { PauseButton } from './head/PauseButton.tsx';
import { ChannelInfo } from './info/ChannelInfo.tsx';
import { QueueButton } from './QueueButton.tsx';
import { CallerIdButton } from './sender/CallerIdButton.tsx';

const ChannelSettings = lazyPart(() => import('./info/ChannelSettings.tsx').then((part) => part.ChannelSettings));
const preloadSettings = () => void ChannelSettings.preload();

interface ChannelHeadProps {
  name: string;
  /** Null while it is not there yet. */
  channel: ChannelRow | null;
}

/** Head of a channel's page: its name, the caller ID of its calls, and the user's own settings for it. */
export function ChannelHead({ name, channel }: ChannelHeadProps) {
  return (
    <header className="@container flex h-14 flex-none items-center gap-2 border-line border-b pr-4 pl-6 max-[559px]:h-12 max-[559px]:pl-4">
      {channel ? (
        <Own key={channel.id} name={name} channel={channel} />
      ) : (
        <h1 className="truncate font-semi text-16">{name}</h1>
      )}
    </header>
  );
}

function Own({ name, channel }: { name: string; channel: ChannelRow }) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const wasOpen = useOnceTrue(open);
  useEffect(() => later(preloadSettings), []);
  const setting = useChannelSetting(channel.id);
  const isNeo = useHasNeoPbx();
  const silent = t(($) => $.channels.silentHere);
  const hasApp = setting?.devices.some(({ kind }) => kind === 'app') ?? false;
  return (
    <>
      <h1 className="-ml-1.5 min-w-0 font-semi text-16">
        <button
          type="button"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(true)}
          className="block max-w-full truncate rounded-s px-1.5 hover:bg-hover"
        >
          {name}
        </button>
      </h1>
      <ChannelInfo channel={channel} name={name} />
      <span className="flex-1" />
      <PauseButton channel={channel} />
      <QueueButton channel={channel} />
      {setting && isNeo !== null ? (
        <CallerIdButton setting={setting} isNeo={isNeo} expanded={open} onOpen={() => setOpen(true)} />
      ) : (
        <AfterAMoment>
          <Skeleton className="h-2.5 w-32" />
        </AfterAMoment>
      )}
      {setting && hasApp && !setting.isAppExtensionActive ? (
        <Tooltip text={silent}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: its tooltip must be reachable by the keyboard */}
          <span role="img" aria-label={silent} tabIndex={0} className="grid size-7 place-items-center text-ring">
            <Icon of={BellOff} />
          </span>
        </Tooltip>
      ) : null}
      <IconButton
        icon={Settings}
        label={t(($) => $.channels.settingsOf, { channel: name })}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      />
      {setting && isNeo !== null && wasOpen ? (
        <Suspense>
          <ChannelSettings
            channel={channel}
            name={name}
            setting={setting}
            isNeo={isNeo}
            open={open}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

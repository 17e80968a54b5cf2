import { badgeText } from '@sidetone/contract/rules/badge-text.ts';
import { Link } from '@tanstack/react-router';
import { useWords } from '#i18n/use-words.ts';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { Keys } from '#ui/Kbd.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import type { ChannelLinkProps } from './channel-links.ts';

/** A channel in the left column, with its count, or with its key while the modifier is held. */
export function ChannelLink(props: ChannelLinkProps & { showKey: boolean }) {
  const { address, name, icon, count, current, hotkey, showKey } = props;
  const { t } = useWords();
  return (
    <Link
      to="/main/channels/$channelId"
      params={{ channelId: address }}
      aria-current={current ? 'page' : undefined}
      className={cn(
        'flex h-8 w-full items-center gap-2 rounded-s px-2 font-med focus-inset',
        current ? 'bg-press text-ink' : count > 0 ? 'text-ink hover:bg-hover' : 'text-ink-2 hover:bg-hover',
      )}
    >
      <Icon of={icon} className={current ? 'text-accent' : 'text-ink-3'} />
      <span className="truncate">{name}</span>
      <span className={cn('ml-auto text-12', current ? 'font-med text-ink-2' : 'font-semi')}>
        {showKey && hotkey !== null ? <Keys hotkey={hotkey} joined /> : count > 0 ? count : null}
        {count > 0 ? <span className="sr-only"> {t(($) => $.app.unresolvedCount)}</span> : null}
      </span>
    </Link>
  );
}

/** The same in the rail: a symbol with its count in the corner. */
export function ChannelRailLink({ address, name, icon, count, current, hotkey }: ChannelLinkProps) {
  const { t } = useWords();
  return (
    <Tooltip text={name} side="right" {...(hotkey === null ? {} : { hotkey })}>
      <Link
        to="/main/channels/$channelId"
        params={{ channelId: address }}
        aria-current={current ? 'page' : undefined}
        className={cn(
          'relative grid h-9 w-10 flex-none place-items-center rounded-s',
          current ? 'bg-press text-accent' : 'text-ink-3 hover:bg-hover',
        )}
      >
        <Icon of={icon} size={18} />
        <span className="sr-only">{name}</span>
        {count > 0 ? (
          <span className="absolute top-[3px] right-px h-4 min-w-4 rounded-full bg-sidebar px-[3px] text-center font-semi text-11 text-ink">
            {badgeText(count)}
            <span className="sr-only"> {t(($) => $.app.unresolvedCount)}</span>
          </span>
        ) : null}
      </Link>
    </Tooltip>
  );
}

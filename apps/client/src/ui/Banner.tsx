import { type LucideIcon, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';

export type BannerTone = 'plain' | 'info' | 'ok' | 'warn' | 'error';

type BannerProps = {
  tone?: BannerTone;
  icon: LucideIcon;
  /** The icon turns while something runs. */
  busy?: boolean;
  children: ReactNode;
  action?: ReactNode;
} & ({ onClose?: never } | { onClose: () => void; closeLabel: string });

const tones: Record<BannerTone, string> = {
  plain: 'border-line bg-well [--bc:var(--ink-2)]',
  info: 'border-accent-tint-2 bg-accent-tint [--bc:var(--accent)]',
  ok: 'border-live-line bg-live-tint [--bc:var(--live)]',
  warn: 'border-ring-line bg-ring-tint [--bc:var(--ring)]',
  error: 'border-missed-line bg-missed-tint [--bc:var(--missed)]',
};

/** One line over the page that says what is wrong and what to do. One at a time. */
export function Banner(props: BannerProps) {
  const { tone = 'plain', icon, busy = false, children, action } = props;
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={cn('flex min-h-10 flex-none items-center gap-2.5 border-b py-1.5 pr-2 pl-4 font-med', tones[tone])}
    >
      <Icon of={icon} className={cn('text-(--bc)', busy && 'animate-spin motion-reduce:animate-none')} />
      <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="wrap-anywhere min-w-[min(220px,100%)] flex-1">{children}</span>
        {action}
      </div>
      {props.onClose ? <IconButton icon={X} label={props.closeLabel} onClick={props.onClose} /> : null}
    </div>
  );
}

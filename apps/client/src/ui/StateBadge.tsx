import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './cn.ts';
import { Icon } from './Icon.tsx';

export type StateTone = 'live' | 'ring' | 'missed' | 'held' | 'off';

const tones: Record<StateTone, string> = {
  live: 'text-live',
  ring: 'text-ring',
  missed: 'text-missed',
  held: 'text-held',
  off: 'text-ink-3',
};

interface StateBadgeProps {
  tone: StateTone;
  /** In place of the dot. */
  icon?: LucideIcon;
  children: ReactNode;
}

/** A state in words after a dot of its colour: the words alone say it too. */
export function StateBadge({ tone, icon, children }: StateBadgeProps) {
  return (
    <span className={cn('inline-flex items-center gap-1.5 whitespace-nowrap font-med text-12', tones[tone])}>
      {icon ? <Icon of={icon} size={14} /> : <i aria-hidden className="size-1.5 flex-none rounded-full bg-current" />}
      {children}
    </span>
  );
}

import type { ReactNode } from 'react';
import { cn } from './cn.ts';

export type StateTone = 'live' | 'ring' | 'missed' | 'held' | 'off';

const tones: Record<StateTone, string> = {
  live: 'text-live',
  ring: 'text-ring',
  missed: 'text-missed',
  held: 'text-held',
  off: 'text-ink-3',
};

/** A state in words behind a dot of its colour: the words alone say all of it. */
export function StateBadge({ tone, children }: { tone: StateTone; children: ReactNode }) {
  return (
    <span className={cn('inline-flex items-center gap-1.5 whitespace-nowrap font-med text-12', tones[tone])}>
      <i aria-hidden className="size-1.5 flex-none rounded-full bg-current" />
      {children}
    </span>
  );
}

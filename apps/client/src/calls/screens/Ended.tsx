import { CircleAlert, type LucideIcon, Phone, Smartphone } from 'lucide-react';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { CallHeader } from './CallHeader.tsx';
import type { Person } from './person.ts';

interface EndedProps {
  person: Person;
  /** How it ended, in words. */
  how: string;
  bad: boolean;
  mark: 'none' | 'hungUp' | 'otherDevice' | 'notFound';
  seconds: number;
  shape: 'dock' | 'sheet' | 'bar';
}

const marks: Record<Exclude<EndedProps['mark'], 'none'>, LucideIcon> = {
  hungUp: Phone,
  otherDevice: Smartphone,
  notFound: CircleAlert,
};

const shapes = {
  dock: 'rounded-l shadow-e2',
  sheet: 'border-line border-t',
  bar: 'border-line border-t',
};

/** What became of a call, for the moment until it closes by itself. */
export function Ended({ person, how, bad, mark, seconds, shape }: EndedProps) {
  const { t } = useWords();
  return (
    <section
      aria-label={t(($) => $.calls.ended)}
      className={cn('call-dock flex-none overflow-hidden bg-raised [--pbg:var(--bg-raised)]', shapes[shape])}
    >
      <div className="call-edge" data-tone={bad ? 'bad' : 'ended'} />
      <CallHeader person={person} subtitle={how}>
        <span className={cn('flex items-center gap-1.5', bad ? 'text-missed' : 'text-ended')}>
          <span className="tabular-nums">{formatDuration(seconds)}</span>
          {mark === 'none' ? null : <Icon of={marks[mark]} className={cn(mark === 'hungUp' && 'rotate-135')} />}
        </span>
      </CallHeader>
    </section>
  );
}

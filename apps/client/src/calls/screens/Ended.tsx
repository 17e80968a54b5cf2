import { CircleAlert, LoaderCircle, type LucideIcon, Phone, PhoneForwarded, Smartphone } from 'lucide-react';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { CallHeader, subtitleOf } from './CallHeader.tsx';
import type { Person } from './person.ts';

interface EndedProps {
  person: Person;
  /** How it ended, in words. */
  how: string;
  /** One more sentence, where the words alone leave a question. */
  more: string | null;
  bad: boolean;
  mark: 'none' | 'hungUp' | 'otherDevice' | 'notFound';
  seconds: number;
  shape: Shape;
  /** Asks what was wrong with it; not for a call that continues elsewhere. */
  onRateQuality?: () => void;
}

type Shape = 'dock' | 'sheet' | 'bar';

const marks: Record<Exclude<EndedProps['mark'], 'none'>, LucideIcon> = {
  hungUp: Phone,
  otherDevice: Smartphone,
  notFound: CircleAlert,
};

const frame = 'call-dock flex-none overflow-hidden bg-raised outline-none [--pbg:var(--bg-raised)]';
const shapes: Record<Shape, string> = {
  dock: 'rounded-l shadow-e2',
  sheet: 'border-line border-t',
  bar: 'border-line border-t',
};

/** The outcome of a call, until it closes by itself. */
export function Ended({ person, how, more, bad, mark, seconds, shape, onRateQuality }: EndedProps) {
  const { t } = useWords();
  return (
    <section aria-label={t(($) => $.calls.ended)} tabIndex={-1} className={cn(frame, shapes[shape])}>
      <div className="call-edge" data-tone={bad ? 'bad' : 'ended'} />
      <CallHeader person={person} subtitle={how}>
        <span className={cn('flex items-center gap-1.5', bad ? 'text-missed' : 'text-ended')}>
          <span className="tabular-nums">{formatDuration(seconds)}</span>
          {mark === 'none' ? null : (
            <Icon of={marks[mark]} size={14} className={cn(mark === 'hungUp' && 'rotate-135')} />
          )}
        </span>
      </CallHeader>
      {more === null ? null : (
        <div className="flex h-9 items-center border-line border-t px-3 font-med text-12 text-ink-2">{more}</div>
      )}
      {onRateQuality === undefined || mark === 'otherDevice' ? null : (
        <div className="flex h-9 items-center justify-end border-line border-t px-3">
          <button
            type="button"
            onClick={onRateQuality}
            className="font-med text-12 text-ink-2 underline underline-offset-2 hover:text-ink"
          >
            {t(($) => $.calls.rateQuality)}
          </button>
        </div>
      )}
    </section>
  );
}

interface TransferringProps {
  person: Person;
  /** The new other side, in words. */
  how: string;
  shape: Shape;
  /** Missing where the user has left the call by handing it over. */
  onHangUp?: () => void;
}

/** The phone system hands a call over. */
export function Transferring({ person, how, shape, onHangUp }: TransferringProps) {
  const { t } = useWords();
  return (
    <section aria-label={t(($) => $.calls.active)} tabIndex={-1} className={cn(frame, shapes[shape])}>
      <div className="call-edge" data-tone="ringing" />
      <CallHeader person={person} subtitle={subtitleOf(person)}>
        <Icon of={LoaderCircle} size={14} className="animate-spin text-ring motion-reduce:animate-none" />
      </CallHeader>
      <div className="flex min-h-7 items-center gap-2 border-line border-t px-3 py-1 font-med text-12 text-ring">
        <Icon of={PhoneForwarded} size={14} />
        <span>{how}</span>
      </div>
      {onHangUp === undefined ? null : (
        <div className="p-2">
          <Button tone="hang" size="l" onClick={onHangUp} className="w-full">
            <Icon of={Phone} className="rotate-135" />
            {t(($) => $.calls.hangUp)}
          </Button>
        </div>
      )}
    </section>
  );
}

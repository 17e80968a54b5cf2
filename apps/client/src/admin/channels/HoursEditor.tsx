import {
  type OpenSpan,
  type Weekday,
  type WeeklyHours,
  weekdays,
} from '@sidetone/contract/entities/channel-routing.ts';
import { CopyCheck, Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Switch } from '#ui/Switch.tsx';
import { officeWeek } from './channel-form.ts';

interface HoursEditorProps {
  /** Null: always open. */
  hours: WeeklyHours | null;
  /** What is wrong at a path below the hours, such as `monday.0.until`. */
  error: (path: string) => string | undefined;
  onChange: (hours: WeeklyHours | null) => void;
}

/** The week of a channel: a row for each day with its open times, and the day as a bar beside them. */
export function HoursEditor({ hours, error, onChange }: HoursEditorProps) {
  const { t } = useWords();
  const [kept, setKept] = useState(hours ?? officeWeek);
  const setDay = (day: Weekday, spans: OpenSpan[]) => hours && onChange({ ...hours, [day]: spans });
  const toWeekdays = (spans: OpenSpan[]) =>
    hours && onChange({ ...hours, monday: spans, tuesday: spans, wednesday: spans, thursday: spans, friday: spans });
  const toggle = (on: boolean) => {
    if (hours) setKept(hours);
    onChange(on ? kept : null);
  };

  return (
    <div className="grid gap-2">
      <Switch
        label={t(($) => $.admin.channels.byWeek)}
        help={t(($) => $.admin.channels.byWeekHelp)}
        checked={hours !== null}
        onChange={(event) => toggle(event.target.checked)}
      />
      {hours === null ? null : (
        <div>
          {weekdays.map((day) => (
            <DayRow
              key={day}
              day={day}
              spans={hours[day]}
              error={error}
              onChange={(spans) => setDay(day, spans)}
              {...(day === 'monday' ? { onCopy: () => toWeekdays(hours[day]) } : {})}
            />
          ))}
        </div>
      )}
    </div>
  );
}

interface DayRowProps {
  day: Weekday;
  spans: readonly OpenSpan[];
  error: (path: string) => string | undefined;
  onChange: (spans: OpenSpan[]) => void;
  /** Gives the other days from Monday to Friday the same times. */
  onCopy?: () => void;
}

function DayRow({ day, spans, error, onChange, onCopy }: DayRowProps) {
  const { t } = useWords();
  const name = t(($) => $.admin.channels.days[day]);
  const set = (at: number, change: Partial<OpenSpan>) =>
    onChange(spans.map((span, index) => (index === at ? { ...span, ...change } : span)));
  const next = (): OpenSpan => {
    const last = spans.at(-1);
    return last && last.until < '22:00' ? { from: last.until, until: '22:00' } : { from: '09:00', until: '17:00' };
  };
  return (
    <fieldset className="flex min-h-11 items-start gap-3 border-line border-b py-1.5 last:border-b-0">
      <legend className="sr-only">{name}</legend>
      <span aria-hidden className="w-24 flex-none pt-1.5 font-med">
        {name}
      </span>
      <div className="grid min-w-0 flex-1 gap-1.5">
        {spans.length === 0 ? <span className="pt-1.5 text-ink-3">{t(($) => $.admin.channels.dayClosed)}</span> : null}
        {spans.map((span, at) => {
          const problem = error(`${day}.${at}.until`) ?? error(`${day}.${at}.from`);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a span has no identity but its place
            <div key={at} className="flex flex-wrap items-center gap-2">
              <TimeInput
                label={t(($) => $.admin.channels.opens, { day: name })}
                value={span.from}
                invalid={problem !== undefined}
                onChange={(from) => set(at, { from })}
              />
              <span aria-hidden>–</span>
              <TimeInput
                label={t(($) => $.admin.channels.closes, { day: name })}
                value={span.until === '24:00' ? '00:00' : span.until}
                invalid={problem !== undefined}
                onChange={(until) => set(at, { until: until === '00:00' ? '24:00' : until })}
              />
              <IconButton
                icon={X}
                label={t(($) => $.admin.channels.removeSpan, { day: name })}
                onClick={() => onChange(spans.filter((_, index) => index !== at))}
              />
              {problem === undefined ? null : <span className="text-12 text-missed">{problem}</span>}
            </div>
          );
        })}
      </div>
      <DayBar spans={spans} />
      {onCopy ? (
        <IconButton icon={CopyCheck} label={t(($) => $.admin.channels.toWeekdays)} onClick={onCopy} />
      ) : (
        <span className="w-7" />
      )}
      <Button
        size="s"
        tone="ghost"
        aria-label={t(($) => $.admin.channels.addSpan, { day: name })}
        onClick={() => onChange([...spans, next()])}
      >
        <Plus aria-hidden size={14} />
      </Button>
    </fieldset>
  );
}

interface TimeInputProps {
  label: string;
  value: string;
  invalid: boolean;
  onChange: (time: string) => void;
}

function TimeInput({ label, value, invalid, onChange }: TimeInputProps) {
  return (
    <input
      type="time"
      aria-label={label}
      aria-invalid={invalid || undefined}
      required
      value={value}
      onChange={(event) => event.target.value !== '' && onChange(event.target.value)}
      className="h-8 w-30 rounded-s border border-line-control bg-raised px-2 focus-visible:outline-offset-[-1px] aria-invalid:border-missed"
    />
  );
}

/** The day from midnight to midnight with its open times. An ornament: the times stand beside it. */
function DayBar({ spans }: { spans: readonly OpenSpan[] }) {
  const part = (time: string) => (Number(time.slice(0, 2)) * 60 + Number(time.slice(3))) / 14.4;
  return (
    <span aria-hidden className="relative mt-3 block h-2 w-32 flex-none rounded-full bg-well max-[699px]:hidden">
      {spans
        .filter(({ from, until }) => from < until)
        .map(({ from, until }) => (
          <span
            key={`${from} ${until}`}
            className="absolute inset-y-0 rounded-full bg-accent-fill"
            style={{ left: `${part(from)}%`, width: `${part(until) - part(from)}%` }}
          />
        ))}
    </span>
  );
}

import { type Weekday, weekdays } from '@sidetone/contract/entities/channel-routing.ts';
import type { ForwardTimes } from '@sidetone/contract/entities/line-forwarding.ts';
import { useWords } from '#i18n/use-words.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Field } from '#ui/Field.tsx';

interface TimesProps {
  times: ForwardTimes;
  isWrong: boolean;
  onChange: (times: ForwardTimes) => void;
}

/** The days and the hours at which a rule counts, or a number rings. */
export function Times({ times, isWrong, onChange }: TimesProps) {
  const { t } = useWords();
  const { days } = times;
  const tick = (day: Weekday, isOn: boolean) =>
    onChange({ ...times, days: weekdays.filter((each) => (each === day ? isOn : days.includes(each))) });
  return (
    <div className="grid gap-2">
      <fieldset className="flex flex-wrap gap-x-4 gap-y-1">
        <legend className="mb-1 font-med text-12 text-ink-2">{t(($) => $.forwarding.daysOf)}</legend>
        {weekdays.map((day) => (
          <Checkbox
            key={day}
            label={t(($) => $.forwarding.days[day])}
            checked={days.includes(day)}
            aria-invalid={(isWrong && days.length === 0) || undefined}
            onChange={(event) => tick(day, event.target.checked)}
          />
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-3">
        {(['from', 'until'] as const).map((end) => (
          <Field
            key={end}
            label={t(($) => $.forwarding[end])}
            type="time"
            required
            {...(isWrong && days.length > 0 ? { 'aria-invalid': true } : {})}
            className="w-36"
            value={times[end] === '24:00' ? '00:00' : times[end]}
            onChange={(event) => event.target.value !== '' && onChange({ ...times, [end]: event.target.value })}
          />
        ))}
      </div>
      {isWrong ? (
        <p role="alert" className="text-12 text-missed">
          {t(($) => $.forwarding.problems.times)}
        </p>
      ) : null}
    </div>
  );
}

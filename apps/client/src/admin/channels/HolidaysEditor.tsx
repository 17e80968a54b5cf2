import type { Holiday } from '@sidetone/contract/entities/channel-routing.ts';
import { Plus, X } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Field } from '#ui/Field.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Switch } from '#ui/Switch.tsx';
import { DestinationField } from './DestinationField.tsx';

interface HolidaysEditorProps {
  holidays: readonly Holiday[];
  /** Of the channel whose holidays they are, which may send calls elsewhere; null: they belong to several. */
  destinations: { ownChannelId: string | null; voicemail: boolean } | null;
  /** What is wrong at a path below the list, such as `0.name`. */
  error: (path: string) => string | undefined;
  onChange: (holidays: Holiday[]) => void;
}

/** Days on which it is closed whatever the week says. */
export function HolidaysEditor({ holidays, destinations, error, onChange }: HolidaysEditorProps) {
  const { t } = useWords();
  const set = (at: number, change: Partial<Holiday>) =>
    onChange(holidays.map((holiday, index) => (index === at ? { ...holiday, ...change } : holiday)));
  const add = () => {
    const day = new Date().toISOString().slice(0, 10);
    onChange([...holidays, { from: day, until: day, name: '', destination: null }]);
  };
  return (
    <div className="grid gap-3">
      {holidays.map((holiday, at) => (
        <fieldset
          // biome-ignore lint/suspicious/noArrayIndexKey: a holiday has no identity but its place
          key={at}
          className="grid gap-3 border-line border-b pb-3"
        >
          <legend className="sr-only">{holiday.name || t(($) => $.admin.channels.holiday)}</legend>
          <div className="flex flex-wrap items-start gap-3">
            <Field
              className="min-w-40 flex-1"
              label={t(($) => $.admin.channels.holidayName)}
              value={holiday.name}
              error={error(`${at}.name`)}
              onChange={(event) => set(at, { name: event.target.value })}
            />
            <Field
              label={t(($) => $.admin.channels.firstDay)}
              type="date"
              value={holiday.from}
              error={error(`${at}.from`)}
              onChange={(event) =>
                set(at, {
                  from: event.target.value,
                  until: [event.target.value, holiday.until].sort().at(-1) ?? holiday.until,
                })
              }
            />
            <Field
              label={t(($) => $.admin.channels.lastDay)}
              type="date"
              value={holiday.until}
              error={error(`${at}.until`)}
              onChange={(event) => set(at, { until: event.target.value })}
            />
            <IconButton
              icon={X}
              size={32}
              className="mt-5.5"
              label={t(($) => $.admin.channels.removeHoliday, { name: holiday.name })}
              onClick={() => onChange(holidays.filter((_, index) => index !== at))}
            />
          </div>
          {destinations === null ? null : (
            <OwnDestination
              {...destinations}
              value={holiday.destination}
              error={error(`${at}.destination`) ?? error(`${at}.destination.number`)}
              onChange={(destination) => set(at, { destination })}
            />
          )}
        </fieldset>
      ))}
      <div>
        <Button onClick={add}>
          <Icon of={Plus} />
          {t(($) => $.admin.channels.addHoliday)}
        </Button>
      </div>
    </div>
  );
}

interface OwnDestinationProps {
  ownChannelId: string | null;
  voicemail: boolean;
  value: Holiday['destination'];
  error: string | undefined;
  onChange: (destination: Holiday['destination']) => void;
}

/** Where calls go on such a day, if not where they go outside the hours. */
function OwnDestination({ value, onChange, ...rest }: OwnDestinationProps) {
  const { t } = useWords();
  return (
    <>
      <Switch
        label={t(($) => $.admin.channels.ownDestination)}
        checked={value !== null}
        onChange={(event) => onChange(event.target.checked ? { kind: 'none' } : null)}
      />
      {value ? (
        <DestinationField
          label={t(($) => $.admin.channels.holidayDestination)}
          value={value}
          onChange={onChange}
          {...rest}
        />
      ) : null}
    </>
  );
}

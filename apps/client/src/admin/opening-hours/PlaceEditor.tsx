import type { HolidayPlace, HolidaysOfPlace } from '@sidetone/contract/entities/opening-hours.ts';
import { openingHoursRoutes } from '@sidetone/contract/http/admin/opening-hours-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Select } from '#ui/Select.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { Switch } from '#ui/Switch.tsx';
import { CountrySelect } from '../CountrySelect.tsx';
import { useCompanyFacts } from '../directory.ts';
import { withRule } from './hours-form.ts';

interface PlaceEditorProps {
  /** Null: public holidays are days like others. */
  place: HolidayPlace | null;
  /** Rules of those that are days like others. */
  leftOut: readonly string[];
  error: string | undefined;
  onPlace: (place: HolidayPlace | null) => void;
  onLeftOut: (leftOut: string[]) => void;
}

/** Where public holidays are looked up, and which of the next twelve months count. */
export function PlaceEditor({ place, leftOut, error, onPlace, onLeftOut }: PlaceEditorProps) {
  const { t } = useWords();
  const country = useCompanyFacts()?.numberPlan.country ?? 'DE';
  return (
    <div className="grid gap-3">
      <Switch
        label={t(($) => $.admin.hours.closedOn)}
        checked={place !== null}
        onChange={(event) => onPlace(event.target.checked ? { country, state: null, region: null } : null)}
      />
      {place === null ? null : (
        <KnownPlace place={place} leftOut={leftOut} error={error} onPlace={onPlace} onLeftOut={onLeftOut} />
      )}
    </div>
  );
}

function KnownPlace(props: Omit<PlaceEditorProps, 'place'> & { place: HolidayPlace }) {
  const { place, error, onPlace } = props;
  const { t } = useWords();
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['public-holidays', place],
    queryFn: ({ signal }) => {
      const { country, state, region } = place;
      const query = { country, ...(state !== null && { state }), ...(region !== null && { region }) };
      return call(openingHoursRoutes.publicHolidays, { query }, { signal });
    },
    // The states of a country stay in their lists while another one is looked up.
    placeholderData: (before, query) => {
      const [, shown] = (query?.queryKey ?? []) as [string?, HolidayPlace?];
      return shown?.country === place.country ? before : undefined;
    },
  });
  const list = (among: HolidaysOfPlace['states'], all: string) => [
    { value: '', label: all },
    ...among
      .map(({ id, name }) => ({ value: id, label: name }))
      .sort((one, other) => one.label.localeCompare(other.label)),
  ];
  return (
    <>
      <div className="grid grid-cols-2 gap-3 max-[559px]:grid-cols-1">
        <CountrySelect
          value={place.country}
          error={error}
          onChange={(country) => onPlace({ country, state: null, region: null })}
        />
        {data && data.states.length > 0 ? (
          <Select
            label={t(($) => $.admin.hours.state)}
            value={place.state ?? ''}
            onChange={(event) => onPlace({ ...place, state: event.target.value || null, region: null })}
            options={list(
              data.states,
              t(($) => $.admin.hours.wholeCountry),
            )}
          />
        ) : null}
        {data && place.state !== null && data.regions.length > 0 ? (
          <Select
            label={t(($) => $.admin.hours.region)}
            value={place.region ?? ''}
            onChange={(event) => onPlace({ ...place, region: event.target.value || null })}
            options={list(
              data.regions,
              t(($) => $.admin.hours.wholeState),
            )}
          />
        ) : null}
      </div>
      {isError ? (
        <div role="alert" className="flex items-center gap-3 text-missed">
          {t(($) => $.admin.hours.failed)}
          <Button onClick={() => void refetch()}>{t(($) => $.admin.hours.again)}</Button>
        </div>
      ) : null}
      {isFetching ? <Spinner /> : null}
      {data && !isFetching ? <Days days={data.days} {...props} /> : null}
    </>
  );
}

/** The public holidays of the next twelve months, each with a box to tick. */
function Days({
  days,
  leftOut,
  onLeftOut,
}: Pick<PlaceEditorProps, 'leftOut' | 'onLeftOut'> & Pick<HolidaysOfPlace, 'days'>) {
  const { t, language } = useWords();
  const id = useId();
  if (days.length === 0) return <p className="text-ink-3">{t(($) => $.admin.hours.none)}</p>;
  const format = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return (
    <div>
      <h3 id={id} className="font-med">
        {t(($) => $.admin.hours.next)}
      </h3>
      <p className="text-12 text-ink-3">{t(($) => $.admin.hours.nextText)}</p>
      <ul aria-labelledby={id} className="mt-2 grid gap-1.5">
        {days.map(({ rule, from, until, names }) => (
          <li key={`${rule} ${from}`}>
            <Checkbox
              label={`${format.formatRange(new Date(from), new Date(until))}, ${names[language]}`}
              checked={!leftOut.includes(rule)}
              onChange={(event) => onLeftOut(withRule(leftOut, rule, !event.target.checked))}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

import type { Statistics } from '@sidetone/contract/entities/statistics.ts';
import { hoursToShow, peakOf } from '@sidetone/contract/rules/statistics.ts';
import { useWords } from '#i18n/use-words.ts';
import { formatHour, formatHourLabel, formatHours, formatWeekday } from './format.ts';

const weekdays = [1, 2, 3, 4, 5, 6, 7] as const;

/** How many calls there were in each hour of the week: the more, the darker; screen readers read the number. */
export function BusyHours({ hours }: { hours: Statistics['busyHours'] }) {
  const { t, language } = useWords();
  const peak = peakOf(hours);
  const calls = new Map(hours.map((one) => [`${one.weekday} ${one.hour}`, one.calls]));
  const columns = hoursToShow(hours);
  return (
    <section aria-label={t(($) => $.statistics.busyHours)} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-4">
        <h2 className="mr-auto font-med text-12 text-ink-2">{t(($) => $.statistics.busyHours)}</h2>
        {peak === null ? null : (
          <span className="text-12 text-ink-3">
            {t(($) => $.statistics.peak, {
              day: formatWeekday(peak.weekday, language, 'long'),
              hours: formatHours(peak.hour, language),
            })}
          </span>
        )}
      </div>
      <table className="w-full table-fixed border-separate border-spacing-0.5">
        <caption className="sr-only">{t(($) => $.statistics.busyHours)}</caption>
        <tbody>
          {weekdays.map((weekday) => (
            <tr key={weekday}>
              <th scope="row" className="w-9 text-left font-reg text-11 text-ink-3">
                {formatWeekday(weekday, language, 'short')}
              </th>
              {columns.map((hour) => {
                const count = calls.get(`${weekday} ${hour}`) ?? 0;
                const words = t(($) => $.statistics.hourCalls, { count });
                return (
                  <td
                    key={hour}
                    title={`${formatWeekday(weekday, language, 'long')}, ${formatHours(hour, language)}: ${words}`}
                    style={{ background: shadeOf(count, peak?.calls ?? 0) }}
                    className="h-7 rounded-xs"
                  >
                    <span className="sr-only">{words}</span>
                  </td>
                );
              })}
            </tr>
          ))}
          <tr>
            <td />
            {columns.map((hour, at) => (
              <th key={hour} scope="col" className="overflow-visible whitespace-nowrap font-reg text-11 text-ink-3">
                <span aria-hidden>{at % 2 === 0 ? formatHourLabel(hour, language, columns[at - 2] ?? null) : ''}</span>
                <span className="sr-only">{formatHour(hour, language)}</span>
              </th>
            ))}
          </tr>
        </tbody>
      </table>
    </section>
  );
}

const shadeOf = (calls: number, most: number): string =>
  `color-mix(in oklab, var(--accent-fill) ${most === 0 ? 0 : Math.round((calls / most) * 82)}%, var(--bg-well))`;

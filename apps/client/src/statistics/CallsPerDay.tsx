import type { Statistics } from '@sidetone/contract/entities/statistics.ts';
import { useWords } from '#i18n/use-words.ts';
import { useCompact } from '#platform/window-size.ts';
import { cn } from '#ui/cn.ts';
import { formatBarDay, formatCount, scaleFor } from './format.ts';

const kinds = ['incoming', 'outgoing', 'missed'] as const;
const fills = { incoming: 'fill-voice-you', outgoing: 'fill-voice-them-rest', missed: 'fill-missed-fill' } as const;
const marks = { incoming: 'bg-voice-you', outgoing: 'bg-voice-them-rest', missed: 'bg-missed-fill' } as const;

/** The drawing in its own units, so that its words can be read: it is as wide as its place. `names`: days that are named. */
const sizes = {
  usual: { width: 712, height: 268, left: 32, top: 8, bottom: 240, names: 15 },
  compact: { width: 400, height: 228, left: 32, top: 8, bottom: 200, names: 7 },
} as const;

/** A bar for each day, stacked of what came in, what went out and what was missed; as a table for screen readers. */
export function CallsPerDay({ perDay }: { perDay: Statistics['perDay'] }) {
  const { t } = useWords();
  return (
    <section aria-label={t(($) => $.statistics.perDay)} className="min-w-0">
      <div className="mb-3 flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 className="mr-auto font-med text-12 text-ink-2">{t(($) => $.statistics.perDay)}</h2>
        {kinds.map((kind) => (
          <span key={kind} className="flex items-center gap-1.5 text-12 text-ink-2">
            <i aria-hidden className={cn('size-2 rounded-[2px]', marks[kind])} />
            {t(($) => $.statistics[kind])}
          </span>
        ))}
      </div>
      <Drawing perDay={perDay} />
      <Spoken perDay={perDay} />
    </section>
  );
}

function Drawing({ perDay }: { perDay: Statistics['perDay'] }) {
  const { language } = useWords();
  const size = sizes[useCompact() ? 'compact' : 'usual'];
  const { top, step } = scaleFor(Math.max(...perDay.map(totalOf)));
  const high = (calls: number) => ((size.bottom - size.top) * calls) / top;
  const slot = (size.width - size.left) / perDay.length;
  const width = Math.min(26, slot * 0.6);
  // A month of days has no room for a name under each.
  const everyDay = Math.ceil(perDay.length / size.names);
  return (
    <svg aria-hidden viewBox={`0 0 ${size.width} ${size.height}`} className="block w-full text-11">
      {Array.from({ length: top / step + 1 }, (_, at) => at * step).map((calls) => (
        <g key={calls}>
          <line
            x1={size.left}
            x2={size.width}
            y1={size.bottom - high(calls)}
            y2={size.bottom - high(calls)}
            className="stroke-line"
          />
          <text x={size.left - 8} y={size.bottom - high(calls) + 4} textAnchor="end" className="fill-ink-3">
            {formatCount(calls, language)}
          </text>
        </g>
      ))}
      {perDay.map((one, at) => {
        const x = size.left + slot * at + slot / 2;
        const isLast = at === perDay.length - 1;
        // Under a narrow bar the last name would stick out at the right.
        const isAtTheEdge = isLast && slot < widestName;
        return (
          <g key={one.day}>
            {stackOf(one).map(({ kind, from, calls }) => (
              <rect
                key={kind}
                x={x - width / 2}
                y={size.bottom - high(from + calls)}
                width={width}
                height={Math.max(1, high(calls) - 1)}
                rx={2}
                className={fills[kind]}
              />
            ))}
            {(perDay.length - 1 - at) % everyDay === 0 ? (
              <text
                x={isAtTheEdge ? size.width : x}
                y={size.height - 10}
                textAnchor={isAtTheEdge ? 'end' : 'middle'}
                className={isLast ? 'fill-ink font-semi' : 'fill-ink-3'}
              >
                {formatBarDay(one.day, language)}
              </text>
            ) : null}
          </g>
        );
      })}
    </svg>
  );
}

/** The name of a day, as wide as it can be. */
const widestName = 48;

type Day = Statistics['perDay'][number];
const totalOf = ({ incoming, outgoing, missed }: Day): number => incoming + outgoing + missed;

/** The parts of a bar from below, each with how many calls are under it. */
function stackOf(day: Day) {
  let from = 0;
  return kinds.flatMap((kind) => {
    const part = { kind, from, calls: day[kind] };
    from += part.calls;
    return part.calls === 0 ? [] : [part];
  });
}

function Spoken({ perDay }: { perDay: Statistics['perDay'] }) {
  const { t, language } = useWords();
  return (
    <table className="sr-only">
      <caption>{t(($) => $.statistics.perDay)}</caption>
      <thead>
        <tr>
          <th scope="col">{t(($) => $.statistics.day)}</th>
          {kinds.map((kind) => (
            <th key={kind} scope="col">
              {t(($) => $.statistics[kind])}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {perDay.map((one) => (
          <tr key={one.day}>
            <th scope="row">{formatBarDay(one.day, language)}</th>
            {kinds.map((kind) => (
              <td key={kind}>{one[kind]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

import { type ParkedCallRow, parkedCallsQueries } from '@sidetone/contract/documents/parked-calls-query.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { parkNumber } from '@sidetone/contract/rules/numbers/feature-codes.ts';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { dial, useCallsView } from '../calls.ts';
import { strangerCalled } from '../conductor/stranger.ts';
import { useSeconds } from '../screens/use-seconds.ts';

/** The callers who wait in places of the company, and how each is taken. Nothing where nobody waits. */
export function ParkedCalls({ inColumn }: { inColumn: boolean }) {
  const { t } = useWords();
  const calls = useLive(parkedCallsQueries.parkedCalls, {}).rows[0]?.calls ?? [];
  // Nobody takes a parked call during another one.
  const isBusy = useCallsView().calls.length > 0;
  if (calls.length === 0) return null;
  return (
    <section
      aria-label={t(($) => $.parked.title)}
      className={cn('flex-none bg-raised px-3 py-2', inColumn ? 'mb-2 rounded-l shadow-e2' : 'border-line border-t')}
    >
      <h2 className="font-med text-12 text-held">{t(($) => $.parked.title)}</h2>
      <ul className="max-h-48 overflow-y-auto">
        {calls.map((call) => (
          <ParkedLine key={call.slot} call={call} isBusy={isBusy} />
        ))}
      </ul>
    </section>
  );
}

function ParkedLine({ call, isBusy }: { call: ParkedCallRow; isBusy: boolean }) {
  const { t } = useWords();
  const { slot, since, number } = call;
  const seconds = useSeconds(Date.parse(since));
  const name = call.name ?? (number === null ? t(($) => $.calls.anonymous) : formatNumber(number));
  const take = () => void dial({ number: parkNumber(slot), channelId: null, remote: strangerCalled(name) });
  return (
    <li className="flex h-9 items-center gap-2">
      <span className="inline-grid size-5 flex-none place-items-center rounded-xs bg-held-tint font-semi text-12 text-held">
        <span className="sr-only">{t(($) => $.parked.place)} </span>
        {slot}
      </span>
      <span dir="auto" className="min-w-0 flex-1 truncate" title={name}>
        {name}
      </span>
      <span className="flex-none text-12 text-ink-3 tabular-nums">{formatDuration(seconds)}</span>
      <Button
        size="s"
        disabled={isBusy}
        aria-label={t(($) => $.parked.takeNamed, { name })}
        title={isBusy ? t(($) => $.parked.busy) : undefined}
        onClick={take}
      >
        {t(($) => $.parked.take)}
      </Button>
    </li>
  );
}

import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { inboxSubscriptionLimit } from '@sidetone/contract/rules/limits.ts';
import { History } from 'lucide-react';
import { useCallback, useMemo, useRef, useSyncExternalStore } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useCallZone } from '#live/queries/call-zone.ts';
import { readLive, watchLive } from '#live/queries/live.ts';
import { Icon } from '#ui/Icon.tsx';
import type { ContactChannel } from '../contact-channel.ts';
import { earlierThan, missedCalls, timesOf } from './missed-calls.ts';

interface MissedCallsProps {
  /** In E.164 form. */
  number: string;
  /** The name of their future contact; empty while it is not written. */
  name: string;
  /** Channels of the signed-in user. */
  channels: readonly ContactChannel[];
}

/** Missed calls from a number that will belong to the contact once it is saved; nothing where there are none. */
export function MissedCalls({ number, name, channels }: MissedCallsProps) {
  const { t, language } = useWords();
  const zone = useCallZone();
  const rows = useThreads(
    channels.map(({ id }) => id),
    number,
  );
  const calls = useMemo(() => missedCalls(rows), [rows]);
  if (calls.length === 0) return null;
  const count = calls.length;
  const earlier = earlierThan(calls);
  const times = timesOf(
    calls,
    language,
    t(($) => $.contactForm.missedCalls.today),
    new Date(),
    zone,
  );
  const named = channels.filter(({ id }) => calls.some(({ channelId }) => channelId === id)).map(({ name }) => name);
  const where = new Intl.ListFormat(language, { type: 'conjunction' }).format(named);
  return (
    <div className="flex items-start gap-3 rounded-m bg-well px-4 py-3">
      <Icon of={History} className="mt-0.5 text-ink-3" />
      <div className="min-w-0">
        <p className="break-words font-med">
          {name === ''
            ? t(($) => $.contactForm.missedCalls.belongToIt, { count })
            : t(($) => $.contactForm.missedCalls.belongTo, { count, name })}
        </p>
        <p className="text-12 text-ink-3">
          {earlier === 0
            ? t(($) => $.contactForm.missedCalls.when, { times, where })
            : t(($) => $.contactForm.missedCalls.whenAndBefore, { times, where, count: earlier })}
        </p>
      </div>
    </div>
  );
}

/** The calls with a number in some channels. */
function useThreads(channelIds: readonly string[], number: string) {
  const key = JSON.stringify(channelIds);
  const params = useMemo(
    () =>
      (JSON.parse(key) as string[]).map((channelId) => ({
        channelId,
        of: { kind: 'number', number } as const,
        limit: inboxSubscriptionLimit,
      })),
    [key, number],
  );
  const watch = useCallback(
    (onChange: () => void) => {
      const stops = params.map((one) => watchLive(phoneQueries.thread, one, onChange));
      return () => {
        for (const stop of stops) stop();
      };
    },
    [params],
  );
  // The same list as long as no channel has other rows: React asks for it repeatedly.
  const last = useRef<readonly (readonly Row[])[]>([]);
  const parts = useSyncExternalStore(watch, () => {
    const now = params.map((one) => readLive(phoneQueries.thread, one).rows);
    const before = last.current;
    if (now.length !== before.length || now.some((rows, at) => rows !== before[at])) last.current = now;
    return last.current;
  });
  return useMemo(() => parts.flat(), [parts]);
}

type Row = ReturnType<typeof readLive<(typeof phoneQueries)['thread']>>['rows'][number];

import type { ChannelRow } from '@sidetone/contract/documents/phone-queries.ts';
import { statisticsQueries } from '@sidetone/contract/documents/statistics-query.ts';
import type { Statistics } from '@sidetone/contract/entities/statistics.ts';
import { type StatisticsDays, statisticsDays } from '@sidetone/contract/rules/statistics.ts';
import { ChartNoAxesColumn, Download } from 'lucide-react';
import { useState } from 'react';
import { Banners } from '#banners/Banners.tsx';
import { useChannels } from '#channels/channels.ts';
import { addStatisticsWords } from '#i18n/statistics-words.ts';
import { useWords } from '#i18n/use-words.ts';
import { useFlags } from '#live/queries/flags.ts';
import { retryLive, useLive } from '#live/queries/live.ts';
import { useTitle } from '#pages/use-title.ts';
import { saveCsv } from '#platform/csv.ts';
import { Button } from '#ui/Button.tsx';
import { Empty } from '#ui/Empty.tsx';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { Select } from '#ui/Select.tsx';
import { AfterAMoment, Skeleton } from '#ui/Skeleton.tsx';
import { BusyHours } from './BusyHours.tsx';
import { CallsPerDay } from './CallsPerDay.tsx';
import { ChannelTable } from './ChannelTable.tsx';
import { Figures } from './Figures.tsx';
import { statisticsCsv } from './statistics-csv.ts';
import { Topics } from './Topics.tsx';
import { WaitingCalls } from './WaitingCalls.tsx';

addStatisticsWords();

/** What the calls of a period come to, in all channels of the user or in one. ROUTE-011, SROUTE-045, SSHELL-020 */
export function StatisticsPage() {
  const { t } = useWords();
  const { own, shared } = useChannels();
  const [channel, setChannel] = useState<string | null>(null);
  const [days, setDays] = useState<StatisticsDays>(14);
  useTitle(t(($) => $.app.statistics));
  const all = own === null ? shared : [own, ...shared];
  // Of a channel that the user left there are no figures.
  const chosen = all.some(({ id }) => id === channel) ? channel : null;
  const params = { channelIds: chosen === null ? null : [chosen], days };
  const { rows, status } = useLive(statisticsQueries.statistics, params);
  const nameOf = (id: string) =>
    channelName(
      all,
      id,
      t(($) => $.app.private),
    );
  const shown = rows[0];
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <header className="flex min-h-14 flex-none flex-wrap items-center gap-2 border-line border-b py-2 pr-4 pl-6 max-[559px]:pl-4">
        <h1 className="mr-auto truncate font-semi text-16">{t(($) => $.app.statistics)}</h1>
        <Select
          label={t(($) => $.statistics.channel)}
          hideLabel
          small
          className="w-40"
          value={chosen ?? ''}
          onChange={(event) => setChannel(event.target.value || null)}
          options={[
            { value: '', label: t(($) => $.statistics.allChannels) },
            ...all.map(({ id }) => ({ value: id, label: nameOf(id) })),
          ]}
        />
        <Segmented
          label={t(($) => $.statistics.period)}
          value={String(days)}
          onChange={(next) => setDays(statisticsDays.find((one) => String(one) === next) ?? 14)}
          options={statisticsDays.map((count) => ({
            value: String(count),
            label: count === 1 ? t(($) => $.statistics.today) : t(($) => $.statistics.days, { count }),
          }))}
        />
        <SaveButton shown={shown} nameOf={nameOf} />
      </header>
      <Banners />
      <div className="min-h-0 flex-1 overflow-y-auto px-6 py-5 max-[559px]:px-4">
        {shown ? <Shown shown={shown} nameOf={nameOf} ownId={own?.id ?? null} /> : null}
        {!shown && status === 'loading' ? <Loading /> : null}
        {!shown && status === 'failed' ? (
          <Empty
            title={t(($) => $.statistics.failed)}
            action={
              <Button onClick={() => retryLive(statisticsQueries.statistics, params)}>
                {t(($) => $.app.tryAgain)}
              </Button>
            }
          />
        ) : null}
      </div>
    </div>
  );
}

const channelName = (all: readonly ChannelRow[], id: string, ownName: string): string => {
  const found = all.find((channel) => channel.id === id);
  return found?.channelType === 'personal' ? ownName : (found?.name ?? '');
};

interface ShownProps {
  shown: Statistics;
  nameOf: (channelId: string) => string;
}

function Shown({ shown, nameOf, ownId }: ShownProps & { ownId: string | null }) {
  const { t } = useWords();
  const { hasCallTopicsAnalysis } = useFlags();
  const hasCalls = shown.now.calls > 0;
  return (
    <div className="flex flex-col gap-6">
      <Figures shown={shown} />
      {hasCalls ? (
        <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] gap-x-12 gap-y-6 border-line border-t pt-4 max-[1099px]:grid-cols-1">
          <CallsPerDay perDay={shown.perDay} />
          <BusyHours hours={shown.busyHours} />
        </div>
      ) : (
        <Empty
          drawing={<Icon of={ChartNoAxesColumn} size={20} className="text-ink-4" />}
          title={t(($) => $.statistics.empty)}
        />
      )}
      <div className="grid grid-cols-[minmax(0,2fr)_minmax(0,1fr)] gap-x-12 gap-y-6 border-line border-t pt-4 max-[1099px]:grid-cols-1">
        <div className="flex min-w-0 flex-col gap-6">
          <ChannelTable channels={shown.channels} days={shown.perDay.length} nameOf={nameOf} ownId={ownId} />
          <WaitingCalls waiting={shown.waiting} count={shown.unresolved.calls} nameOf={nameOf} />
        </div>
        {hasCallTopicsAnalysis && shown.topics.length > 0 ? <Topics shown={shown} nameOf={nameOf} /> : null}
      </div>
    </div>
  );
}

/** Saves what is shown as a file. */
function SaveButton({ shown, nameOf }: Omit<ShownProps, 'shown'> & { shown: Statistics | undefined }) {
  const { t } = useWords();
  const save = (given: Statistics) => {
    const words = {
      channel: t(($) => $.statistics.channel),
      day: t(($) => $.statistics.day),
      calls: t(($) => $.statistics.calls),
      incoming: t(($) => $.statistics.incoming),
      outgoing: t(($) => $.statistics.outgoing),
      answered: t(($) => $.statistics.answered),
      missed: t(($) => $.statistics.missed),
      wait: t(($) => $.statistics.wait),
      talk: t(($) => $.statistics.talk),
      all: t(($) => $.statistics.allChannels),
    };
    saveCsv(statisticsCsv(given, nameOf, words), `${t(($) => $.statistics.file)}-${given.from}-${given.to}.csv`);
  };
  return (
    <IconButton
      icon={Download}
      size={32}
      label={t(($) => $.statistics.download)}
      disabled={shown === undefined}
      onClick={() => shown && save(shown)}
    />
  );
}

function Loading() {
  const { t } = useWords();
  return (
    <AfterAMoment>
      <p role="status" className="sr-only">
        {t(($) => $.statistics.loading)}
      </p>
      <Skeleton className="mb-6 h-12" />
      <Skeleton className="h-64" />
    </AfterAMoment>
  );
}

import type { Statistics } from '@sidetone/contract/entities/statistics.ts';
import { csvOf } from '#platform/csv.ts';

interface Words {
  readonly channel: string;
  readonly day: string;
  readonly calls: string;
  readonly incoming: string;
  readonly outgoing: string;
  readonly answered: string;
  readonly missed: string;
  readonly wait: string;
  readonly talk: string;
  readonly all: string;
}

/** What the page shows as CSV: the figures of each channel, times in seconds, and below an empty line those of each day. */
export function statisticsCsv(shown: Statistics, nameOf: (channelId: string) => string, words: Words): string {
  const line = (name: string, of: Statistics['now']) => [
    name,
    of.calls,
    of.incoming,
    of.answered,
    of.missed,
    of.waitSeconds ?? '',
    of.talkSeconds ?? '',
  ];
  return csvOf([
    [
      words.channel,
      words.calls,
      words.incoming,
      words.answered,
      words.missed,
      `${words.wait} (s)`,
      `${words.talk} (s)`,
    ],
    line(words.all, shown.now),
    ...shown.channels.map((channel) => line(nameOf(channel.channelId), channel)),
    [],
    [words.day, words.incoming, words.outgoing, words.missed],
    ...shown.perDay.map(({ day, incoming, outgoing, missed }) => [day, incoming, outgoing, missed]),
  ]);
}

import type { Statistics } from '@sidetone/contract/entities/statistics.ts';
import { answeredShare } from '@sidetone/contract/rules/statistics.ts';
import { Inbox, UsersRound } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Icon } from '#ui/Icon.tsx';
import { formatCount, formatSeconds, formatShare } from './format.ts';
import { Sparkline } from './Sparkline.tsx';

interface ChannelTableProps {
  channels: Statistics['channels'];
  /** Of the period. */
  days: number;
  nameOf: (channelId: string) => string;
  /** The user's own channel. */
  ownId: string | null;
}

const number = 'py-2 pl-3 text-right tabular-nums';

/** A line for each channel, with its calls of each day as a curve. */
export function ChannelTable({ channels, days, nameOf, ownId }: ChannelTableProps) {
  const { t, language } = useWords();
  const share = (of: Statistics['now']) => {
    const answered = answeredShare(of);
    return answered === null ? t(($) => $.statistics.none) : formatShare(answered, language, 0);
  };
  const heads = [
    t(($) => $.statistics.calls),
    t(($) => $.statistics.answered),
    t(($) => $.statistics.missed),
    t(($) => $.statistics.waitShort),
    t(($) => $.statistics.talkShort),
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that is wider than its place is scrolled by keys
    <section aria-label={t(($) => $.statistics.byChannel)} tabIndex={0} className="min-w-0 overflow-x-auto focus-inset">
      <table className="w-full">
        <caption className="sr-only">{t(($) => $.statistics.byChannel)}</caption>
        <thead className="text-12 text-ink-3">
          <tr>
            <th scope="col" className="py-2 text-left font-reg">
              {t(($) => $.statistics.channel)}
            </th>
            {heads.map((head) => (
              <th key={head} scope="col" className="py-2 pl-3 text-right font-reg">
                {head}
              </th>
            ))}
            <th scope="col" className="py-2 pl-6 text-left font-reg max-[699px]:hidden">
              {days === 1 ? t(($) => $.statistics.today) : t(($) => $.statistics.days, { count: days })}
            </th>
          </tr>
        </thead>
        <tbody>
          {channels.map((channel) => (
            <tr key={channel.channelId} className="border-line border-t">
              <th scope="row" className="max-w-40 truncate py-2 text-left font-reg">
                <Icon of={channel.channelId === ownId ? Inbox : UsersRound} className="mr-2 inline text-ink-3" />
                {nameOf(channel.channelId)}
              </th>
              <td className={number}>{formatCount(channel.calls, language)}</td>
              <td className={number}>{share(channel)}</td>
              <td className={number}>{formatCount(channel.missed, language)}</td>
              <td className={number}>{formatSeconds(channel.waitSeconds)}</td>
              <td className={number}>{formatSeconds(channel.talkSeconds)}</td>
              <td className="py-2 pl-6 max-[699px]:hidden">
                <Sparkline values={channel.perDay} />
                <span className="sr-only">{channel.perDay.join(', ')}</span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

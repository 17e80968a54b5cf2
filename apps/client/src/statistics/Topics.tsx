import type { Statistics } from '@sidetone/contract/entities/statistics.ts';
import { Link, useRouter } from '@tanstack/react-router';
import { useWords } from '#i18n/use-words.ts';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { formatCount } from './format.ts';

interface TopicsProps {
  shown: Pick<Statistics, 'topics' | 'from' | 'to'>;
  nameOf: (channelId: string) => string;
}

/** What the calls were about, each topic with how many calls had it. A topic leads to these calls in the inbox. */
export function Topics({ shown: { topics, from, to }, nameOf }: TopicsProps) {
  const { t, language } = useWords();
  const most = Math.max(1, ...topics.map(({ calls }) => calls));
  return (
    <section aria-label={t(($) => $.statistics.topics)} className="min-w-0">
      <h2 className="mb-3 font-med text-12 text-ink-2">{t(($) => $.statistics.topics)}</h2>
      <ul className="flex flex-col gap-2.5">
        {topics.map(({ topic, calls, channelIds }) => (
          <li key={topic} className="flex items-center gap-3">
            <CallsAbout about={{ topic, from, to }} channelIds={channelIds} nameOf={nameOf} />
            <span aria-hidden className="min-w-0 flex-1">
              <span className="block h-2 rounded-xs bg-voice-you-rest" style={{ width: `${(calls / most) * 100}%` }} />
            </span>
            <span className="w-8 flex-none text-right text-ink-2 tabular-nums">{formatCount(calls, language)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface CallsAboutProps {
  about: { topic: string; from: string; to: string };
  channelIds: readonly string[];
  nameOf: (channelId: string) => string;
}

const look = 'focus-ring w-28 flex-none truncate rounded-xs text-left hover:text-accent hover:underline';

/** The topic: a link to the inbox that has its calls, or a menu of several. */
function CallsAbout({ about, channelIds, nameOf }: CallsAboutProps) {
  const { t } = useWords();
  const router = useRouter();
  const label = t(($) => $.inbox.topic.show, { topic: about.topic });
  const to = '/main/channels/$channelId';
  const [only] = channelIds;
  if (channelIds.length === 1 && only !== undefined) {
    return (
      <Link to={to} params={{ channelId: only }} search={about} aria-label={label} className={look}>
        {about.topic}
      </Link>
    );
  }
  const trigger = (
    <button type="button" aria-label={label} className={look}>
      {about.topic}
    </button>
  );
  return (
    <Menu trigger={trigger}>
      {channelIds.map((channelId) => (
        <MenuItem key={channelId} onSelect={() => void router.navigate({ to, params: { channelId }, search: about })}>
          {nameOf(channelId)}
        </MenuItem>
      ))}
    </Menu>
  );
}

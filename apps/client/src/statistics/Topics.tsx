import type { Statistics } from '@sidetone/contract/entities/statistics.ts';
import { useWords } from '#i18n/use-words.ts';
import { formatCount } from './format.ts';

/** What the calls were about, each topic with how many calls had it. */
export function Topics({ topics }: { topics: Statistics['topics'] }) {
  const { t, language } = useWords();
  const most = Math.max(1, ...topics.map(({ calls }) => calls));
  return (
    <section aria-label={t(($) => $.statistics.topics)} className="min-w-0">
      <h2 className="mb-3 font-med text-12 text-ink-2">{t(($) => $.statistics.topics)}</h2>
      <ul className="flex flex-col gap-2.5">
        {topics.map(({ topic, calls }) => (
          <li key={topic} className="flex items-center gap-3">
            <span className="w-28 flex-none truncate">{topic}</span>
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

import { formatLongDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { spokenSeconds, talkShare, type Utterance } from './talk-share.ts';

interface ShareBarProps {
  items: readonly Utterance[];
  names: { user: string; remote: string };
}

/** How much of the time each side spoke. */
export function ShareBar({ items, names }: ShareBarProps) {
  const { t } = useWords();
  const share = talkShare(items);
  if (!share) return null;
  const spoken = formatLongDuration(spokenSeconds(items));
  return (
    <section aria-label={t(($) => $.transcript.share)}>
      <h3 className="mb-1 flex h-6 items-center gap-2 font-semi text-12 text-ink-2">
        {t(($) => $.transcript.share)}
        <span className="ml-auto font-reg text-ink-3">{t(($) => $.transcript.spoken, { duration: spoken })}</span>
      </h3>
      <div className="flex items-center gap-2 font-semi">
        <span className="w-10 flex-none text-voice-you">
          <span className="sr-only">{t(($) => $.transcript.shareOf, { name: names.user, percent: share.user })}</span>
          <span aria-hidden>{share.user} %</span>
        </span>
        <span aria-hidden className="flex h-2 min-w-0 flex-1 gap-0.5">
          <i className="rounded-[2px] bg-voice-you" style={{ flexGrow: share.user }} />
          <i className="rounded-[2px] bg-voice-them" style={{ flexGrow: share.remote }} />
        </span>
        <span className="w-10 flex-none text-right">
          <span className="sr-only">
            {t(($) => $.transcript.shareOf, { name: names.remote, percent: share.remote })}
          </span>
          <span aria-hidden>{share.remote} %</span>
        </span>
      </div>
    </section>
  );
}

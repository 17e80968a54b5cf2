import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import type { Utterance } from '#transcript/talk-share.ts';
import type { EvidencePlace } from './evidence-place.ts';

/** What was said in each of these places, by whom and when. */
export function Quotes({ places, names }: { places: readonly Utterance[]; names: EvidencePlace['names'] }) {
  const { t } = useWords();
  return (
    <ul className="flex flex-col gap-2">
      {places.map(({ speaker, startTime, endTime, text }) => (
        <li key={`${startTime} ${speaker}`}>
          <p className="flex items-baseline gap-1.5 text-12">
            <span className={speaker === 0 ? 'font-med text-voice-you' : 'font-med text-voice-them'}>
              {speaker === 0 ? names.user : names.remote}
            </span>
            <span className="text-ink-3 tabular-nums">
              {t(($) => $.callDetail.evidence.from, { from: formatDuration(startTime), to: formatDuration(endTime) })}
            </span>
          </p>
          <p className="mt-0.5 line-clamp-5 break-words text-14">{t(($) => $.callDetail.evidence.quote, { text })}</p>
        </li>
      ))}
    </ul>
  );
}

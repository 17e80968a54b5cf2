import { PreviewCard } from '@base-ui/react/preview-card';
import { FileText, Pause, Play } from 'lucide-react';
import { useContext } from 'react';
import { useStore } from 'zustand';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { playAt, playing, togglePlaying } from '#player/playing.ts';
import { isSameSound, type Sound } from '#player/sound.ts';
import { placesSaid } from '#transcript/places-said.ts';
import type { Utterance } from '#transcript/talk-share.ts';
import { cn } from '#ui/cn.ts';
import { EvidenceContext, type EvidencePlace } from './evidence-place.ts';
import { Quotes } from './Quotes.tsx';

interface EvidenceProps {
  /** What the point rests on: ids of utterances. */
  ids: readonly string[] | undefined;
  className?: string;
}

/**
 * The mark behind a point: the second at which it was said. It opens the transcript there and plays it; without a sound it only
 * shows it. Nothing where the transcript does not have it, or no longer.
 */
export function Evidence({ ids, className }: EvidenceProps) {
  const place = useContext(EvidenceContext);
  if (place === null || ids === undefined) return null;
  const places = placesSaid(place.utterances, ids);
  const [first, ...more] = places;
  if (first === undefined) return null;
  return <Mark place={place} ids={ids} first={first} more={more} className={className} />;
}

interface MarkProps {
  place: EvidencePlace;
  ids: readonly string[];
  first: Utterance;
  more: readonly Utterance[];
  className: string | undefined;
}

function Mark({ place, ids, first, more, className }: MarkProps) {
  const { t } = useWords();
  const { sound, names, show } = place;
  const plays = usePlaysThere(sound, first);
  const time = formatDuration(first.startTime);
  const name = plays
    ? t(($) => $.callDetail.evidence.pauses, { time })
    : sound === null
      ? t(($) => $.callDetail.evidence.shows, { time })
      : t(($) => $.callDetail.evidence.plays, { time });
  const press = () => {
    if (sound !== null && plays) {
      togglePlaying(sound);
      return;
    }
    show(ids);
    if (sound !== null) playAt(sound, first.startTime);
  };
  const Drawing = sound === null ? FileText : plays ? Pause : Play;
  return (
    <PreviewCard.Root>
      <PreviewCard.Trigger
        delay={400}
        render={
          <button
            type="button"
            aria-label={more.length > 0 ? `${name} +${more.length}` : name}
            data-evidence={ids.join(' ')}
            onClick={press}
            className={cn(
              'inline-flex h-5 flex-none items-center gap-[3px] rounded-xs border pr-1.5 pl-[5px] font-semi text-11 tabular-nums leading-none pointer-coarse:h-6',
              plays
                ? 'border-transparent bg-accent-fill text-accent-on'
                : sound === null
                  ? 'border-line-strong bg-raised text-ink-2 hover:bg-hover'
                  : first.speaker === 0
                    ? 'border-transparent bg-accent-tint text-accent hover:bg-accent-tint-2'
                    : 'border-transparent bg-well text-ink-2 hover:bg-hover',
              className,
            )}
          >
            <Drawing
              aria-hidden
              size={12}
              strokeWidth={sound === null ? 1.75 : 1}
              className={sound === null ? '' : 'fill-current'}
            />
            {time}{' '}
            {more.length > 0 ? (
              <span aria-hidden className="ml-0.5">
                +{more.length}
              </span>
            ) : null}
          </button>
        }
      />
      <PreviewCard.Portal>
        <PreviewCard.Positioner side="bottom" align="end" sideOffset={6} collisionPadding={8} className="z-float">
          <PreviewCard.Popup className="floating w-86 max-w-[calc(100vw-16px)] rounded-l bg-overlay px-3.5 py-3 shadow-e3">
            <Quotes places={[first, ...more]} names={names} />
          </PreviewCard.Popup>
        </PreviewCard.Positioner>
      </PreviewCard.Portal>
    </PreviewCard.Root>
  );
}

/** Whether the sound plays what was said there. */
function usePlaysThere(sound: Sound | null, { startTime, endTime }: Utterance): boolean {
  return useStore(playing, ({ now }) => {
    if (now === null || sound === null || !isSameSound(now.key, sound.key)) return false;
    return (now.state === 'playing' || now.state === 'loading') && now.at >= startTime && now.at < endTime;
  });
}

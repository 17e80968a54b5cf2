import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { LoaderCircle, Pause, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { seekTo, playing as soundPlayer, togglePlaying, usePlaying } from '#player/playing.ts';
import type { Sound } from '#player/sound.ts';
import { voicemailOf } from '#player/sounds-of.ts';
import { IconButton } from '#ui/IconButton.tsx';

interface VoicemailButtonProps {
  row: InboxRow;
  name: string;
  seconds: number;
  reachable: boolean;
}

/** Plays the message of a row, and pauses it. */
export function VoicemailButton({ row, name, seconds, reachable }: VoicemailButtonProps) {
  const { t } = useWords();
  const message = voicemailOf(row, () => name);
  const playing = usePlaying(message?.key ?? null);
  const silenced = useStore(soundPlayer, (state) => state.silenced);
  const runs = playing?.state === 'playing';
  return (
    <IconButton
      icon={playing?.state === 'loading' ? LoaderCircle : runs ? Pause : Play}
      tone={playing ? 'on' : 'default'}
      label={
        runs
          ? t(($) => $.inbox.voicemail.pause, { name })
          : t(($) => $.inbox.voicemail.play, { name, duration: formatDuration(seconds) })
      }
      aria-busy={playing?.state === 'loading'}
      // Users in a call could not hear a message.
      aria-disabled={silenced}
      tabIndex={reachable ? 0 : -1}
      onClick={(event) => {
        event.stopPropagation();
        if (message) togglePlaying(message);
      }}
    />
  );
}

/** The second line of a row: the progress of its message while that plays, else the usual words. */
export function VoicemailLine({ row, children }: { row: InboxRow; children: ReactNode }) {
  const { t } = useWords();
  const message: Sound | null = voicemailOf(row, () => '');
  const playing = usePlaying(message?.key ?? null);
  if (!message || !playing || playing.state === 'loading') return children;
  if (playing.state === 'failed') {
    return (
      <span role="alert" className="block truncate text-13 text-missed leading-[18px]">
        {t(($) => $.inbox.voicemail.failed)}
      </span>
    );
  }
  const [at, duration] = [formatDuration(playing.at), formatDuration(playing.duration)];
  return (
    <span className="flex h-[18px] items-center gap-2 text-12 text-ink-3 tabular-nums">
      <input
        type="range"
        min={0}
        max={Math.max(playing.duration, 0.1)}
        step={0.1}
        value={Math.min(playing.at, playing.duration)}
        aria-label={t(($) => $.inbox.voicemail.position)}
        aria-valuetext={t(($) => $.inbox.voicemail.positionOf, { at, duration })}
        className="h-1 min-w-0 flex-1 accent-accent-fill"
        onClick={(event) => event.stopPropagation()}
        onChange={(event) => seekTo(message, event.currentTarget.valueAsNumber)}
      />
      {`${at} / ${duration}`}
    </span>
  );
}

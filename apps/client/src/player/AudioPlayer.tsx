import { CircleAlert, Download, LoaderCircle, Pause, Play } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { Tooltip } from '#ui/Tooltip.tsx';
import { toast } from '#ui/toasts.ts';
import { PlaceSlider } from './PlaceSlider.tsx';
import { PlayerProblem } from './PlayerProblem.tsx';
import { playing, stopPlaying, togglePlaying, usePlaying } from './playing.ts';
import { ShareLine } from './ShareLine.tsx';
import { SpeedMenu } from './SpeedMenu.tsx';
import { saveSound } from './save-sound.ts';
import type { Sound } from './sound.ts';

interface AudioPlayerProps {
  sound: Sound;
  /** The kind of sound, like "Automatic recording". */
  label: string;
  /** The names of the two sides. */
  names: { user: string; remote: string };
  /** Percent of the talk time. Left out: no line below the player; null: only the label. */
  share?: { user: number; remote: number } | null;
  /** It was played for the first time since it is shown. */
  onFirstPlay?: () => void;
  /** The user went to this second. */
  onSeek?: (seconds: number) => void;
}

/**
 * Plays a recording or a message: one line of 42 px, two voices on one axis, without a frame. `playing.ts` holds the
 * state, for all players of the same sound.
 */
export function AudioPlayer({ sound, label, names, share, onFirstPlay, onSeek }: AudioPlayerProps) {
  const now = usePlaying(sound.key);
  const [closed, setClosed] = useState(false);
  useFirstPlay(now?.state === 'playing', onFirstPlay);
  const { status, key } = sound;
  if (status === 'disabled') return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label={label}>
      {status === 'waiting' || status === 'loading' ? (
        <Preparing />
      ) : status === 'error' && now === null ? (
        closed ? (
          <NotLoaded sound={sound} />
        ) : (
          <PlayerProblem sound={key} onClose={() => setClosed(true)} />
        )
      ) : now?.state === 'failed' ? (
        <PlayerProblem sound={key} cause={now.cause} onClose={() => stopPlaying(key)} />
      ) : (
        <Ready sound={sound} label={label} onSeek={onSeek} />
      )}
      {share === undefined || status !== 'success' ? null : <ShareLine share={share} names={names} label={label} />}
    </div>
  );
}

function useFirstPlay(plays: boolean, onFirstPlay: (() => void) | undefined): void {
  const told = useRef(false);
  useEffect(() => {
    if (!plays || told.current) return;
    told.current = true;
    onFirstPlay?.();
  }, [plays, onFirstPlay]);
}

/** What is left after the problem was closed: the server could not make the sound, and can be asked for it again. */
function NotLoaded({ sound }: { sound: Sound }) {
  const { t } = useWords();
  const silenced = useStore(playing, ({ silenced }) => silenced);
  return (
    <div className="flex min-h-[42px] items-center gap-3 pl-2 text-ink-3">
      <Icon of={CircleAlert} />
      <span className="min-w-0 flex-1">{t(($) => $.player.failed[sound.key.kind])}</span>
      <Button size="s" disabled={silenced} onClick={() => togglePlaying(sound)}>
        {t(($) => $.app.tryAgain)}
      </Button>
    </div>
  );
}

/** The sound is being recorded or processed. */
function Preparing() {
  const { t } = useWords();
  return (
    <div role="status" className="flex h-[42px] items-center gap-3">
      <span aria-hidden className="size-8 flex-none rounded-full bg-hover" />
      <Skeleton className="h-3 min-w-0 flex-1" />
      <span className="flex-none pr-2 text-12 text-ink-3">{t(($) => $.player.preparing)}</span>
    </div>
  );
}

interface ReadyProps {
  sound: Sound;
  label: string;
  onSeek: ((seconds: number) => void) | undefined;
}

function Ready({ sound, label, onSeek }: ReadyProps) {
  const { t } = useWords();
  const now = usePlaying(sound.key);
  const duration = now?.duration || (sound.duration ?? 0);
  const time = 'w-9 flex-none text-12 text-ink-2 tabular-nums';
  const download = () => {
    saveSound(sound).catch(() => toast({ tone: 'error', title: t(($) => $.player.notDownloaded) }));
  };
  return (
    <div className="flex h-[42px] items-center gap-3">
      <PlayButton sound={sound} label={label} state={now?.state} />
      <span aria-hidden className={cn(time, 'text-right')}>
        {formatDuration(now?.at ?? 0)}
      </span>
      <PlaceSlider sound={sound} label={label} onSeek={onSeek} />
      <span aria-hidden className={time}>
        {duration > 0 ? formatDuration(duration) : '–:––'}
      </span>
      <SpeedMenu />
      <IconButton icon={Download} label={t(($) => $.player.download, { label })} onClick={download} />
    </div>
  );
}

interface PlayButtonProps {
  sound: Sound;
  label: string;
  state: 'loading' | 'playing' | 'paused' | 'failed' | undefined;
}

function PlayButton({ sound, label, state }: PlayButtonProps) {
  const { t } = useWords();
  const silenced = useStore(playing, ({ silenced }) => silenced);
  const runs = state === 'playing' || state === 'loading';
  const Drawing = state === 'loading' ? LoaderCircle : runs ? Pause : Play;
  const name = silenced
    ? t(($) => $.player.notDuringCall, { label })
    : runs
      ? t(($) => $.player.pause, { label })
      : t(($) => $.player.play, { label });
  return (
    <Tooltip text={name}>
      <button
        type="button"
        aria-label={name}
        aria-busy={state === 'loading'}
        aria-disabled={silenced}
        className="grid size-8 flex-none place-items-center rounded-full bg-ink text-ink-on-ink aria-disabled:opacity-45"
        onClick={() => togglePlaying(sound)}
      >
        <Drawing
          aria-hidden
          size={14}
          strokeWidth={state === 'loading' ? 1.75 : 1}
          className={state === 'loading' ? 'animate-spin motion-reduce:animate-none' : 'fill-current'}
        />
      </button>
    </Tooltip>
  );
}

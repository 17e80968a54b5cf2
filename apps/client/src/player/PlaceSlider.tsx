import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { playing, seekTo, togglePlaying, usePlaying } from './playing.ts';
import type { Sound } from './sound.ts';
import { Waveform } from './Waveform.tsx';

/** The step of the keys, in seconds. */
const step = 5;
const page = 30;

interface PlaceSliderProps {
  sound: Sound;
  label: string;
  onSeek: ((seconds: number) => void) | undefined;
}

/** The waveform as a slider: press or drag to go to a moment, or use the keys. */
export function PlaceSlider({ sound, label, onSeek }: PlaceSliderProps) {
  const { t } = useWords();
  const now = usePlaying(sound.key);
  const slider = useRef<HTMLDivElement>(null);
  const duration = now?.duration || (sound.duration ?? 0);
  const at = now?.at ?? 0;
  useMovingHead(slider, sound, duration);

  const go = (seconds: number) => {
    const to = Math.min(Math.max(0, seconds), duration);
    seekTo(sound, to);
    onSeek?.(to);
  };
  const pressKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    // The list beside it has the same keys.
    event.stopPropagation();
    if (action === 'toggle') togglePlaying(sound);
    else go(action(at, duration));
  };
  const press = (event: PointerEvent<HTMLDivElement>) => {
    if (event.button !== 0 || duration === 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    go(momentAt(event, duration));
  };
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) go(momentAt(event, duration));
  };
  const words = { at: formatDuration(at), duration: formatDuration(duration) };
  return (
    <div
      ref={slider}
      role="slider"
      tabIndex={0}
      aria-label={t(($) => $.player.place, { label })}
      aria-valuemin={0}
      aria-valuemax={Math.max(1, Math.round(duration))}
      aria-valuenow={Math.round(at)}
      aria-valuetext={duration > 0 ? t(($) => $.player.placeOf, words) : t(($) => $.player.placeOnly, words)}
      className="min-w-0 flex-1 cursor-pointer touch-none select-none rounded-xs [--played:0%]"
      onKeyDown={pressKey}
      onPointerDown={press}
      onPointerMove={drag}
    >
      <Waveform sound={sound} />
    </div>
  );
}

const keys: Record<string, 'toggle' | ((at: number, duration: number) => number)> = {
  ' ': 'toggle',
  Enter: 'toggle',
  ArrowRight: (at) => at + step,
  ArrowUp: (at) => at + step,
  ArrowLeft: (at) => at - step,
  ArrowDown: (at) => at - step,
  PageUp: (at) => at + page,
  PageDown: (at) => at - page,
  Home: () => 0,
  End: (_, duration) => duration,
};

function momentAt(event: PointerEvent<HTMLDivElement>, duration: number): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  return width === 0 ? 0 : ((event.clientX - left) / width) * duration;
}

/**
 * Moves the head without drawing the player again: browsers report the place four times a second, in between it is
 * calculated.
 */
function useMovingHead(slider: { current: HTMLElement | null }, { key }: Sound, duration: number): void {
  const { channelId, docId, kind } = key;
  useEffect(() => {
    const still = matchMedia('(prefers-reduced-motion: reduce)');
    let frame = 0;
    let told = { at: 0, when: 0, speed: 0 };
    const draw = () => {
      const ran = ((performance.now() - told.when) / 1000) * told.speed;
      const share = duration > 0 ? Math.min(1, (told.at + ran) / duration) : 0;
      slider.current?.style.setProperty('--played', `${(share * 100).toFixed(2)}%`);
      if (told.speed > 0) frame = requestAnimationFrame(draw);
    };
    const hear = () => {
      const { now, speed } = playing.getState();
      const mine = now?.key.channelId === channelId && now.key.docId === docId && now.key.kind === kind ? now : null;
      const runs = mine?.state === 'playing' && !still.matches;
      told = { at: mine?.at ?? 0, when: performance.now(), speed: runs ? speed : 0 };
      cancelAnimationFrame(frame);
      draw();
    };
    hear();
    const stop = playing.subscribe(hear);
    return () => {
      stop();
      cancelAnimationFrame(frame);
    };
  }, [slider, channelId, docId, kind, duration]);
}

import { memo, useMemo, useRef } from 'react';
import { barCount, barGap, barsOf, barsOfSides, barWidth } from './bars.ts';
import type { Sides, Sound } from './sound.ts';
import { useWidth } from './use-width.ts';

const height = 36;
/** Bars grow away from the axis, up from one line and down from the other. */
const above = 17;
const below = 19;
const longest = 16.5;
const shortest = 1;

interface WaveformProps {
  sound: Pick<Sound, 'key' | 'waveform' | 'waveforms'>;
}

/**
 * Two voices on one axis: our user above, the other side below. The played part is strong up to `--played`, a
 * percentage that the component around sets on its element.
 */
export const Waveform = memo(({ sound: { key, waveform, waveforms } }: WaveformProps) => {
  const frame = useRef<HTMLDivElement>(null);
  const count = barCount(useWidth(frame));
  const isSeparate = !!waveforms || key.kind === 'voicemail';
  const bars = useMemo(() => {
    if (waveforms) return barsOfSides(waveforms, count);
    // A message has one voice; where the sides of a sound are not known, both halves show everything.
    if (key.kind === 'voicemail') return barsOfSides({ user: [], remote: waveform }, count);
    const together = barsOf(waveform, count);
    return barsOfSides({ user: together, remote: together }, count);
  }, [waveform, waveforms, key.kind, count]);
  return (
    <div ref={frame} aria-hidden className="pointer-events-none relative h-9 w-full">
      <Bars
        bars={bars}
        userClass={isSeparate ? 'fill-voice-you-rest' : 'fill-voice-them-rest'}
        remoteClass="fill-voice-them-rest"
      />
      <div className="absolute inset-0 [clip-path:inset(0_calc(100%-var(--played))_0_0)]">
        <Bars bars={bars} userClass={isSeparate ? 'fill-voice-you' : 'fill-voice-them'} remoteClass="fill-voice-them" />
      </div>
      <div className="absolute inset-y-0 left-(--played) w-[1.5px] bg-ink" />
    </div>
  );
});

interface BarsProps {
  bars: Sides;
  userClass: string;
  remoteClass: string;
}

const Bars = memo(({ bars, userClass, remoteClass }: BarsProps) => (
  <svg aria-hidden="true" className="absolute inset-0 block size-full" height={height}>
    <path className={userClass} d={outline(bars.user, (length) => above - length)} />
    <path className={remoteClass} d={outline(bars.remote, () => below)} />
  </svg>
));

/** All bars of a side as one path: rectangles with round corners, each with its top where `topOf` says. */
function outline(bars: readonly number[], topOf: (length: number) => number): string {
  return bars
    .map((bar, index) => {
      const length = Math.max(shortest, bar * longest);
      const r = Math.min(1.2, length / 2);
      const [across, down] = [barWidth - 2 * r, length - 2 * r];
      const [x, y] = [index * (barWidth + barGap) + r, topOf(length)];
      const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`;
      return `M${x} ${y}h${across}${corner(r, r)}v${down}${corner(-r, r)}h${-across}${corner(-r, -r)}v${-down}${corner(r, -r)}z`;
    })
    .join('');
}

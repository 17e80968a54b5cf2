import { waveformBarGapPx, waveformBarWidthPx } from '@sidetone/contract/rules/screen-measures.ts';
import { useEffect, useRef } from 'react';

interface VoicesProps {
  /** How loud both sides are now, 0 to 1. */
  read: () => { you: number; them: number };
  label: string;
}

const height = 32;
/** The line lies here: you end above it, they begin below it. */
const youEnd = 15;
const themStart = 17;
const stepPx = waveformBarWidthPx + waveformBarGapPx;
/** A bar for every tenth of a second; users who prefer less motion see all of them change twice a second. */
const barMs = 100;
const calmDrawEvery = 5;

/** Two voices on one line as they were in the last seconds, the newest at the right. */
export function Voices({ read, label }: VoicesProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const reading = useRef(read);
  reading.current = read;

  useEffect(() => {
    const heard: { you: number; them: number }[] = [];
    const calm = matchMedia('(prefers-reduced-motion: reduce)');
    let count = 0;
    const draw = () => {
      if (canvas.current !== null) drawVoices(canvas.current, heard);
    };
    draw();
    const ticking = setInterval(() => {
      heard.push(reading.current());
      if (heard.length > 400) heard.shift();
      count += 1;
      if (!calm.matches || count % calmDrawEvery === 0) draw();
    }, barMs);
    return () => clearInterval(ticking);
  }, []);

  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={label}
      className="block h-8 w-0 min-w-0 flex-1 text-voice-you outline-voice-them"
    />
  );
}

function drawVoices(canvas: HTMLCanvasElement, heard: readonly { you: number; them: number }[]): void {
  const pen = canvas.getContext('2d');
  const width = canvas.clientWidth;
  if (pen === null || width === 0) return;
  const scale = devicePixelRatio;
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  pen.scale(scale, scale);
  const style = getComputedStyle(canvas);
  const bars = Math.floor((width + waveformBarGapPx) / stepPx);
  // Tokens hold `light-dark()`, which only real properties resolve: two of them carry the two colours.
  const colours = { you: style.color, them: style.outlineColor };
  for (const side of ['you', 'them'] as const) {
    pen.fillStyle = colours[side];
    for (let bar = 0; bar < bars; bar += 1) {
      const level = heard[heard.length - bars + bar]?.[side] ?? 0;
      const tall = Math.max(1, level * 14.5);
      const top = side === 'you' ? youEnd - tall : themStart;
      pen.beginPath();
      pen.roundRect(bar * stepPx, top, waveformBarWidthPx, tall, Math.min(1.2, tall / 2));
      pen.fill();
    }
  }
}

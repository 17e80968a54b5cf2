import { type KeyboardEvent, type MouseEvent, useId, useMemo, useRef, useState } from 'react';
import { formatDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { useWidth } from '#player/use-width.ts';
import { curveThrough, marksOf, type PlotFrame, secondAt, xOf, yOf } from './plot.ts';
import { type SentimentPoint, sentimentPoints } from './sentiment.ts';
import type { Utterance } from './talk-share.ts';

const height = 130;
/** The room that a label of seconds needs, in pixels. */
const markWidth = 90;

interface SentimentPlotProps {
  items: readonly Utterance[];
  /** Length of the call in seconds. */
  duration: number;
  /** Where the recording plays; null where it does not. */
  at: number | null;
  names: { user: string; remote: string };
  /** Goes to an utterance by its place in the transcript. */
  onGo: (item: number) => void;
}

/** The mood of both sides over the call: press somewhere, or use the keys, to read that part of the transcript. */
export function SentimentPlot({ items, duration, at, names, onGo }: SentimentPlotProps) {
  const { t, language } = useWords();
  const box = useRef<HTMLDivElement>(null);
  const hint = useId();
  const width = useWidth(box);
  const points = useMemo(() => sentimentPoints(items), [items]);
  const [chosen, setChosen] = useState(0);
  const frame: PlotFrame = { width, top: 10, bottom: 102, left: 24, right: 12 };
  const point = points[Math.min(chosen, points.length - 1)];
  if (!point) return null;
  const played = at === null ? undefined : points.findLast(({ second }) => second <= at);

  const choose = (index: number) => setChosen(Math.min(points.length - 1, Math.max(0, index)));
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const action = keys[event.key];
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    if (action === 'go') onGo(point.item);
    else choose(action(chosen, points.length));
  };
  const click = (event: MouseEvent<HTMLDivElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const place = { second: secondAt(frame, event.clientX - left, duration), y: event.clientY - top };
    const index = nearest(points, place, frame);
    choose(index);
    onGo(points[index]?.item ?? 0);
  };
  const number = new Intl.NumberFormat(language, { maximumFractionDigits: 1, signDisplay: 'exceptZero' });
  const nameOf = ({ speaker }: SentimentPoint) => (speaker === 0 ? names.user : names.remote);
  const told = t(($) => $.transcript.sentimentAt, {
    time: formatDuration(point.second),
    name: nameOf(point),
    value: number.format(point.value),
  });
  return (
    <div
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={t(($) => $.transcript.sentiment)}
      aria-describedby={hint}
      aria-valuemin={0}
      aria-valuemax={Math.max(1, Math.round(duration))}
      aria-valuenow={point.second}
      aria-valuetext={told}
      className="group relative cursor-pointer rounded-s"
      style={{ height }}
      onKeyDown={press}
      onClick={click}
    >
      <span id={hint} hidden>
        {t(($) => $.transcript.sentimentText, names)}
      </span>
      {width === 0 ? null : (
        <svg aria-hidden="true" width={width} height={height} className="block">
          <Axis frame={frame} duration={duration} />
          <Curve points={points} speaker={1} frame={frame} duration={duration} className="stroke-voice-them" />
          <Curve points={points} speaker={0} frame={frame} duration={duration} className="stroke-voice-you" />
          {played ? <PlayedLine frame={frame} x={xOf(frame, played.second, duration)} /> : null}
          {played ? <Mark frame={frame} point={played} duration={duration} /> : null}
          <Mark frame={frame} point={point} duration={duration} className="opacity-0 group-focus-visible:opacity-100" />
        </svg>
      )}
    </div>
  );
}

const keys: Record<string, 'go' | ((chosen: number, count: number) => number)> = {
  Enter: 'go',
  ' ': 'go',
  ArrowRight: (chosen) => chosen + 1,
  ArrowUp: (chosen) => chosen + 1,
  ArrowLeft: (chosen) => chosen - 1,
  ArrowDown: (chosen) => chosen - 1,
  PageUp: (chosen) => chosen + 10,
  PageDown: (chosen) => chosen - 10,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The point that a press means: the nearest in time, and of two at about the same time the nearer one. */
function nearest(points: readonly SentimentPoint[], place: { second: number; y: number }, frame: PlotFrame): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [index, { second, value }] of points.entries()) {
    const away = Math.abs(second - place.second) * 100 + Math.abs(yOf(frame, value) - place.y);
    if (away < least) [best, least] = [index, away];
  }
  return best;
}

function Axis({ frame, duration }: { frame: PlotFrame; duration: number }) {
  const { width, left } = frame;
  const right = width - frame.right;
  const lines = [
    { value: 1, label: '+1' },
    { value: 0, label: '0' },
    { value: -1, label: '−1' },
  ];
  const marks = marksOf(duration, Math.max(1, Math.floor((right - left) / markWidth)));
  return (
    <g className="fill-ink-3 text-11">
      {lines.map(({ value, label }) => (
        <g key={value}>
          <line
            x1={left}
            x2={right}
            y1={yOf(frame, value)}
            y2={yOf(frame, value)}
            className={value === 0 ? 'stroke-line-strong' : 'stroke-line'}
          />
          <text x={14} y={yOf(frame, value) + 4} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {marks.map((second) => (
        <text key={second} x={xOf(frame, second, duration)} y={127} textAnchor={second === 0 ? 'start' : 'middle'}>
          {formatDuration(second)}
        </text>
      ))}
    </g>
  );
}

/** The place of the recording: at the current utterance. */
function PlayedLine({ frame, x }: { frame: PlotFrame; x: number }) {
  return (
    <line
      x1={x}
      x2={x}
      y1={frame.top - 6}
      y2={frame.bottom + 4}
      strokeWidth={1.5}
      strokeDasharray="1.5 3"
      className="stroke-ink"
    />
  );
}

interface MarkProps {
  frame: PlotFrame;
  point: SentimentPoint;
  duration: number;
  className?: string;
}

function Mark({ frame, point, duration, className = '' }: MarkProps) {
  return (
    <circle
      cx={xOf(frame, point.second, duration)}
      cy={yOf(frame, point.value)}
      r={4.5}
      strokeWidth={2}
      className={`fill-raised stroke-ink ${className}`}
    />
  );
}

interface CurveProps {
  points: readonly SentimentPoint[];
  speaker: SentimentPoint['speaker'];
  frame: PlotFrame;
  duration: number;
  className: string;
}

function Curve({ points, speaker, frame, duration, className }: CurveProps) {
  const own = points.filter((point) => point.speaker === speaker);
  const path = curveThrough(own.map(({ second, value }) => [xOf(frame, second, duration), yOf(frame, value)] as const));
  return (
    <path
      d={own.length === 1 ? `${path}h0.1` : path}
      fill="none"
      strokeWidth={own.length === 1 ? 5 : 2}
      strokeLinecap="round"
      className={className}
    />
  );
}

import { writeFileSync } from 'node:fs';
import { readMono, wavOf } from '@sidetone/wav/wav.ts';
import type { Speaker } from '../basic/call.ts';
import type { Heard, SpeechPiece, SpeechProvider } from '../providers/speech.ts';

/** What one side says in a planted call. */
export interface PlantedLine {
  readonly speaker: Speaker;
  /** Seconds from the start. */
  readonly start: number;
  readonly text: string;
}

const rate = 16_000;
const hertzOf = (line: number): number => 400 + 60 * line;
/** As long as somebody would need to say it, about. */
const secondsOf = (text: string): number => Math.max(0.8, text.length * 0.05);

/** A dialogue with a second between its lines; those that begin with "> " are our user's. */
export function dialogue(lines: readonly string[]): PlantedLine[] {
  let now = 0.5;
  return lines.map((line) => {
    const text = line.replace(/^> /, '');
    const start = now;
    now = start + secondsOf(text) + 1;
    return { speaker: line.startsWith('> ') ? 0 : 1, start, text };
  });
}

/** Writes a call as media does, in which each line is a tone of its own on its side, over the noise of a room. */
export function writePlanted(path: string, lines: readonly PlantedLine[]): number {
  const seconds = Math.max(...lines.map(({ start, text }) => start + secondsOf(text))) + 1;
  const sides = ([0, 1] as const).map((side) => {
    const samples = Int16Array.from({ length: Math.round(seconds * rate) }, (_, at) => ((at * 7919) % 41) - 20);
    for (const [line, { speaker, start, text }] of lines.entries()) {
      if (speaker !== side) continue;
      const from = Math.round(start * rate);
      for (let at = from; at < from + secondsOf(text) * rate; at += 1) {
        samples[at] = Math.round(9000 * Math.sin((2 * Math.PI * hertzOf(line) * (at - from)) / rate));
      }
    }
    return samples;
  });
  writeFileSync(path, wavOf(sides, rate));
  return seconds;
}

const frame = 640;

/** Which line sounds in a frame, by how often its wave crosses zero; null in the noise. */
function lineIn(samples: Float32Array): number | null {
  let crossings = 0;
  let loudest = 0;
  for (let at = 1; at < samples.length; at += 1) {
    if ((samples[at] ?? 0) >= 0 !== (samples[at - 1] ?? 0) >= 0) crossings += 1;
    loudest = Math.max(loudest, Math.abs(samples[at] ?? 0));
  }
  if (loudest < 0.12 || samples.length < frame) return null;
  return Math.round(((crossings / 2 / frame) * rate - 400) / 60);
}

/** What a recogniser of the test does besides hearing. */
interface Moods {
  readonly times?: SpeechProvider['limits']['times'];
  readonly longestPieceSeconds?: number;
  /** What it says that it heard, unless it is told the language. */
  readonly language?: string | null;
  readonly takesLanguage?: boolean;
  /** What it writes once it is told the language, by what it writes otherwise. */
  readonly told?: Readonly<Record<string, string>>;
  /** Called before it answers; what it throws, the service answers. */
  before?(piece: SpeechPiece, signal: AbortSignal): Promise<void>;
}

/** Hears the lines of planted calls by their tones: what was cut out of a call is heard with times of the piece, as services do. */
export function tonesHeard(lines: readonly PlantedLine[], moods: Moods = {}): SpeechProvider {
  const { times = 'words', longestPieceSeconds = 600, language = 'en', takesLanguage = true } = moods;
  const spelt = (text: string, { language: told }: SpeechPiece) =>
    told === null ? text : (moods.told?.[text] ?? text);
  return {
    limits: { longestPieceSeconds, largestPieceBytes: 25_000_000, times, takesLanguage },
    async transcribe(piece, signal): Promise<Heard> {
      await moods.before?.(piece, signal);
      const { samples } = readMono(Buffer.from(piece.wav));
      const heard = new Map<number, { start: number; end: number }>();
      for (let at = 0; at + frame <= samples.length; at += frame) {
        const line = lineIn(samples.subarray(at, at + frame));
        if (line === null || lines[line] === undefined) continue;
        heard.set(line, { start: heard.get(line)?.start ?? at / rate, end: (at + frame) / rate });
      }
      return {
        language: piece.language ?? language,
        stretches: [...heard].map(([line, { start, end }]) => ({
          ...(times === 'none' ? { start: 0, end: piece.seconds } : { start, end }),
          text: spelt(lines[line]?.text ?? '', piece),
          words: times === 'words' ? [{ text: lines[line]?.text.split(' ')[0] ?? '', start, end }] : [],
        })),
      };
    },
    check: () => Promise.resolve({ models: null }),
  };
}

/** What is said in calls whose server is killed. */
export const killedLines = dialogue([
  '> Good morning, this is Anna from the bakery, what can I do for you?',
  'Hello, I would like to order forty rolls and the pallet of flour for Tuesday.',
]);

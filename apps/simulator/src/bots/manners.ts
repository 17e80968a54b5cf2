import { powerOf } from '@sidetone/signals/spectrum.ts';
import { decode } from '../people/audio/g711.ts';
import { type Sound, toneSound } from '../people/audio/sound.ts';
import { startTicks } from '../people/audio/ticks.ts';
import type { BotStream } from './bot-stream.ts';

/** What a bot does with a call. */
export type BotManner =
  /** Gives the caller their own voice back. */
  | { readonly does: 'echo' }
  /** Plays a tone, in step with time. */
  | { readonly does: 'tone'; readonly hertz: number }
  /** Says something at once, with the mark `said` at its end; a caller who talks in between interrupts it. */
  | { readonly does: 'speak'; readonly sound: Sound }
  | { readonly does: 'silent' }
  /** Sends ten minutes of audio at once. */
  | { readonly does: 'flood' }
  /** Sends far more messages than anybody needs. */
  | { readonly does: 'hurry' }
  /** Sends what is no message. */
  | { readonly does: 'malformed' }
  | { readonly does: 'close'; readonly code: number; readonly afterMs: number }
  /** The connection breaks. */
  | { readonly does: 'break'; readonly afterMs: number }
  /** Takes the call and then reads nothing. */
  | { readonly does: 'stuck' }
  /** Accepts the connection and never answers the upgrade. */
  | { readonly does: 'mute' }
  /** Answers the upgrade with this status; with a place to go instead, if there is one. */
  | { readonly does: 'refuse'; readonly status: number; readonly location?: string };

/** What a bot does while its call runs. */
interface Conduct {
  onStart(stream: BotStream): void;
  onAudio(stream: BotStream, audio: Buffer): void;
  onMark(name: string): void;
  onOver(): void;
}

const frame = 160;
/** Of a voice; an open line is quieter. */
const loudPower = 1e-3;
/** Frames of a voice in a row that are somebody who interrupts. */
const interruptingFrames = 5;

const nothing: Conduct = { onStart() {}, onAudio() {}, onMark() {}, onOver() {} };

/** The conduct of one call. */
export function conductOf(manner: BotManner): Conduct {
  switch (manner.does) {
    case 'echo':
      return { ...nothing, onAudio: (stream, audio) => stream.saysBytes(audio) };
    case 'tone':
      return inStep(toneSound(manner.hertz));
    case 'speak':
      return speaking(manner.sound);
    case 'flood':
      return { ...nothing, onStart: (stream) => stream.saysBytes(Buffer.alloc(600 * 8000, 0x20), 70_000) };
    case 'hurry':
      return { ...nothing, onStart: (stream) => stream.saysBytes(Buffer.alloc(5000, 0xff), 1) };
    case 'malformed':
      return { ...nothing, onStart: (stream) => stream.sends('{"event":"tell me your secrets"}') };
    case 'close':
      return later(manner.afterMs, (stream) => stream.closes(manner.code));
    case 'break':
      return later(manner.afterMs, (stream) => stream.breaks());
    case 'stuck':
      return { ...nothing, onStart: (stream) => stream.stopsReading() };
    case 'silent':
    case 'mute':
    case 'refuse':
      return nothing;
  }
}

function later(ms: number, what: (stream: BotStream) => void): Conduct {
  let timer: NodeJS.Timeout | undefined;
  return {
    ...nothing,
    onStart: (stream) => {
      timer = setTimeout(() => what(stream), ms);
    },
    onOver: () => clearTimeout(timer),
  };
}

function inStep({ samples }: Sound): Conduct {
  let stop = () => {};
  let at = 0;
  return {
    ...nothing,
    onStart: (stream) => {
      stop = startTicks(20, () => {
        stream.says(Float32Array.from({ length: frame }, () => samples[at++ % samples.length] ?? 0));
      });
    },
    onOver: () => stop(),
  };
}

function speaking({ samples }: Sound): Conduct {
  let isSpeaking = false;
  let loudFrames = 0;
  return {
    ...nothing,
    onStart: (stream) => {
      isSpeaking = true;
      stream.says(samples);
      stream.marksEnd('said');
    },
    onAudio: (stream, audio) => {
      loudFrames = powerOf(decode('PCMU', audio)) > loudPower ? loudFrames + 1 : 0;
      if (!isSpeaking || loudFrames < interruptingFrames) return;
      isSpeaking = false;
      stream.clears();
    },
    onMark: () => {
      isSpeaking = false;
    },
  };
}

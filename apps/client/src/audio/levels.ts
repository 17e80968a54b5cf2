import { audioAnalyserFftSize, audioAnalyserSmoothing } from '@sidetone/contract/rules/screen-timing.ts';
import { openSilentContext, type SilentContext } from './audio-context.ts';

/** The level of a stream. */
export interface LevelMeter {
  /** From 0, silence, to 1, the loudest. */
  read(): number;
  stop(): void;
}

/**
 * The context of all meters that run now. Chromium keeps every source of a stream, and with it the whole connection, for
 * as long as its context runs; so this one ends with the last meter.
 */
let silent: SilentContext | null = null;
let running = 0;

/** Measures a stream without playing it: the analyser is a dead end, so that no sound takes a second way out. */
export function measureLevel(stream: MediaStream): LevelMeter {
  silent ??= openSilentContext();
  const { context } = silent;
  let source: MediaStreamAudioSourceNode | null;
  try {
    source = context.createMediaStreamSource(stream);
  } catch (cause) {
    closeIfIdle();
    throw cause;
  }
  running += 1;
  const analyser = context.createAnalyser();
  analyser.fftSize = audioAnalyserFftSize;
  analyser.smoothingTimeConstant = audioAnalyserSmoothing;
  source.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    read() {
      if (source === null) return 0;
      analyser.getFloatTimeDomainData(samples);
      return levelOf(samples);
    },
    stop() {
      if (source === null) return;
      source.disconnect();
      source = null;
      running -= 1;
      closeIfIdle();
    },
  };
}

function closeIfIdle(): void {
  if (running > 0) return;
  silent?.close();
  silent = null;
}

/** Speech is between −50 and −10 dB: that range fills the scale, so that a quiet voice is visible too. */
export function levelOf(samples: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < samples.length; index += 1) sum += (samples[index] ?? 0) ** 2;
  const decibels = 10 * Math.log10(sum / Math.max(1, samples.length) || Number.MIN_VALUE);
  return Math.min(1, Math.max(0, (decibels + 50) / 40));
}

import { useEffect, useRef, useState } from 'react';
import { MicrophoneError, type MicrophoneProblem } from '#audio/microphone.ts';
import type { GivenSound, SoundProblem } from './given-sound.ts';
import { readRecording, readSoundFile } from './read-sound.ts';
import { type RunningRecording, record } from './recorder.ts';

/** What a field for a sound does. `since` is the time at which a recording began, in milliseconds. */
type SoundStage =
  | { readonly at: 'idle' }
  | { readonly at: 'opening' }
  | { readonly at: 'recording'; readonly since: number }
  | { readonly at: 'reading' }
  | { readonly at: 'failed'; readonly problem: SoundProblem | MicrophoneProblem };

interface SoundInputting {
  readonly stage: SoundStage;
  choose(file: File): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

const idle: SoundStage = { at: 'idle' };

/**
 * A field for a sound, from a file or from the microphone. `onSound` gets it, or null where there is none after all.
 * A recording ends by itself after `longest` seconds, and is dropped when the field goes.
 */
export function useSoundInput(longest: number, onSound: (sound: GivenSound | null) => void): SoundInputting {
  const [stage, setStage] = useState<SoundStage>(idle);
  const running = useRef<RunningRecording | null>(null);
  // Only what was begun last counts: a file that is read slowly does not replace what was recorded since.
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current += 1;
      running.current?.cancel();
    },
    [],
  );

  const begin = (next: SoundStage) => {
    turn.current += 1;
    setStage(next);
    return turn.current;
  };
  const read = async (mine: number, reading: Promise<GivenSound | SoundProblem>) => {
    const found = await reading;
    if (turn.current !== mine) return;
    setStage(typeof found === 'string' ? { at: 'failed', problem: found } : idle);
    onSound(typeof found === 'string' ? null : found);
  };
  const choose = async (file: File) => {
    await read(begin({ at: 'reading' }), readSoundFile(file, longest));
  };
  const stop = async () => {
    const recording = running.current;
    if (recording === null) return;
    running.current = null;
    const mine = begin({ at: 'reading' });
    await read(mine, readRecording(await recording.stop(), longest));
  };
  const start = async () => {
    if (running.current !== null) return;
    const mine = begin({ at: 'opening' });
    try {
      const recording = await record();
      if (turn.current !== mine) return recording.cancel();
      running.current = recording;
      setStage({ at: 'recording', since: Date.now() });
      void recording.ended.then(() => (turn.current === mine ? stop() : undefined));
    } catch (cause) {
      console.warn('[sound] no recording', cause);
      const problem = cause instanceof MicrophoneError ? cause.problem : 'failed';
      if (turn.current === mine) setStage({ at: 'failed', problem });
    }
  };
  useEndAfter(stage, longest, stop);
  return { stage, choose, start, stop };
}

function useEndAfter(stage: SoundStage, longest: number, stop: () => Promise<void>): void {
  const latest = useRef(stop);
  useEffect(() => {
    latest.current = stop;
  });
  const isRecording = stage.at === 'recording';
  useEffect(() => {
    if (!isRecording) return;
    const timer = setTimeout(() => void latest.current(), longest * 1000);
    return () => clearTimeout(timer);
  }, [isRecording, longest]);
}

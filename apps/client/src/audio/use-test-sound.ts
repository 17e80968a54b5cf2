import { useCallback, useEffect, useRef, useState } from 'react';
import { startTone, type Tone } from './tones.ts';

/** A sound to test an output with. */
export interface TestSound {
  /** The part of it that was played, 0 to 1; null while it is silent. */
  readonly progress: number | null;
  /** Nothing could be heard at the last attempt. */
  readonly failed: boolean;
  play(): void;
  stop(): void;
}

/** One round of a tone on these outputs, null being the system's. It stops when the component goes. */
export function useTestSound(tone: Tone, outputs: readonly (string | null)[]): TestSound {
  const [progress, setProgress] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  const end = useRef(() => {});

  const stop = useCallback(() => {
    end.current();
    end.current = () => {};
    setProgress(null);
  }, []);

  const play = () => {
    stop();
    setFailed(false);
    setProgress(0);
    let frame = 0;
    const follow = (seconds: number) => {
      const since = performance.now();
      const tick = () => {
        setProgress(Math.min(1, (performance.now() - since) / (seconds * 1000)));
        frame = requestAnimationFrame(tick);
      };
      tick();
    };
    const silence = startTone(tone, {
      rounds: 1,
      outputs: () => outputs,
      onStart: follow,
      onEnd: stop,
      onFailure(cause) {
        console.warn('[audio] test sound failed', cause);
        stop();
        setFailed(true);
      },
    });
    end.current = () => {
      cancelAnimationFrame(frame);
      silence();
    };
  };

  useEffect(() => () => end.current(), []);
  // Another tone or output was chosen in the meantime: the sound is no longer what would be tested.
  const key = JSON.stringify([tone, outputs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what it has to follow
  useEffect(() => stop, [key, stop]);

  return { progress, failed, play, stop };
}

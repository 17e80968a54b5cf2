import { useEffect, useState } from 'react';
import { followDevices } from './devices.ts';
import { type LevelMeter, measureLevel } from './levels.ts';
import { closeMicrophone, openMicrophone } from './microphone.ts';
import { useAudioChoice } from './use-audio-devices.ts';

/**
 * The number of `steps` that the chosen microphone reaches now, as calls would hear it; null while it is not open and
 * where it cannot be. It is open as long as this is used and `isWanted`.
 */
export function useInputLevel(steps: number, isWanted = true): number | null {
  const { input, aiNoiseSuppression, noiseSuppression, echoCancellation, autoGainControl } = useAudioChoice();
  const [reached, setReached] = useState<number | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isOff = reached === null;

  // An unplugged device may come back, and one that another program held may be free.
  useEffect(() => (isOff ? followDevices(() => setAttempt((before) => before + 1)) : undefined), [isOff]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of any of them opens the microphone again
  useEffect(() => {
    if (!isWanted) return;
    let isOver = false;
    let stop = () => {};
    const start = async () => {
      // Calls come first: where one needs other processing, this one closes the microphone and opens it again.
      const onTaken = () => isOver || setAttempt((before) => before + 1);
      const stream = await openMicrophone({ onTaken });
      if (isOver) return closeMicrophone(stream);
      stop = follow(stream, steps, setReached);
    };
    start().catch((cause: unknown) => {
      console.warn('[audio] reading the input level failed', cause);
      if (!isOver) setReached(null);
    });
    return () => {
      isOver = true;
      stop();
    };
  }, [steps, isWanted, attempt, input, aiNoiseSuppression, noiseSuppression, echoCancellation, autoGainControl]);

  return isWanted ? reached : null;
}

function follow(stream: MediaStream, steps: number, show: (reached: number | null) => void): () => void {
  const meter = measureOrClose(stream);
  let frame = 0;
  const tick = () => {
    show(Math.round(meter.read() * steps));
    frame = requestAnimationFrame(tick);
  };
  const lost = () => {
    cancelAnimationFrame(frame);
    show(null);
  };
  for (const track of stream.getAudioTracks()) track.addEventListener('ended', lost);
  tick();
  return () => {
    cancelAnimationFrame(frame);
    meter.stop();
    for (const track of stream.getAudioTracks()) track.removeEventListener('ended', lost);
    closeMicrophone(stream);
  };
}

function measureOrClose(stream: MediaStream): LevelMeter {
  try {
    return measureLevel(stream);
  } catch (cause) {
    closeMicrophone(stream);
    throw cause;
  }
}

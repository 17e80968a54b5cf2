import { playRemote, stopRemote } from '#audio/remote-audio.ts';
import { startTone } from '#audio/tones.ts';
import { startMeters, stopMeters } from './meters.ts';
import type { CallSounds, Log } from './parts.ts';

/** The busy tone goes on for so many rounds of 0.96 s, as long as the ended call stays on the screen. */
const busyRounds = 3;

/** Rings, tones and voices in this window. One tone at a time. */
export function createBrowserSounds(log: Log): CallSounds {
  let stop: () => void = () => {};

  function play(tone: Parameters<typeof startTone>[0], rounds?: number) {
    stop();
    stop = startTone(tone, rounds);
  }

  return {
    ring: () => play('ring'),
    waitingTone: () => play('waiting'),
    busyTone: () => play('busy', busyRounds),
    quiet() {
      stop();
      stop = () => {};
    },
    playRemote(callId, stream) {
      playRemote(callId, stream, (cause) =>
        log('warn', 'PLAY_AUDIO_FAILED', { sessionId: callId, cause: String(cause) }),
      );
      startMeters(callId, { them: stream });
    },
    watchLocal: (callId, stream) => startMeters(callId, { you: stream }),
    stopRemote(callId) {
      stopRemote(callId);
      stopMeters(callId);
    },
  };
}

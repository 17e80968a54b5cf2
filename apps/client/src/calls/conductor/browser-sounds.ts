import { audioChoice, ringOutputs } from '#audio/device-choice.ts';
import type { AudioDevices } from '#audio/devices.ts';
import { followMicrophone } from '#audio/follow-microphone.ts';
import { keepAwake, letSleep } from '#audio/keep-awake.ts';
import { watchQuality } from '#audio/quality.ts';
import { playRemote, stopRemote } from '#audio/remote-audio.ts';
import { startTone, type Tone, type TonePlay } from '#audio/tones.ts';
import { CallError, type CallProblem, wordsForLog } from '../engine/call-error.ts';
import { startMeters, stopMeters } from './meters.ts';
import type { CallSounds, Log } from './parts.ts';

/** The busy tone goes on for so many rounds of 0.96 s, as long as the ended call stays on the screen. */
const busyRounds = 3;

/** What runs for the audio of one call. */
interface Followed {
  readonly quality: ReturnType<typeof watchQuality>;
  stopMicrophone(): void;
}

interface BrowserSoundsParts {
  readonly log: Log;
  /** Tells the user that there can be no sound. */
  readonly report: (problem: CallProblem) => void;
  /** What is plugged in now; null where that is not known yet. */
  readonly devices: () => AudioDevices | null;
}

/** Rings, tones and voices in this window. One tone at a time. */
export function createBrowserSounds({ log, report, devices }: BrowserSoundsParts): CallSounds {
  const followed = new Map<string, Followed>();
  let stop: () => void = () => {};

  const atCalls: TonePlay = { outputs: () => [audioChoice.getState().output], kind: 'output' };
  const atRing: TonePlay = { outputs: () => ringOutputs(audioChoice.getState(), devices()), kind: 'ring' };

  function play(tone: Tone, how: TonePlay) {
    stop();
    stop = startTone(tone, {
      ...how,
      onFailure: (cause) => log('warn', 'PLAY_AUDIO_FAILED', { tone, cause: String(cause) }),
    });
  }

  /** A machine without sound output can still be seen talking; what cannot be made is said once for each call. */
  function measure(callId: string, streams: Parameters<typeof startMeters>[1]) {
    try {
      startMeters(callId, streams);
    } catch (cause) {
      log('error', 'AUDIO_CREATION_ERROR', { sessionId: callId, cause: String(cause) });
      report('AUDIO_CREATION_ERROR');
    }
  }

  function unfollow(callId: string) {
    const now = followed.get(callId);
    followed.delete(callId);
    now?.stopMicrophone();
    return now?.quality.stop() ?? null;
  }

  return {
    ring: () => play(audioChoice.getState().ringtone, atRing),
    waitingTone: () => play('waiting', atCalls),
    busyTone: () => play('busy', { ...atCalls, rounds: busyRounds }),
    quiet() {
      stop();
      stop = () => {};
    },
    playRemote(callId, stream) {
      if (stream.getAudioTracks().length === 0) {
        log('error', 'MISSING_OUTPUT_STREAM', {
          sessionId: callId,
          cause: wordsForLog(new CallError('MISSING_OUTPUT_STREAM')),
        });
      }
      playRemote(callId, stream, (cause) =>
        log('warn', 'PLAY_AUDIO_FAILED', { sessionId: callId, cause: String(cause) }),
      );
      keepAwake(callId);
      measure(callId, { them: stream });
    },
    watchLocal: (callId, stream) => measure(callId, { you: stream }),
    follow(callId, connection, microphone, onQuality) {
      unfollow(callId);
      const onSwitch = () => measure(callId, { you: microphone });
      followed.set(callId, {
        quality: watchQuality(connection, onQuality),
        stopMicrophone: microphone === null ? () => {} : followMicrophone(connection, microphone, onSwitch),
      });
    },
    stopRemote(callId) {
      stopRemote(callId);
      letSleep(callId);
      stopMeters(callId);
      return unfollow(callId);
    },
  };
}

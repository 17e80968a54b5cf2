import { audioChoice, ringOutputs } from '#audio/device-choice.ts';
import type { AudioDevices } from '#audio/devices.ts';
import { followMicrophone } from '#audio/follow-microphone.ts';
import { keepAwake, letSleep } from '#audio/keep-awake.ts';
import { watchQuality } from '#audio/quality.ts';
import { playRemote, stopRemote } from '#audio/remote-audio.ts';
import { startTone, type Tone, type TonePlay } from '#audio/tones.ts';
import { CallError, type CallProblem, wordsForLog } from '../../engine/call-error.ts';
import type { CallSounds, Log } from '../parts.ts';
import { startMeters, stopMeters } from './meters.ts';

/** The busy tone has this many rounds of 0.96 s, as long as the ended call stays on the screen. */
const busyRounds = 3;

/** The audio graph of one call. */
interface Followed {
  readonly quality: ReturnType<typeof watchQuality>;
  stopMicrophone(): void;
}

interface BrowserSoundsParts {
  readonly log: Log;
  /** Tells the user that there can be no sound. */
  readonly report: (problem: CallProblem) => void;
  /** The devices that are plugged in; null while they are unknown. */
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

  const measure = (sessionId: string, streams: Streams) => startMetering(sessionId, streams, { log, report });

  function unfollow(sessionId: string) {
    const now = followed.get(sessionId);
    followed.delete(sessionId);
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
    playRemote(sessionId, stream) {
      if (stream.getAudioTracks().length === 0) noteSilence(sessionId, log);
      playRemote(sessionId, stream, (cause) => log('warn', 'PLAY_AUDIO_FAILED', { sessionId, cause: String(cause) }));
      keepAwake(sessionId);
      measure(sessionId, { them: stream });
    },
    watchLocal: (sessionId, stream) => measure(sessionId, { you: stream }),
    follow(sessionId, connection, microphone, onQuality) {
      unfollow(sessionId);
      const onSwitch = () => measure(sessionId, { you: microphone });
      followed.set(sessionId, {
        quality: watchQuality(connection, onQuality),
        stopMicrophone: microphone === null ? () => {} : followMicrophone(connection, microphone, onSwitch),
      });
    },
    stopRemote(sessionId) {
      stopRemote(sessionId);
      letSleep(sessionId);
      stopMeters(sessionId);
      return unfollow(sessionId);
    },
  };
}

type Streams = Parameters<typeof startMeters>[1];

/** A machine without sound output still shows the call; an error is reported once for each call. */
function startMetering(
  sessionId: string,
  streams: Streams,
  { log, report }: Pick<BrowserSoundsParts, 'log' | 'report'>,
): void {
  try {
    startMeters(sessionId, streams);
  } catch (cause) {
    log('error', 'AUDIO_CREATION_ERROR', { sessionId, cause: String(cause) });
    report('AUDIO_CREATION_ERROR');
  }
}

function noteSilence(sessionId: string, log: Log): void {
  log('error', 'MISSING_OUTPUT_STREAM', { sessionId, cause: wordsForLog(new CallError('MISSING_OUTPUT_STREAM')) });
}

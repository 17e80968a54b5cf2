import {
  announcementRoutes,
  type PhoneRecording,
  type PhoneRecordingState,
} from '@sidetone/contract/http/announcement-routes.ts';
import { classicRoutes } from '@sidetone/contract/http/calls/classic-routes.ts';
import { useEffect, useRef, useState } from 'react';
import { type ApiErrorCode, codeOf } from '#live/line/api-error.ts';
import { fetchFile } from '#live/line/fetch-file.ts';
import { call } from '#live/line/http.ts';
import type { GivenSound, SoundProblem } from './given-sound.ts';
import { readSpoken } from './read-sound.ts';

/** How often it is asked how far the call is, in milliseconds. */
const everyMs = 1000;
/** Until a sound that did not come is asked for again, in milliseconds. */
const againMs = 2000;
const passing: ReadonlySet<ApiErrorCode> = new Set(['NETWORK', 'UNAVAILABLE']);

type Problem =
  | { readonly of: 'sound'; readonly code: SoundProblem }
  | { readonly of: 'server'; readonly code: ApiErrorCode };

type Calling = 'idle' | 'calling' | 'noDevice';

/**
 * A sound that the user says by telephone. `onSound` gets it once it was kept there. What nobody waits for any longer, as the field
 * is gone, is given up.
 */
export function usePhoneRecording(longest: number, onSound: (sound: Omit<GivenSound, 'name'>) => void) {
  const [recording, setRecording] = useState<PhoneRecording | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [calling, setCalling] = useState<Calling>('idle');
  const [isBusy, setBusy] = useState(false);
  const take = useRef(onSound);
  useEffect(() => {
    take.current = onSound;
  });

  const begin = async () => {
    setBusy(true);
    setProblem(null);
    setCalling('idle');
    try {
      setRecording(await call(announcementRoutes.beginPhoneRecording, {}));
    } catch (error) {
      setProblem({ of: 'server', code: codeOf(error) });
    } finally {
      setBusy(false);
    }
  };

  const { id = null, state = null } = recording ?? {};
  useEffect(() => {
    if (id === null) return undefined;
    // What is dropped is gone for the phone as well.
    return () => void call(announcementRoutes.dropPhoneRecording, { params: { recordingId: id } }).catch(() => {});
  }, [id]);

  const isGoing = state !== null && state !== 'kept' && state !== 'over';
  useEffect(() => {
    if (id === null || !isGoing) return undefined;
    // An answer may come once it was given up, or another one was begun.
    const show = (now: PhoneRecording | null) => setRecording((shown) => (now && shown?.id === now.id ? now : shown));
    const timer = setInterval(() => void look(id).then(show), everyMs);
    return () => clearInterval(timer);
  }, [id, isGoing]);

  useEffect(() => {
    if (id === null || state !== 'kept') return undefined;
    const ended = new AbortController();
    const done = (found: Omit<GivenSound, 'name'> | Problem) => {
      if (ended.signal.aborted) return;
      if ('of' in found) setProblem(found);
      else take.current(found);
      setRecording(null);
    };
    fetchKept(id, longest, ended.signal).then(done, (error) => done({ of: 'server', code: codeOf(error) }));
    return () => ended.abort();
  }, [id, state, longest]);

  const callMe = () => recording && ringOwnDevices(recording.number, setCalling, setProblem);
  const cancel = () => {
    setRecording(null);
    setProblem(null);
  };
  return { recording, problem, calling, isBusy, begin, callMe, cancel };
}

/** Has the devices of the user ring, and the number dialled once they answer on one. */
async function ringOwnDevices(
  targetPhoneNumber: string,
  setCalling: (calling: Calling) => void,
  setProblem: (problem: Problem) => void,
): Promise<void> {
  setCalling('calling');
  try {
    await call(classicRoutes.startCall, { body: { targetPhoneNumber } });
  } catch (error) {
    if (codeOf(error) === 'CONFLICT') return setCalling('noDevice');
    setCalling('idle');
    setProblem({ of: 'server', code: codeOf(error) });
  }
}

/** What was said is kept for an hour: a network that is away for a while does not cost it. */
async function untilFetched(recordingId: string, signal: AbortSignal): Promise<Blob> {
  for (;;) {
    try {
      return await fetchFile(announcementRoutes.phoneRecordingAudio, { params: { recordingId } }, signal);
    } catch (error) {
      if (signal.aborted || !passing.has(codeOf(error))) throw error;
      await new Promise((again) => setTimeout(again, againMs));
    }
  }
}

/** How far it is; one that the server does not know any longer is over, and null is nothing new. */
async function look(recordingId: string): Promise<PhoneRecording | null> {
  try {
    return await call(announcementRoutes.phoneRecording, { params: { recordingId } });
  } catch (error) {
    if (codeOf(error) !== 'NOT_FOUND') return null;
    const over: PhoneRecordingState = 'over';
    return { id: recordingId, number: '', state: over, durationMs: null, expiresAt: new Date().toISOString() };
  }
}

async function fetchKept(
  recordingId: string,
  longest: number,
  signal: AbortSignal,
): Promise<Omit<GivenSound, 'name'> | Problem> {
  const wav = await untilFetched(recordingId, signal);
  // The exchange ends a recording a moment late.
  const found = await readSpoken(wav, longest + 2);
  return typeof found === 'string' ? { of: 'sound', code: found } : { wav: found.wav, seconds: found.seconds };
}

import { createStore } from 'zustand/vanilla';
import { inTurn } from '#platform/in-turn.ts';
import { type AudioChoice, audioChoice } from './device-choice.ts';
import { browserDevices, tellLoss } from './devices.ts';
import { closeTrack, lendTrack, takeLentTracks } from './microphone-track.ts';

/**
 * Why there is no microphone: none is plugged in, the user or the browser refused it, the page is not secure, it gave
 * no track, or it failed.
 */
export type MicrophoneProblem = 'missing' | 'denied' | 'insecure' | 'trackless' | 'failed';

export class MicrophoneError extends Error {
  readonly problem: MicrophoneProblem;

  constructor(problem: MicrophoneProblem, cause?: unknown) {
    super(`microphone ${problem}`, cause === undefined ? undefined : { cause });
    this.name = 'MicrophoneError';
    this.problem = problem;
  }
}

type Processing = Pick<AudioChoice, 'aiNoiseSuppression' | 'noiseSuppression' | 'echoCancellation' | 'autoGainControl'>;

/** Everything that opens a microphone; tests give their own. */
export interface MicrophoneParts {
  readonly devices: MediaDevices | null;
  /** By the browser's id; null is the system's microphone. */
  readonly wanted: string | null;
  readonly processing: Processing;
  /** Without this the microphone comes as the browser gives it, even where that is not as wanted. */
  readonly isExact: boolean;
  /**
   * Closes the part that holds the microphone now. Only called where the browser gives it as it is already open
   * elsewhere, instead of as it is wanted.
   */
  release?(): void;
  /**
   * It was closed, since another part of this page needs the microphone differently: this one has lower priority, and
   * may be opened again immediately.
   */
  onTaken?(): void;
  /** Removes noise from a stream; throws where the browser cannot. */
  suppress(raw: MediaStream): Promise<MediaStream>;
}

/** Whether our own suppression was last used, as it was wanted; null where it was not wanted. */
export const ownSuppression = createStore<{ works: boolean | null }>(() => ({ works: null }));

/**
 * Opens the microphone that the user chose, with the processing that they chose; the browser may ask for permission.
 * One that is gone is replaced by the system's, and its loss is reported. Throws `MicrophoneError`.
 */
export async function openMicrophone(given: Partial<MicrophoneParts> = {}): Promise<MediaStream> {
  const choice = audioChoice.getState();
  const parts = {
    devices: browserDevices(),
    wanted: choice.input,
    processing: choice,
    isExact: true,
    suppress: suppressLater,
    ...given,
  };
  const { devices, wanted } = parts;
  if (devices === null) throw new MicrophoneError('insecure');
  try {
    return await open(devices, parts);
  } catch (cause) {
    if (wanted === null || problemOf(cause) !== 'missing') throw asMicrophoneError(cause);
  }
  try {
    const stream = await open(devices, { ...parts, wanted: null });
    tellLoss('input');
    return stream;
  } catch (cause) {
    throw asMicrophoneError(cause);
  }
}

/** Closes the microphone, so that the browser's recording mark disappears. */
export function closeMicrophone(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) closeTrack(track);
}

async function open(devices: MediaDevices, parts: MicrophoneParts): Promise<MediaStream> {
  const { aiNoiseSuppression: isOwn, ...browsers } = parts.processing;
  // Two suppressions one after the other remove parts of voices too.
  const raw = await listenAlone(devices, parts, { ...browsers, noiseSuppression: browsers.noiseSuppression && !isOwn });
  if (!isOwn) {
    ownSuppression.setState({ works: null });
    return raw;
  }
  try {
    const clean = await parts.suppress(raw);
    ownSuppression.setState({ works: true });
    return clean;
  } catch (cause) {
    console.warn('[audio] noise suppression failed', cause);
    ownSuppression.setState({ works: false });
    closeMicrophone(raw);
    return listenAlone(devices, parts, { ...browsers, noiseSuppression: true });
  }
}

type BrowserProcessing = Omit<Processing, 'aiNoiseSuppression'>;

const processings = [
  'echoCancellation',
  'noiseSuppression',
  'autoGainControl',
] as const satisfies readonly (keyof BrowserProcessing)[];

/**
 * One after the other: a microphone opened while another one is opening would come with that one's processing, and hold
 * it so.
 */
const openings = inTurn<MediaStream>();

function listenAlone(devices: MediaDevices, parts: MicrophoneParts, asked: BrowserProcessing): Promise<MediaStream> {
  return openings.run('microphone', () => listenInTurn(devices, parts, asked));
}

/**
 * Listens with the wanted processing; where the microphone came as it is open elsewhere, it is closed there and asked
 * for again.
 */
async function listenInTurn(
  devices: MediaDevices,
  parts: MicrophoneParts,
  asked: BrowserProcessing,
): Promise<MediaStream> {
  const raw = await listen(devices, parts, asked);
  if (parts.onTaken !== undefined) {
    for (const track of raw.getAudioTracks()) lendTrack(track, parts.onTaken);
    return raw;
  }
  if (isProcessedAs(raw, asked)) return raw;
  const isTaken = takeLentTracks();
  if (parts.release === undefined && !isTaken) return raw;
  closeMicrophone(raw);
  parts.release?.();
  return listen(devices, parts, asked);
}

/**
 * Chromium gives a microphone that is open already as it is, unless something else is asked for exactly: otherwise
 * nothing could be switched in a running call. Other browsers may refuse exact constraints, and are then asked for a
 * preference.
 */
async function listen(
  devices: MediaDevices,
  { wanted, isExact }: Pick<MicrophoneParts, 'wanted' | 'isExact'>,
  asked: BrowserProcessing,
): Promise<MediaStream> {
  const device = wanted === null ? {} : { deviceId: { exact: wanted } };
  const exactly = Object.fromEntries(processings.map((name) => [name, { exact: asked[name] }]));
  const kindly = Object.fromEntries(processings.map((name) => [name, asked[name]]));
  let stream: MediaStream;
  try {
    stream = await devices.getUserMedia({ audio: { ...(isExact ? exactly : kindly), ...device } });
  } catch (cause) {
    if (!isExact || !isAboutProcessing(cause)) throw cause;
    stream = await devices.getUserMedia({ audio: { ...kindly, ...device } });
  }
  if (stream.getAudioTracks().length === 0) throw new MicrophoneError('trackless');
  return stream;
}

/** Some browsers do not say what they cannot do; for a device that is gone the second attempt tells. */
function isAboutProcessing(cause: unknown): boolean {
  const { name, constraint } = cause as { name?: string; constraint?: string };
  return name === 'OverconstrainedError' && constraint !== 'deviceId';
}

/** Whether a microphone came as it was wanted; where the browser does not say, it counts as such. */
function isProcessedAs(raw: MediaStream, asked: BrowserProcessing): boolean {
  const settings = raw.getAudioTracks()[0]?.getSettings() ?? {};
  return processings.every((name) => settings[name] === undefined || settings[name] === asked[name]);
}

/** It is large, and loaded only where it is wanted. */
async function suppressLater(raw: MediaStream): Promise<MediaStream> {
  const { suppressNoise } = await import('./noise-suppression.ts');
  return suppressNoise(raw);
}

function asMicrophoneError(cause: unknown): MicrophoneError {
  return cause instanceof MicrophoneError ? cause : new MicrophoneError(problemOf(cause), cause);
}

function problemOf(cause: unknown): MicrophoneProblem {
  const name = cause instanceof Error ? cause.name : '';
  switch (name) {
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'missing';
    case 'NotAllowedError':
    case 'SecurityError':
      return 'denied';
    default:
      return 'failed';
  }
}

import { createStore } from 'zustand/vanilla';
import { inTurn } from '#platform/in-turn.ts';
import { type AudioChoice, audioChoice } from './device-choice.ts';
import { browserDevices, tellLoss } from './devices.ts';
import { closeTrack, lendTrack, takeLentTracks } from './microphone-track.ts';

/**
 * Why there is no microphone: none is there, the user or the browser said no, the page is not secure, it gave no track,
 * or it broke.
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

/** What a microphone is opened with; tests give their own. */
export interface MicrophoneParts {
  readonly devices: MediaDevices | null;
  /** By the browser's id; null is what the system uses. */
  readonly wanted: string | null;
  readonly processing: Processing;
  /** Without it the microphone comes as the browser gives it, where that is not as it is wanted. */
  readonly isExact: boolean;
  /**
   * Closes what holds the microphone now. Only called where the browser gives it as it is already open elsewhere, instead
   * of as it is wanted.
   */
  release?(): void;
  /**
   * It was closed, since another in this page needs the microphone otherwise: what is opened with this takes second place, and
   * may be opened again at once.
   */
  onTaken?(): void;
  /** Takes noise out of a stream; throws where the browser can't. */
  suppress(raw: MediaStream): Promise<MediaStream>;
}

/** Whether noise was last taken out in our own way, as it was wanted; null where it was not wanted. */
export const ownSuppression = createStore<{ works: boolean | null }>(() => ({ works: null }));

/**
 * Opens the microphone that the user chose, with the processing that they chose, asking where the browser wants that. One
 * that is gone is replaced by the system's, and its loss is told. Throws `MicrophoneError`.
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

/** Gives the microphone back, so that the browser's recording mark goes out. */
export function closeMicrophone(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) closeTrack(track);
}

async function open(devices: MediaDevices, parts: MicrophoneParts): Promise<MediaStream> {
  const { aiNoiseSuppression: isOwn, ...browsers } = parts.processing;
  // Two of them one after the other take parts of voices out too.
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

/** One after the other: a microphone opened while another one is opening would come as that was, and hold it so. */
const openings = inTurn<MediaStream>();

function listenAlone(devices: MediaDevices, parts: MicrophoneParts, asked: BrowserProcessing): Promise<MediaStream> {
  return openings.run('microphone', () => listenInTurn(devices, parts, asked));
}

/** Listens as it is asked; where the microphone came as it is open elsewhere, that is released, and it is asked again. */
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
 * Chromium gives a microphone that is open already as it is, unless something else is asked for exactly: else nothing could
 * be switched in a running call. Other browsers may refuse what is asked for exactly, and are asked kindly then.
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

/** Some browsers don't say what they can't do; of a device that is gone the second try tells. */
function isAboutProcessing(cause: unknown): boolean {
  const { name, constraint } = cause as { name?: string; constraint?: string };
  return name === 'OverconstrainedError' && constraint !== 'deviceId';
}

/** Whether a microphone came as it was asked for; what the browser does not say is believed. */
function isProcessedAs(raw: MediaStream, asked: BrowserProcessing): boolean {
  const settings = raw.getAudioTracks()[0]?.getSettings() ?? {};
  return processings.every((name) => settings[name] === undefined || settings[name] === asked[name]);
}

/** It is big, and only loaded where it is wanted. */
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

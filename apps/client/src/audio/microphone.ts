import { audioChoice } from './device-choice.ts';
import { browserDevices, tellLoss } from './devices.ts';

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

/**
 * Opens the microphone that the user chose, asking where the browser wants that. One that is gone is replaced by the
 * system's, and its loss is told. Throws `MicrophoneError`.
 */
export async function openMicrophone(
  devices: MediaDevices | null = browserDevices(),
  wanted: string | null = audioChoice.getState().input,
): Promise<MediaStream> {
  if (devices === null) throw new MicrophoneError('insecure');
  try {
    return await open(devices, wanted);
  } catch (cause) {
    if (wanted === null || problemOf(cause) !== 'missing') throw asMicrophoneError(cause);
  }
  try {
    const stream = await open(devices, null);
    tellLoss('input');
    return stream;
  } catch (cause) {
    throw asMicrophoneError(cause);
  }
}

/** Gives the microphone back, so that the browser's recording mark goes out. */
export function closeMicrophone(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

async function open(devices: MediaDevices, wanted: string | null): Promise<MediaStream> {
  const stream = await devices.getUserMedia({
    audio: {
      echoCancellation: true,
      noiseSuppression: true,
      autoGainControl: true,
      ...(wanted !== null && { deviceId: { exact: wanted } }),
    },
  });
  if (stream.getAudioTracks().length === 0) throw new MicrophoneError('trackless');
  return stream;
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

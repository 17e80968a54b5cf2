/** Why there is no microphone: none is there, the user or the browser said no, the page is not secure, or it broke. */
export type MicrophoneProblem = 'missing' | 'denied' | 'insecure' | 'failed';

export class MicrophoneError extends Error {
  readonly problem: MicrophoneProblem;

  constructor(problem: MicrophoneProblem, cause?: unknown) {
    super(`microphone ${problem}`, cause === undefined ? undefined : { cause });
    this.name = 'MicrophoneError';
    this.problem = problem;
  }
}

/** Opens the microphone, asking the user where the browser wants that. Throws `MicrophoneError`. */
export async function openMicrophone(
  devices: MediaDevices | null = navigator.mediaDevices ?? null,
): Promise<MediaStream> {
  // Browsers hide the devices from pages that are neither on localhost nor over https.
  if (devices === null) throw new MicrophoneError('insecure');
  try {
    return await devices.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true, autoGainControl: true },
    });
  } catch (cause) {
    throw new MicrophoneError(problemOf(cause), cause);
  }
}

/** Gives the microphone back, so that the browser's recording mark goes out. */
export function closeMicrophone(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
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

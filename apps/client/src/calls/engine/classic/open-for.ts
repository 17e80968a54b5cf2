import { closeMicrophone } from '#audio/microphone.ts';
import { CallError } from '../call-error.ts';
import { microphoneCallError } from '../microphone-error.ts';

/** Opens the microphone, and closes it again for a call that was given up while the browser asked for it. */
export async function openFor(open: () => Promise<MediaStream>, givenUp?: AbortSignal): Promise<MediaStream> {
  const microphone = await open().catch((cause: unknown) => {
    throw microphoneCallError(cause);
  });
  if (!givenUp?.aborted) return microphone;
  closeMicrophone(microphone);
  throw new CallError('DIAL_FAILED', givenUp.reason);
}

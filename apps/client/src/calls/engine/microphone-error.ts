import { MicrophoneError } from '#audio/microphone.ts';
import { CallError } from './call-error.ts';

/** Why a call has no microphone, in the words of calls (specification 8). */
export function microphoneCallError(cause: unknown): CallError {
  if (!(cause instanceof MicrophoneError)) return new CallError('MICROPHONE_ERROR', cause);
  switch (cause.problem) {
    case 'missing':
      return new CallError('MICROPHONE_NOT_FOUND', cause);
    case 'denied':
      return new CallError('MICROPHONE_DENIED', cause);
    case 'insecure':
      return new CallError('NOT_SECURE', cause);
    case 'trackless':
      return new CallError('AUDIO_CREATION_ERROR', cause);
    case 'failed':
      return new CallError('MICROPHONE_ERROR', cause);
  }
}

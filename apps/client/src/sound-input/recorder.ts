import { closeMicrophone, openMicrophone } from '#audio/microphone.ts';

/** A recording that runs. It ends by one of the two, or by itself when the microphone is unplugged. */
export interface RunningRecording {
  /** Resolves when it has ended, in whichever way. */
  readonly ended: Promise<void>;
  /** Resolves to what was recorded, as the browser coded it. */
  stop(): Promise<Blob>;
  /** Drops it. */
  cancel(): void;
}

/** Records the microphone that the user chose for calls. Throws `MicrophoneError`. */
export async function record(): Promise<RunningRecording> {
  const stream = await openMicrophone({ isExact: false });
  try {
    return recordingOf(stream);
  } catch (cause) {
    closeMicrophone(stream);
    throw cause;
  }
}

function recordingOf(stream: MediaStream): RunningRecording {
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => void parts.push(data);
  const ended = new Promise<void>((fulfil) => {
    recorder.onstop = () => {
      closeMicrophone(stream);
      fulfil();
    };
  });
  recorder.start();
  const end = () => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  return {
    ended,
    async stop() {
      end();
      await ended;
      return new Blob(parts, { type: recorder.mimeType });
    },
    cancel: end,
  };
}

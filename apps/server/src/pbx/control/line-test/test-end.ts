import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Media, SrtpPolicy } from '../../media/media.ts';
import { heardIn } from './hears-tone.ts';

interface EndParts {
  readonly media: Media;
  readonly folder: string;
  readonly address: string;
  readonly srtp: SrtpPolicy;
}

/** One end of a call that tests a trunk: its audio, what it plays and what it hears. */
export interface TestEnd {
  readonly endpointId: string;
  /** Our offer, or our answer to theirs. */
  readonly sdp: string;
  /** Digits that arrived. */
  digits(): string;
  /** Plays a sound over and over, and keeps what comes from there. */
  speak(sound: string): Promise<void>;
  /** Stops both; gives what was heard of a tone. */
  hear(hertz: number): ReturnType<typeof heardIn>;
  press(digits: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens an end. `offer`: of the other side; left out: ours is made. */
export async function openEnd({ media, folder, address, srtp }: EndParts, offer?: string): Promise<TestEnd> {
  const endpointId = randomUUID();
  const recordingId = randomUUID();
  const path = join(folder, `${recordingId}.wav`);
  let pressed = '';
  const stop = media.onFact((fact) => {
    if (fact.type === 'dtmf' && fact.endpointId === endpointId) pressed += fact.digit;
  });
  const ours = { endpointId, kind: 'rtp', far: 'trunk', farAddress: address, srtp, codecs: ['PCMA', 'PCMU'] } as const;
  const opened = await media.openEndpoint(offer === undefined ? ours : { ...ours, offer }).catch((error: unknown) => {
    stop();
    throw error;
  });
  return {
    endpointId,
    sdp: opened.sdp,
    digits: () => pressed,
    async speak(sound) {
      await media.startRecording(endpointId, { recordingId, path });
      await media.play(endpointId, { file: sound, loop: true });
    },
    async hear(hertz) {
      await media.play(endpointId, null);
      await media.stopRecording(endpointId, recordingId);
      return await heardIn(path, hertz);
    },
    press: (digits) => media.sendDtmf(endpointId, digits),
    async close() {
      stop();
      try {
        await media.close(endpointId);
      } finally {
        await rm(path, { force: true });
      }
    },
  };
}

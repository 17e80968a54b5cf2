import type { Log } from '../../conductor/parts.ts';
import { iceServersOrNone } from '../ice-servers.ts';
import { microphoneCallError } from '../microphone-error.ts';
import type { SipServer } from './sip-server.ts';

/** What the audio of a call needs. */
export interface Media {
  readonly microphone: MediaStream;
  readonly pcConfig: RTCConfiguration;
}

interface MediaSources {
  readonly openMicrophone: () => Promise<MediaStream>;
  readonly server: Pick<SipServer, 'iceServers'>;
  readonly log: Log;
}

/** Opens the microphone, and fetches the ICE servers. Throws `CallError`. */
export async function openMedia({ openMicrophone, server, log }: MediaSources): Promise<Media> {
  const [microphone, iceServers] = await Promise.all([
    openMicrophone().catch((cause: unknown) => {
      throw microphoneCallError(cause);
    }),
    iceServersOrNone(() => server.iceServers(), log),
  ]);
  return { microphone, pcConfig: { iceServers } };
}

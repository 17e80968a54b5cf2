import type { Log } from '../../conductor/parts.ts';
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
    // Without STUN and TURN most calls still connect.
    server.iceServers().catch((cause: unknown) => {
      log('warn', 'no ICE servers', { cause: String(cause) });
      return [];
    }),
  ]);
  const pcConfig: RTCConfiguration = { iceServers: iceServers.map((each) => ({ ...each })) as RTCIceServer[] };
  return { microphone, pcConfig };
}

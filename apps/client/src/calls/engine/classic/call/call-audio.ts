import { closeMicrophone } from '#audio/microphone.ts';
import type { Clock } from '../../../core/clock.ts';
import type { EngineFact } from '../../call-engine.ts';
import type { Peer, PeerEars } from './peer.ts';

/** The audio of one call: the microphone, the peer, and what they tell. */
export interface CallAudio {
  /**
   * Brings the audio up with this microphone, which is closed when that fails, or where the call ended while the browser
   * asked for it. Throws what the peer threw.
   */
  connect(callId: string, microphone: MediaStream): Promise<void>;
  openMicrophone(open: boolean): void;
  /** Tells of sound that comes before the answer, until there is an answer. */
  lookForEarlyMedia(): void;
  stopLooking(): void;
  networkBack(): void;
  /** What plays and is recorded now, for a call that goes on with this audio; null while there is none. */
  now(): Extract<EngineFact, { type: 'audio' }> | null;
  /** From now on it is told here: the audio goes on as that of another call. */
  passOn(tell: (fact: EngineFact) => void): void;
  /** Everything stops. `leave` keeps the server's end for whoever goes on with the call. */
  close(how: 'end' | 'leave'): void;
}

interface CallAudioParts {
  readonly clock: Clock;
  readonly openPeer: (callId: string, microphone: MediaStream, ears: PeerEars) => Promise<Peer>;
  tell(fact: EngineFact): void;
}

/** The sound before the answer is looked for this often. */
const earlyLookMs = 200;

export function createCallAudio({ clock, openPeer, ...parts }: CallAudioParts): CallAudio {
  let { tell } = parts;
  let microphone: MediaStream | null = null;
  let isOpen = true;
  let peer: Peer | null = null;
  let connected = false;
  let closed = false;
  let playing: { remote: MediaStream; connection: RTCPeerConnection } | null = null;
  const early = watchForEarlyMedia(clock, { hears: () => peer?.hears() ?? false, tell: (fact) => tell(fact) });

  const audio: CallAudio = {
    async connect(callId, stream) {
      if (closed) return closeMicrophone(stream);
      microphone = stream;
      audio.openMicrophone(isOpen);
      try {
        const opened = await openPeer(callId, stream, {
          audio(remote, connection) {
            playing = { remote, connection };
            tell({ type: 'audio', local: microphone, ...playing });
          },
          connected() {
            if (connected) return;
            connected = true;
            tell({ type: 'connected' });
          },
        });
        if (closed) opened.close('end');
        else peer = opened;
      } catch (cause) {
        closeMicrophone(stream);
        microphone = null;
        throw cause;
      }
    },

    openMicrophone(open) {
      isOpen = open;
      for (const track of microphone?.getAudioTracks() ?? []) track.enabled = open;
    },

    lookForEarlyMedia() {
      if (!closed) early.look();
    },

    stopLooking: () => early.stop(),
    networkBack: () => peer?.lineBack(),
    now: () => (playing === null ? null : { type: 'audio', local: microphone, ...playing }),
    passOn(next) {
      tell = next;
    },

    close(how) {
      closed = true;
      playing = null;
      early.stop();
      peer?.close(how);
      peer = null;
      closeMicrophone(microphone);
      microphone = null;
    },
  };
  return audio;
}

interface EarlyMediaParts {
  /** Sound arrives from the other side just now. */
  hears(): boolean;
  tell(fact: EngineFact): void;
}

/** Looks for sound again and again, and tells of the first that is heard. */
function watchForEarlyMedia(clock: Clock, { hears, tell }: EarlyMediaParts) {
  let cancelLook = () => {};
  function look() {
    cancelLook = clock.after(earlyLookMs, () => {
      // Sound that comes before the answer is the other side's; no tone of ours may cover it.
      if (hears()) tell({ type: 'earlyMedia' });
      else look();
    });
  }
  return { look, stop: () => cancelLook() };
}

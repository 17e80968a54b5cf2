import { closeMicrophone } from '#audio/microphone.ts';
import type { Clock } from '../../../core/clock.ts';
import type { EngineFact } from '../../call-engine.ts';
import type { Peer, PeerEars } from './peer.ts';

/** The audio of one call: the microphone, the peer, and what they tell. */
export interface CallAudio {
  /**
   * Brings the audio up with this microphone, which is closed when that fails, or where the call ended while the
   * browser asked for it. Throws what the peer threw.
   */
  connect(sipCallId: string, microphone: MediaStream): Promise<void>;
  openMicrophone(open: boolean): void;
  /** Tells of sound that comes before the answer, until there is an answer. */
  lookForEarlyMedia(): void;
  stopLooking(): void;
  networkBack(): void;
  /** The sound that plays and is recorded now, for a call that continues with this audio; null while there is none. */
  now(): Extract<EngineFact, { type: 'audio' }> | null;
  /** From now on facts are told here. The audio may continue as that of another call. */
  passOn(tell: (fact: EngineFact) => void): void;
  /** Everything stops. `leave` keeps the server's end for the page that continues the call. */
  close(how: 'end' | 'leave'): void;
}

interface CallAudioParts {
  readonly clock: Clock;
  readonly openPeer: (sipCallId: string, microphone: MediaStream, ears: PeerEars) => Promise<Peer>;
}

interface AudioState {
  readonly parts: CallAudioParts;
  tell: (fact: EngineFact) => void;
  microphone: MediaStream | null;
  /** Whether the microphone is open, or will be. */
  isOpen: boolean;
  peer: Peer | null;
  /** Audio could flow once. */
  wasConnected: boolean;
  isClosed: boolean;
  playing: { readonly remote: MediaStream; readonly connection: RTCPeerConnection } | null;
}

/** The sound before the answer is looked for this often. */
const earlyLookMs = 200;

/** Audio that is not up yet, and tells no facts before `passOn`. */
export function createCallAudio(parts: CallAudioParts): CallAudio {
  const audio: AudioState = {
    parts,
    tell: () => {},
    microphone: null,
    isOpen: true,
    peer: null,
    wasConnected: false,
    isClosed: false,
    playing: null,
  };
  const early = watchForEarlyMedia(parts.clock, {
    hears: () => audio.peer?.hears() ?? false,
    tell: (fact) => audio.tell(fact),
  });
  return {
    connect: (sipCallId, microphone) => connect(audio, sipCallId, microphone),
    openMicrophone: (open) => openMicrophone(audio, open),
    lookForEarlyMedia() {
      if (!audio.isClosed) early.look();
    },
    stopLooking: () => early.stop(),
    networkBack: () => audio.peer?.lineBack(),
    now: () => soundOf(audio),
    passOn(tell) {
      audio.tell = tell;
    },
    close(how) {
      early.stop();
      close(audio, how);
    },
  };
}

async function connect(audio: AudioState, sipCallId: string, microphone: MediaStream) {
  if (audio.isClosed) return closeMicrophone(microphone);
  audio.microphone = microphone;
  openMicrophone(audio, audio.isOpen);
  try {
    const peer = await audio.parts.openPeer(sipCallId, microphone, earsOf(audio));
    if (isClosed(audio)) peer.close('end');
    else audio.peer = peer;
  } catch (cause) {
    closeMicrophone(microphone);
    audio.microphone = null;
    throw cause;
  }
}

/** A function, since the call may have ended since the last look. */
const isClosed = (audio: AudioState): boolean => audio.isClosed;

function earsOf(audio: AudioState): PeerEars {
  return {
    audio(remote, connection) {
      audio.playing = { remote, connection };
      audio.tell({ type: 'audio', local: audio.microphone, remote, connection });
    },
    connected() {
      if (audio.wasConnected) return;
      audio.wasConnected = true;
      audio.tell({ type: 'connected' });
    },
  };
}

function openMicrophone(audio: AudioState, open: boolean) {
  audio.isOpen = open;
  for (const track of audio.microphone?.getAudioTracks() ?? []) track.enabled = open;
}

const soundOf = ({ playing, microphone }: AudioState): ReturnType<CallAudio['now']> =>
  playing === null ? null : { type: 'audio', local: microphone, ...playing };

function close(audio: AudioState, how: 'end' | 'leave') {
  audio.isClosed = true;
  audio.playing = null;
  audio.peer?.close(how);
  audio.peer = null;
  closeMicrophone(audio.microphone);
  audio.microphone = null;
}

interface EarlyMediaParts {
  /** Whether sound is arriving from the other side. */
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

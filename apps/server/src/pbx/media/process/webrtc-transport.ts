import * as library from 'node-datachannel';
import type { AudioDescription, IceParameters } from '../sdp.ts';
import type { LocalTransport } from '../sdp-write.ts';
import { writeForLibrary } from '../sdp-write.ts';
import type { Transport, TransportEvents } from './transport.ts';

export interface WebRtcSettings {
  readonly port: number;
  /** Undefined for every interface. */
  readonly bindAddress?: string;
  /** Our candidates, best first, and the address for the connection line. */
  readonly candidates: () => readonly string[];
  readonly address: () => string;
  /** Errors caught in the library's callbacks, where one that escapes would abort the process. */
  readonly onError: (error: unknown) => void;
}

/** One ICE and DTLS association. An endpoint has a second one while ICE restarts. */
interface Association {
  readonly connection: library.PeerConnection;
  readonly track: library.Track;
  readonly ice: IceParameters;
  isOpen: boolean;
}

// A Track that JavaScript no longer references is collected and goes silent, so each is held here until it is closed.
const alive = new Set<Association>();

/** ICE, DTLS and SRTP by the library; every description is written by us and the library never sees a foreign one. */
export class WebRtcTransport implements Transport {
  readonly #settings: WebRtcSettings;
  readonly #events: TransportEvents;
  readonly #name: string;
  #current: Association | undefined;
  /** The association of a restart; it takes over once it is connected. */
  #next: Association | undefined;
  #isClosed = false;

  constructor(name: string, settings: WebRtcSettings, events: TransportEvents) {
    this.#name = name;
    this.#settings = settings;
    this.#events = events;
  }

  offer(): LocalTransport {
    this.#current ??= this.#open('0', undefined);
    const ice = (this.#next ?? this.#current).ice;
    return this.#describe({ ...ice, setup: 'actpass' });
  }

  answer(far: AudioDescription, restart: boolean): LocalTransport {
    const mid = far.mid ?? '0';
    if (this.#current === undefined) this.#current = this.#open(mid, far);
    else if (restart) {
      this.#discard(this.#next);
      this.#next = this.#open(mid, far);
    }
    return this.#describe((this.#next ?? this.#current).ice);
  }

  acceptAnswer(far: AudioDescription): void {
    const { connection } = this.#current ?? {};
    // An answer to a later offer of ours changes directions only; the association stays.
    if (connection?.signalingState() !== 'have-local-offer') return;
    connection.setRemoteDescription(writeForLibrary(far, '0'), 'answer');
  }

  send(packet: Buffer): boolean {
    const current = this.#current;
    if (current === undefined || !current.isOpen) return false;
    try {
      return current.track.sendMessageBinary(packet);
    } catch {
      // SRTP throws for a number it has seen (a late packet sent on) and the track while it closes: both are lost
      // packets and nothing more.
      return false;
    }
  }

  sendRtcp(packet: Buffer): boolean {
    return this.send(packet);
  }

  close(): void {
    this.#isClosed = true;
    this.#discard(this.#current);
    this.#discard(this.#next);
    this.#current = undefined;
    this.#next = undefined;
  }

  #open(mid: string, far: AudioDescription | undefined): Association {
    const { port, bindAddress } = this.#settings;
    // Each connection makes a certificate of its own: with an unchanged fingerprint the browser of a restart would
    // start no new handshake.
    const connection = new library.PeerConnection(this.#name, {
      iceServers: [],
      enableIceUdpMux: true,
      portRangeBegin: port,
      portRangeEnd: port,
      disableAutoNegotiation: true,
      ...(bindAddress !== undefined && { bindAddress }),
    });
    try {
      const audio = new library.Audio(mid, 'SendRecv');
      audio.addAudioCodec(0, 'PCMU'); // a placeholder: raw tracks carry any payload type
      const track = connection.addTrack(audio);
      if (far === undefined) connection.setLocalDescription('offer');
      else {
        connection.setRemoteDescription(writeForLibrary(far, mid), 'offer');
        connection.setLocalDescription('answer');
      }
      const ice = readIce(connection.localDescription()?.sdp ?? '');
      const association: Association = { connection, track, ice, isOpen: false };
      alive.add(association);
      this.#listen(association);
      return association;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  #listen(association: Association): void {
    const guard = <A extends unknown[]>(work: (...given: A) => void) => {
      return (...given: A) => {
        try {
          if (alive.has(association)) work(...given);
        } catch (error) {
          this.#settings.onError(error);
        }
      };
    };
    association.track.onMessage(guard((packet) => this.#events.onPacket(packet)));
    association.track.onOpen(guard(() => this.#opened(association)));
    association.track.onClosed(guard(() => this.#ended(association, 'closed')));
    association.track.onError(guard((why) => this.#settings.onError(new Error(why))));
    association.connection.onStateChange(
      guard((state) => {
        if (state === 'failed' || state === 'closed') this.#ended(association, state);
      }),
    );
    if (association.track.isOpen()) this.#opened(association);
  }

  #opened(association: Association): void {
    if (association.isOpen) return;
    association.isOpen = true;
    if (association === this.#next) {
      const old = this.#current;
      this.#current = association;
      this.#next = undefined;
      this.#discard(old);
    }
    this.#events.onConnected();
  }

  #ended(association: Association, why: string): void {
    association.isOpen = false;
    const wasNext = association === this.#next;
    if (!wasNext && association !== this.#current) return;
    if (wasNext) this.#next = undefined;
    this.#discard(association);
    // While a restart is under way, or the old way still works, the endpoint as a whole goes on.
    const survivor = wasNext ? this.#current : this.#next;
    if (survivor !== undefined && alive.has(survivor)) return;
    if (!this.#isClosed) this.#events.onFailed(why);
  }

  /** Closes later than now: the library must not be closed from inside its own callback. */
  #discard(association: Association | undefined): void {
    if (association === undefined || !alive.delete(association)) return;
    association.isOpen = false;
    setImmediate(() => {
      try {
        association.track.close();
        association.connection.close();
      } catch (error) {
        this.#settings.onError(error);
      }
    });
  }

  #describe(ice: IceParameters): LocalTransport {
    return {
      address: this.#settings.address(),
      port: this.#settings.port,
      ice,
      candidates: this.#settings.candidates(),
    };
  }
}

function readIce(sdp: string): IceParameters {
  const value = (name: string) => new RegExp(`^a=${name}:(.+?)\\r?$`, 'm').exec(sdp)?.[1];
  const [ufrag, password, fingerprint, setup] = [
    value('ice-ufrag'),
    value('ice-pwd'),
    value('fingerprint'),
    value('setup'),
  ];
  if (ufrag === undefined || password === undefined || fingerprint === undefined) {
    throw new Error('the library gave no ICE parameters');
  }
  return { ufrag, password, fingerprint, setup: setup === 'active' || setup === 'passive' ? setup : 'actpass' };
}

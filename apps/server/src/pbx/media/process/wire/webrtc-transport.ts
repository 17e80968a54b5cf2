import { randomBytes } from 'node:crypto';
import * as library from 'node-datachannel';
import type { AudioDescription, IceParameters } from '../../sdp.ts';
import type { LocalTransport } from '../../sdp-write.ts';
import { writeForLibrary } from '../../sdp-write.ts';
import { type Certificate, makeCertificate } from './certificate.ts';
import type { Transport, TransportEvents } from './transport.ts';

export interface WebRtcSettings {
  readonly port: number;
  /** Undefined for every interface. */
  readonly bindAddress?: string;
  /** Our candidates, best first, and the address for the connection line. */
  readonly candidates: () => readonly string[];
  readonly address: () => string;
}

/** Who we are in one association: told in our description, used when the library begins. */
interface Identity {
  readonly ufrag: string;
  readonly password: string;
  readonly certificate: Certificate;
}

/** One ICE and DTLS association. An endpoint has a second one while ICE restarts. */
interface Association {
  readonly connection: library.PeerConnection;
  readonly track: library.Track;
  readonly ice: IceParameters;
  /** ICE found a path, whatever became of the handshake on it. */
  hasPath: boolean;
  isOpen: boolean;
}

/**
 * A page that reloads or hands its call over closes its end first and begins a new one a little later; until then the
 * endpoint is kept as a far side that is only unreachable is: consent to send expires after 30 s (RFC 7675 §5.1).
 */
const reservedMs = 30_000;
/**
 * About once in a thousand calls a handshake fails that would succeed the next time. Until then browsers see a connection
 * that failed, and restart ICE; one that they only lose costs them some seconds more.
 */
const secondHandshakeMs = 15_000;

// A Track that JavaScript no longer references is collected and goes silent, so each is held here until it is closed.
const alive = new Set<Association>();

/**
 * ICE, DTLS and SRTP by the library; every description is written by us and the library never sees a foreign one.
 *
 * The library always plays the answerer, even when the offer is ours, and begins only when both sides are known. As an
 * offerer it would listen at once, and where the far side's checks and handshake overtake its answer, the library
 * verifies a certificate whose fingerprint it doesn't know yet and the call fails.
 */
export class WebRtcTransport implements Transport {
  readonly #settings: WebRtcSettings;
  readonly #events: TransportEvents;
  readonly #name: string;
  /** Named in our first offer, until its answer comes. */
  #offered: Identity | undefined;
  #current: Association | undefined;
  /** The association of a restart; it takes over once it is connected. */
  #next: Association | undefined;
  /** Runs while the far side has closed its end, or its handshake failed, and may still begin again. */
  #reserved: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(name: string, settings: WebRtcSettings, events: TransportEvents) {
    this.#name = name;
    this.#settings = settings;
    this.#events = events;
  }

  offer(): LocalTransport {
    const known = (this.#next ?? this.#current)?.ice;
    if (known !== undefined) return this.#describe({ ...known, setup: 'actpass' });
    this.#offered ??= newIdentity();
    return this.#describe(describeIdentity(this.#offered, 'actpass'));
  }

  answer(far: AudioDescription, restart: boolean): LocalTransport {
    if (this.#current === undefined) {
      this.#current = this.#open(far, newIdentity(), false);
      this.#offered = undefined;
    } else if (restart) {
      this.#discard(this.#next);
      this.#next = this.#open(far, newIdentity(), false);
    }
    return this.#describe((this.#next ?? this.#current).ice);
  }

  acceptAnswer(far: AudioDescription): void {
    // An answer to a later offer of ours changes directions only; the association stays.
    if (this.#offered === undefined) return;
    this.#current = this.#open(far, this.#offered, true);
    this.#offered = undefined;
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
    this.#endReservation();
    this.#discard(this.#current);
    this.#discard(this.#next);
    this.#current = undefined;
    this.#next = undefined;
  }

  #open(far: AudioDescription, identity: Identity, isOurOffer: boolean): Association {
    const { port, bindAddress } = this.#settings;
    const { ufrag, password, certificate } = identity;
    const connection = new library.PeerConnection(this.#name, {
      iceServers: [],
      enableIceUdpMux: true,
      portRangeBegin: port,
      portRangeEnd: port,
      disableAutoNegotiation: true,
      certificatePemFile: certificate.certificatePem,
      keyPemFile: certificate.keyPem,
      ...(bindAddress !== undefined && { bindAddress }),
    });
    try {
      const mid = far.mid ?? '0';
      const audio = new library.Audio(mid, 'SendRecv');
      audio.addAudioCodec(0, 'PCMU'); // a placeholder: raw tracks carry any payload type
      const track = connection.addTrack(audio);
      connection.setRemoteDescription(writeForLibrary(far, mid, isOurOffer), 'offer');
      connection.setLocalDescription('answer', { iceUfrag: ufrag, icePwd: password });
      const setup = /^a=setup:passive/m.test(connection.localDescription()?.sdp ?? '') ? 'passive' : 'active';
      const association: Association = {
        connection,
        track,
        ice: describeIdentity(identity, setup),
        hasPath: false,
        isOpen: false,
      };
      alive.add(association);
      this.#listen(association);
      return association;
    } catch (error) {
      connection.close();
      throw error;
    }
  }

  #listen(association: Association): void {
    // An exception that escapes a callback of the library aborts the process.
    const guard = <A extends unknown[]>(work: (...given: A) => void) => {
      return (...given: A) => {
        try {
          if (alive.has(association)) work(...given);
        } catch (error) {
          this.#events.onError(error);
        }
      };
    };
    // Each callback has a queue of its own, and those that are filled are emptied in this order: while this thread stands
    // still a path can be found and its handshake fail, and the path has to be heard of first.
    association.connection.onIceStateChange(
      guard((state) => {
        association.hasPath ||= state === 'connected' || state === 'completed';
      }),
    );
    association.track.onMessage(guard((packet) => this.#events.onPacket(packet)));
    association.track.onOpen(guard(() => this.#opened(association)));
    association.track.onClosed(guard(() => this.#ended(association, 'closed')));
    association.track.onError(guard((why) => this.#events.onError(new Error(why))));
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
    this.#endReservation();
    if (association === this.#next) {
      const old = this.#current;
      this.#current = association;
      this.#next = undefined;
      this.#discard(old);
    }
    this.#events.onConnected();
  }

  #ended(association: Association, why: string): void {
    const wasOpen = association.isOpen;
    association.isOpen = false;
    const wasNext = association === this.#next;
    if (!wasNext && association !== this.#current) return;
    if (wasNext) this.#next = undefined;
    this.#discard(association);
    // While a restart is under way, or the old way still works, the endpoint as a whole goes on.
    const survivor = wasNext ? this.#current : this.#next;
    if (survivor !== undefined && alive.has(survivor)) return;
    if (this.#isClosed) return;
    if (wasOpen && why === 'closed') this.#reserve(reservedMs, why);
    else if (!wasOpen && association.hasPath) this.#reserve(secondHandshakeMs, why);
    else this.#events.onFailed(why);
  }

  /** Until then the far side may begin again; attempts that fail give it no more time. */
  #reserve(ms: number, why: string): void {
    this.#reserved ??= setTimeout(() => this.#events.onFailed(why), ms);
  }

  #endReservation(): void {
    clearTimeout(this.#reserved);
    this.#reserved = undefined;
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
        this.#events.onError(error);
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

/** New credentials and a certificate of its own: with an old fingerprint a browser would start no new handshake. */
function newIdentity(): Identity {
  return {
    ufrag: randomBytes(6).toString('hex'),
    password: randomBytes(16).toString('hex'),
    certificate: makeCertificate(),
  };
}

function describeIdentity(identity: Identity, setup: IceParameters['setup']): IceParameters {
  const { ufrag, password, certificate } = identity;
  return { ufrag, password, fingerprint: certificate.fingerprint, setup };
}

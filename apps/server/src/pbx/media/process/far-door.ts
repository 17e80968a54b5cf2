import { createServer, type Socket } from 'node:net';
import { createServer as createTlsServer, type TLSSocket } from 'node:tls';
import type { Logger } from 'pino';
import { actsAs, cellContext } from '../../../tls/cell.ts';
import type { KeptCertificate } from '../../../tls/kept-certificate.ts';

/** A handshake takes some milliseconds; carriers say hello in the same breath. */
const withinMs = 5_000;
/** Connections that have not proved anything yet, of all and of one address. */
const mostStrangers = 128;
const mostOfOneAddress = 16;
/** Of carriers: more than a cell has, with those that wait to be noticed as gone. */
const mostCarriers = 1_000;
/** Carriers say something each half second. Counted in beats, as a process that was frozen has heard nothing. */
const beatMs = 500;
const silentBeats = 6;
/** What a carrier that does not read may leave here. */
const mostUnsent = 16_000_000;
/** Strangers may be many, and carriers with a wrong certificate try again each second. */
const tellEveryMs = 10_000;

interface FarDoor {
  stop(): void;
}

interface DoorGround {
  readonly listen: { readonly host: string; readonly port: number };
  readonly certificate: KeptCertificate;
  readonly serve: (socket: Socket) => void;
  /** Whether a connection has said hello. */
  readonly knows: (socket: Socket) => boolean;
  readonly log: Logger;
}

/**
 * Lets carriers of the cell in from other machines: by TLS 1.3, with certificates on both sides, theirs for the role carrier.
 * Others get no byte beyond the handshake. Rejects when the port is taken.
 */
export async function openFarDoor(ground: DoorGround): Promise<FarDoor> {
  const { listen, certificate, log } = ground;
  const strangers = new Strangers();
  const carriers = new Carriers(ground);
  const context = () => {
    const { authority = '', ...pair } = certificate.current();
    return cellContext({ ...pair, authority });
  };
  const secure = createTlsServer({ ...context(), requestCert: true, handshakeTimeout: withinMs });
  certificate.follow(() => secure.setSecureContext(context()));
  const tell = tellNowAndThen(log);
  const refuse = (socket: Socket, why: string) => {
    tell(socket.remoteAddress, why);
    socket.destroy();
  };
  secure.on('tlsClientError', (error, socket) => refuse(socket, error.message));
  secure.on('secureConnection', (socket) => {
    socket.on('error', () => {}); // `close` follows
    strangers.forget(socket);
    if (!actsAs(socket, 'carrier')) refuse(socket, 'its certificate is not for the role carrier');
    else if (!carriers.take(socket)) refuse(socket, 'too many connections');
  });

  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (strangers.take(socket)) secure.emit('connection', socket);
    else socket.destroy();
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(listen.port, listen.host, () => resolve());
  });
  server.on('error', (error) => log.error({ err: error }, 'media: listening failed'));
  return {
    stop() {
      carriers.stop();
      server.close();
    },
  };
}

/** Names one stranger in a while, with how many came since the one before. */
function tellNowAndThen(log: Logger): (from: string | undefined, why: string) => void {
  let toldAt = Number.NEGATIVE_INFINITY;
  let others = 0;
  return (from, why) => {
    const now = performance.now();
    if (now - toldAt < tellEveryMs) {
      others += 1;
      return;
    }
    log.warn({ from, why, ...(others > 0 && { others }) }, 'media: a stranger was refused');
    toldAt = now;
    others = 0;
  };
}

/** Those who have connected and not proved yet who they are. */
class Strangers {
  readonly #all = new Map<string, string>();

  /** False where there are too many. */
  take(socket: Socket): boolean {
    const address = socket.remoteAddress ?? '';
    const ofAddress = [...this.#all.values()].filter((one) => one === address).length;
    if (this.#all.size >= mostStrangers || ofAddress >= mostOfOneAddress) return false;
    const name = nameOf(socket);
    this.#all.set(name, address);
    const forget = () => this.#all.delete(name);
    socket.once('close', forget);
    // The handshake is given up by then, whatever the socket says of itself.
    setTimeout(forget, withinMs + beatMs).unref();
    return true;
  }

  forget(socket: Socket): void {
    this.#all.delete(nameOf(socket));
  }
}

/** The same for a connection and for what TLS makes of it. */
const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Carriers that are connected; those that say nothing, or do not listen, are no longer. */
class Carriers {
  readonly #ground: DoorGround;
  /** Beats since each was heard. */
  readonly #silence = new Map<TLSSocket, number>();
  readonly #beat: NodeJS.Timeout;

  constructor(ground: DoorGround) {
    this.#ground = ground;
    this.#beat = setInterval(() => this.#look(), beatMs);
  }

  /** False where there are too many. */
  take(socket: TLSSocket): boolean {
    if (this.#silence.size >= mostCarriers) return false;
    this.#silence.set(socket, 0);
    socket.setNoDelay(true);
    const { knows, serve } = this.#ground;
    const hello = setTimeout(() => {
      if (!knows(socket)) socket.destroy();
    }, withinMs);
    socket.on('data', () => this.#silence.set(socket, 0));
    socket.once('close', () => {
      clearTimeout(hello);
      this.#silence.delete(socket);
    });
    serve(socket);
    return true;
  }

  stop(): void {
    clearInterval(this.#beat);
    for (const socket of this.#silence.keys()) socket.destroy();
  }

  #look(): void {
    for (const [socket, beats] of this.#silence) {
      if (beats >= silentBeats || socket.writableLength > mostUnsent) socket.destroy();
      else this.#silence.set(socket, beats + 1);
    }
  }
}

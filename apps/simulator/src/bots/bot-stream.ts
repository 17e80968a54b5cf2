import type { IncomingHttpHeaders } from 'node:http';
import type { WebSocket } from 'ws';
import { decode, encode } from '../people/audio/g711.ts';
import { Recording } from '../people/audio/recording.ts';
import { message, type SentToBot, type Start } from './messages.ts';

/** μ-law in one message at most; a program may send more at once. */
const chunkBytes = 4000;

/** Told as it happens. */
interface StreamEvents {
  onStart(start: Start): void;
  /** 20 ms of the caller, in μ-law. */
  onAudio(audio: Buffer): void;
  onMark(name: string): void;
  /** The connection is closed. */
  onOver(): void;
}

/** One call of a bot: what it heard, and what it says. */
export class BotStream {
  /** Of the upgrade, where signatures are. */
  readonly headers: IncomingHttpHeaders;
  /** Everything that came, in its order, but for the audio. */
  readonly came: Exclude<SentToBot, { event: 'media' }>[] = [];
  /** Marks that came back. */
  readonly marks: string[] = [];
  /** Digits of the caller. */
  digits = '';
  /** What was no message of a stream, or came with a wrong number. */
  readonly faults: string[] = [];
  /** Hears of the end of the connection. */
  onOver: () => void = () => {};
  /** The code of the close; null while the connection is open. */
  closedWith: number | null = null;
  readonly #socket: WebSocket;
  readonly #events: StreamEvents;
  readonly #heard = new Recording();
  #start: Start | null = null;
  #sequence = 0;
  #chunk = 0;

  constructor(socket: WebSocket, headers: IncomingHttpHeaders, events: StreamEvents) {
    this.#socket = socket;
    this.headers = headers;
    this.#events = events;
    socket.on('message', (data) => this.#take(String(data)));
    socket.on('error', () => undefined); // `close` follows
    socket.on('close', (code) => {
      this.closedWith = code;
      events.onOver();
      this.onOver();
    });
  }

  /** What the phone system said of the call; null before it did. */
  get start(): Start | null {
    return this.#start;
  }

  /** Samples heard so far, at 8 kHz. */
  get heardCount(): number {
    return this.#heard.length;
  }

  /** What was heard from sample `start` on, at 8 kHz, between −1 and 1. */
  heard(start = 0): Float32Array {
    return this.#heard.since(start);
  }

  /** Says samples of 8 kHz between −1 and 1, all at once. */
  says(samples: ArrayLike<number>): void {
    this.saysBytes(encode('PCMU', samples));
  }

  /** Says μ-law, all at once. */
  saysBytes(bytes: Buffer, most = chunkBytes): void {
    for (let at = 0; at < bytes.length; at += most) {
      this.#send({ event: 'media', media: { payload: bytes.subarray(at, at + most).toString('base64') } });
    }
  }

  /** Wants to hear when everything so far was played. */
  marksEnd(name: string): void {
    this.#send({ event: 'mark', mark: { name } });
  }

  /** Takes back what was not played yet. */
  clears(): void {
    this.#send({ event: 'clear' });
  }

  /** Sends a text, or bytes, as they are. */
  sends(text: string | Buffer): void {
    this.#socket.send(text);
  }

  closes(code: number): void {
    this.#socket.close(code);
  }

  /** The connection breaks without a word. */
  breaks(): void {
    this.#socket.terminate();
  }

  /** Reads nothing from now on. */
  stopsReading(): void {
    this.#socket.pause();
  }

  #send(content: object): void {
    this.#socket.send(JSON.stringify({ streamSid: this.#start?.streamSid, ...content }));
  }

  #take(text: string): void {
    const parsed = message.safeParse(jsonOf(text));
    if (!parsed.success) {
      this.faults.push(text.slice(0, 200));
      return;
    }
    const { data } = parsed;
    this.#count(data);
    if (data.event === 'media') {
      const audio = Buffer.from(data.media.payload, 'base64');
      this.#heard.take(Number(data.media.timestamp) * 8, decode('PCMU', audio));
      this.#events.onAudio(audio);
      return;
    }
    this.came.push(data);
    if (data.event === 'start') {
      this.#start = data.start;
      this.#events.onStart(data.start);
    } else if (data.event === 'dtmf') this.digits += data.dtmf.digit;
    else if (data.event === 'mark') {
      this.marks.push(data.mark.name);
      this.#events.onMark(data.mark.name);
    }
  }

  /** Every message but the first has the next number, and every piece of audio its own. */
  #count(data: SentToBot): void {
    if (data.event === 'connected') return;
    this.#sequence += 1;
    if (data.event === 'media') this.#chunk += 1;
    const isRight =
      data.sequenceNumber === String(this.#sequence) &&
      (data.event !== 'media' || data.media.chunk === String(this.#chunk));
    if (!isRight) this.faults.push(`${data.event} has number ${data.sequenceNumber} instead of ${this.#sequence}`);
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

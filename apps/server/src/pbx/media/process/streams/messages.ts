import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { StreamOrder } from '../../media.ts';

/** Characters of the longest message that is read. */
export const longestMessage = 100_000;
/** A name of a mark is given back as it came, so it may not be just anything. */
const longestName = 500;

/** What a program asks for: to play μ-law at 8 kHz, to hear of the end of what it sent so far, or silence. */
type ProgramMessage =
  | { readonly event: 'media'; readonly audio: Uint8Array }
  | { readonly event: 'mark'; readonly name: string }
  | { readonly event: 'clear' };

const streamSid = z.string().max(100);
const message = z.discriminatedUnion('event', [
  z.object({ event: z.literal('media'), streamSid, media: z.object({ payload: z.base64().max(longestMessage) }) }),
  z.object({ event: z.literal('mark'), streamSid, mark: z.object({ name: z.string().max(longestName) }) }),
  z.object({ event: z.literal('clear'), streamSid }),
]);

/** Reads what a program sent; null for anything but the three messages, and for a message of another stream. */
export function readProgramMessage(text: string, itsStreamSid: string): ProgramMessage | null {
  if (text.length > longestMessage) return null;
  const parsed = message.safeParse(jsonOf(text));
  if (!parsed.success || parsed.data.streamSid !== itsStreamSid) return null;
  const { data } = parsed;
  if (data.event === 'media') return { event: 'media', audio: Buffer.from(data.media.payload, 'base64') };
  return data.event === 'mark' ? { event: 'mark', name: data.mark.name } : { event: 'clear' };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // which is no message either
  }
}

/** The name of a stream in its messages: `MZ` and 32 hexadecimal digits, the same for the same id. */
export function streamSidOf(streamId: string): string {
  return `MZ${createHash('sha256').update(streamId).digest('hex').slice(0, 32)}`;
}

/** Writes the messages of one stream in the form that Twilio documents, with their running numbers. */
export class MessageWriter {
  readonly streamSid: string;
  readonly #order: StreamOrder;
  #sequence = 0;
  #chunk = 0;

  constructor(order: StreamOrder) {
    this.#order = order;
    this.streamSid = streamSidOf(order.streamId);
  }

  /** The first message, which alone has no number. */
  connected(): string {
    return JSON.stringify({ event: 'connected', protocol: 'Call', version: '1.0.0' });
  }

  start(): string {
    const { accountSid, callSid, parameters } = this.#order;
    return this.#numbered('start', {
      accountSid,
      streamSid: this.streamSid,
      callSid,
      tracks: ['inbound'],
      mediaFormat: { encoding: 'audio/x-mulaw', sampleRate: 8000, channels: 1 },
      customParameters: parameters,
    });
  }

  /** 20 ms of the caller in μ-law. `timestamp` in milliseconds since the stream began. */
  media(audio: Uint8Array, timestamp: number): string {
    this.#chunk += 1;
    return this.#numbered('media', {
      track: 'inbound',
      chunk: String(this.#chunk),
      timestamp: String(timestamp),
      payload: Buffer.from(audio.buffer, audio.byteOffset, audio.length).toString('base64'),
    });
  }

  dtmf(digit: string): string {
    return this.#numbered('dtmf', { track: 'inbound_track', digit });
  }

  mark(name: string): string {
    return this.#numbered('mark', { name });
  }

  stop(): string {
    const { accountSid, callSid } = this.#order;
    return this.#numbered('stop', { accountSid, callSid });
  }

  #numbered(event: string, content: object): string {
    this.#sequence += 1;
    return JSON.stringify({
      event,
      sequenceNumber: String(this.#sequence),
      [event]: content,
      streamSid: this.streamSid,
    });
  }
}

import { MediaError, type StreamOrder } from '../../media/media.ts';
import type { BotCall, VoiceBots } from '../../voice-bots.ts';
import type { ServiceLeg, StreamEnd } from './service-leg.ts';

interface BotParts {
  readonly bots: VoiceBots;
  /** What the bot is told of the call in its `start` message. */
  readonly told: Readonly<Record<string, string>>;
  /** Tries until it is durable: what is said about the end of a call must not be lost. */
  untilNoted(task: () => Promise<void>): void;
  now(): Date;
  onTrouble(error: unknown): void;
}

/** The key of a caller who wants a person. */
const wantsPerson = '0';

/**
 * Has a voice bot talk to the caller, after the greeting. `over`: the bot ended the call properly, and nothing else is tried.
 * `next`: it is full, cannot be reached, failed, took too long or handed the caller over, or the caller pressed 0.
 */
export async function talkToBot(leg: ServiceLeg, call: BotCall, parts: BotParts): Promise<'over' | 'next'> {
  const { bots, told, untilNoted, now, onTrouble } = parts;
  const { resultId } = call;
  const connection = await bots.begin(call);
  if (connection === null) return 'next';
  const { greeting, stream, mostMs } = connection;
  let tookAt: Date | null = null;
  const connected = async () => {
    const at = now();
    tookAt = at;
    await bots.connected(resultId, at).catch(onTrouble);
  };
  try {
    if (greeting !== null && (await leg.play({ file: greeting, loop: false }, wantsPerson)) === wantsPerson)
      return 'next';
    const order: StreamOrder = { ...stream, parameters: { ...stream.parameters, ...told } };
    return steps[await leg.stream(order, { keys: wantsPerson, mostMs, connected })];
  } catch (error) {
    // Without the greeting callers would not know that a machine speaks.
    if (!(error instanceof MediaError) || !handsOn.has(error.code)) throw error;
    onTrouble(error);
    return 'next';
  } finally {
    const endedAt = now();
    untilNoted(() => bots.finished(resultId, tookAt, endedAt));
  }
}

const handsOn: ReadonlySet<string> = new Set(['BAD_SOUND_FILE', 'STREAM_REFUSED']);

const steps: Readonly<Record<StreamEnd, 'over' | 'next'>> = {
  closed: 'over',
  hangUp: 'over',
  failed: 'next',
  handOver: 'next',
  key: 'next',
  late: 'next',
};

import type { Bot, BotOptions } from '@sidetone/simulator/bots/bot.ts';
import { openBot } from '@sidetone/simulator/bots/bot.ts';
import type { BotStream } from '@sidetone/simulator/bots/bot-stream.ts';
import type { BotManner } from '@sidetone/simulator/bots/manners.ts';
import type { MediaFact, StreamOrder } from '../media.ts';
import type { MediaProcess } from './media-process.ts';

/** A program that legs of a test talk with. */
export interface Program {
  readonly bot: Bot;
  order(changes?: Partial<StreamOrder>): StreamOrder;
  /** Connects a leg with it; gives the program's side of the stream. */
  talksWith(endpointId: string, changes?: Partial<StreamOrder>): Promise<BotStream>;
  close(): Promise<void>;
}

export async function openProgram(process: MediaProcess, manner: BotManner, options?: BotOptions): Promise<Program> {
  const bot = await openBot(manner, options);
  const order = (changes: Partial<StreamOrder> = {}): StreamOrder => ({
    streamId: 'stream',
    url: bot.url,
    addresses: ['127.0.0.1'],
    headers: { 'X-Twilio-Signature': 'signed' },
    accountSid: 'AC1',
    callSid: 'CA1',
    parameters: { From: '+4930111', language: 'de' },
    ...changes,
  });
  return {
    bot,
    order,
    talksWith: async (endpointId, changes) => {
      const next = bot.calls.stream(bot.calls.streams.length);
      await process.media.startStream(endpointId, order(changes));
      return await next;
    },
    close: () => bot.close(),
  };
}

/** How streams ended by themselves so far. */
export const endsOf = (facts: readonly MediaFact[]) => facts.filter((fact) => fact.type === 'streamEnded');

import type { BotOrder } from '@sidetone/contract/entities/assistant-voice.ts';
import type { Feature } from '../../requests/feature.ts';
import { notFound } from '../../requests/refusal.ts';
import type { Database } from '../../storage/database.ts';
import { sweepBotCalls } from './keep-bot-calls.ts';
import { accountSidOf } from './names.ts';
import { steerBotCall } from './steer-bot-call.ts';
import { orderOfForm } from './twilio-form.ts';

/** Whom a token speaks for. */
interface Agent {
  readonly tokenId: string;
  readonly assistantId: string;
  readonly accountId: string;
}

/** What bots do with the calls that they have. */
interface BotDoor {
  /** Throws `Refusal` NOT_FOUND where the token is for another assistant, or the bot does not have the call. */
  steer(agent: Agent, of: { readonly assistantId: string; readonly callSid: string }, order: BotOrder): Promise<void>;
  /** The same as Twilio has it. Throws `Refusal` VALIDATION_FAILED for what is not understood. */
  update(
    agent: Agent,
    of: { readonly accountSid: string; readonly callSid: string },
    form: { readonly Status?: string; readonly Twiml?: string },
  ): Promise<'completed' | 'in-progress'>;
}

/** The doors of voice bots, and the end of calls that nobody ended. */
export function voiceBotsFeature(parts: {
  readonly db: Database;
  steerBot(resultId: string, command: 'hangUp' | 'handOver'): boolean;
}): Feature & { readonly door: BotDoor } {
  return {
    door: {
      async steer(agent, { assistantId, callSid }, order) {
        if (agent.assistantId !== assistantId) throw notFound('call');
        await steerBotCall(parts, { assistantId, callSid }, order);
      },
      async update({ assistantId }, { accountSid, callSid }, form) {
        if (accountSid !== accountSidOf(assistantId)) throw notFound('call');
        const order = orderOfForm(form);
        await steerBotCall(parts, { assistantId, callSid }, order);
        return order.do === 'hangUp' ? 'completed' : 'in-progress';
      },
    },
    sweeps: [{ name: 'calls of voice bots', run: () => sweepBotCalls(parts.db) }],
  };
}

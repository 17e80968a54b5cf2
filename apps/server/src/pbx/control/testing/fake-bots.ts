import type { BotCall, BotConnection, VoiceBots } from '../../voice-bots.ts';

/** Which calls voice bots have, in memory. */
export class FakeBots implements VoiceBots {
  /** Greeting, calls at the same time and minutes of each bot, by its assistant. */
  readonly bots = new Map<string, { readonly greeting: string | null; maxCalls: number; readonly minutes: number }>();
  readonly calls = new Map<string, BotCall>();
  readonly lines: string[] = [];
  /** Set to have its calls begin all the same, as where two ask at the same moment. */
  looksFree = false;

  standing(assistantId: string): 'free' | 'full' | null {
    const bot = this.bots.get(assistantId);
    if (!bot) return null;
    return this.looksFree || this.calls.size < bot.maxCalls ? 'free' : 'full';
  }

  async begin(call: BotCall): Promise<BotConnection | null> {
    const bot = this.bots.get(call.assistantId);
    if (!bot || this.calls.size >= bot.maxCalls) return null;
    this.calls.set(call.resultId, call);
    return {
      greeting: bot.greeting,
      mostMs: bot.minutes * 60_000,
      stream: {
        streamId: call.resultId,
        url: 'wss://bot.example/voice',
        addresses: ['192.0.2.1'],
        headers: {},
        accountSid: `AC${'0'.repeat(32)}`,
        callSid: `CA${'0'.repeat(32)}`,
        parameters: { tone: 'friendly' },
      },
    };
  }

  async connected(): Promise<void> {
    this.lines.push('connected');
  }

  async finished(resultId: string, tookAt: Date | null): Promise<void> {
    this.calls.delete(resultId);
    this.lines.push(tookAt === null ? 'not taken' : 'taken');
  }
}

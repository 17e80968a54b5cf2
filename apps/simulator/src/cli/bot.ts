import { openBot } from '../bots/bot.ts';
import type { BotStream } from '../bots/bot-stream.ts';
import { wavSound } from '../people/audio/sound.ts';
import type { BotWish } from './bot-words.ts';
import { wordsFor } from './talk.ts';

/** Takes calls as a bot until `signal`, and tells of each. Throws `PersonError` where a file cannot be spoken. */
export async function takeCallsAsBot(wish: BotWish, say: (line: string) => void, signal: AbortSignal): Promise<void> {
  const { manner, port, host } = wish;
  const bot = await openBot(manner.does === 'speak' ? { does: 'speak', sound: await wavSound(manner.path) } : manner, {
    port,
    host,
  });
  bot.calls.onStream = (stream) => {
    say(`A call: ${JSON.stringify(stream.start?.customParameters ?? {})}`);
    stream.onOver = () => tellEnd(stream, say);
  };
  say(`A bot that does "${manner.does}" listens at ${bot.url}; Ctrl+C ends it.`);
  await new Promise<void>((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
    if (signal.aborted) resolve();
  });
  await bot.close();
}

function tellEnd(stream: BotStream, say: (line: string) => void): void {
  const heard = stream.heard();
  const digits = stream.digits === '' ? 'No keys came.' : `Keys that came: ${stream.digits}`;
  say(`The call is over. Heard ${(heard.length / 8000).toFixed(1)} s; ${wordsFor(heard)}. ${digits}`);
  for (const fault of stream.faults) say(`No message of a stream: ${fault}`);
}

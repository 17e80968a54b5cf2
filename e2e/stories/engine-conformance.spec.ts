import { ApiSession } from '../people/api-session.ts';
import { bundle } from '../world/bundle.ts';
import { expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// The services are killed and come back.
test.use({ server: 'own' });

type Generation = 'sip' | 'classic';

/** What the page of the client's `engine/testing/engine-page.ts` offers. */
interface Page {
  readonly sentences: readonly string[];
  run(generation: Generation, sentence: string, people: Record<string, object>): Promise<void>;
}

test('the SIP engine does in a browser what every engine must do', async ({ sitDown, sidetone, people }) => {
  test.setTimeout(600_000);
  await runSentences('sip', { sitDown, sidetone, people });
});

test('the classic engine does in a browser what every engine must do', async ({ sitDown, sidetone, people }) => {
  test.setTimeout(600_000);
  await sidetone.isOfGeneration('classic', people[0]);
  try {
    await runSentences('classic', { sitDown, sidetone, people });
  } finally {
    await sidetone.isOfGeneration('newer', people[0]);
  }
});

type Company = Parameters<Parameters<typeof test>[2]>[0];

async function runSentences(
  generation: Generation,
  { sitDown, sidetone, people }: Pick<Company, 'sitDown' | 'sidetone' | 'people'>,
): Promise<void> {
  const desk = await sitDown(0, { microphone: tone(440), listens: false });
  const { page } = desk;
  await page.exposeFunction('setNetwork', (isAway: boolean) => page.context().setOffline(isAway));
  await page.exposeFunction('killSignalling', () => sidetone.killServices());
  await page.exposeFunction('untilHealthy', () => sidetone.healthy(30_000));
  const signedIn = await Promise.all(
    people.slice(0, 3).map(async (who) => {
      const session = await ApiSession.signIn(sidetone.origin, who);
      return { webUserId: session.webUserId, accessToken: session.accessToken, extension: who.extension };
    }),
  );
  const [anna, bob, carol] = signedIn;
  if (!anna || !bob || !carol) throw new Error('The demo company lacks a third person');
  // A page of the same origin, because only there Chromium grants the microphone; the app itself is not loaded in it.
  await page.goto('/api/server-info');
  await page.evaluate(
    await bundle(new URL('../../apps/client/src/calls/engine/testing/engine-page.ts', import.meta.url)),
  );
  const sentences = await page.evaluate(() => window.enginePage.sentences);
  expect(sentences.length).toBeGreaterThan(15);
  for (const sentence of sentences) {
    await test.step(sentence, async () => {
      const run = page.evaluate(([engine, words, who]) => window.enginePage.run(engine, words, who), [
        generation,
        sentence,
        { anna, bob, carol },
      ] as const);
      await Promise.race([run, tooLong(sentence)]);
    });
  }
}

/** Sentences wait for facts without a limit of their own. */
const tooLong = (sentence: string): Promise<never> =>
  new Promise((_, reject) => setTimeout(() => reject(new Error(`nothing more happened: ${sentence}`)), 40_000).unref());

declare global {
  interface Window {
    enginePage: Page;
  }
}

import { test as base } from '@playwright/test';
import { Colleague } from '../people/colleague.ts';
import { ownCandidateInPage, type RelayTransport } from '../people/relayed.ts';
import { needs } from '../world/needs.ts';
import { ownSidetone } from '../world/own-sidetone.ts';
import type { Sidetone } from '../world/sidetone.ts';
import { expect } from '../world/story.ts';
import { tone } from '../world/tones.ts';
import { TurnServer } from '../world/turn-server.ts';

const test = base.extend<object, { turn: TurnServer; sidetone: Sidetone }>({
  turn: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const turn = await TurnServer.start();
      await use(turn);
      await turn.stop();
    },
    { scope: 'worker' },
  ],
  sidetone: [
    async ({ turn }, use) => {
      const sidetone = await ownSidetone({ settings: { TURN_URLS: turn.urls, TURN_SECRET: turn.secret } });
      await use(sidetone);
      await sidetone.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

test.beforeEach(() => {
  needs('chromium');
  needs('turnserver');
});

// Not TCP: there Chromium's ICE checks have a tie-breaker of zero, which the media process's library refuses (400).
for (const transport of ['udp'] as const) {
  test(`two colleagues whose networks let nothing out but TURN over ${transport.toUpperCase()} hear each other`, async ({
    sidetone,
    turn,
  }) => {
    const people = await sidetone.signIns();
    const seated: Colleague[] = [];
    const seat = async (order: number, hertz: number, relayed: RelayTransport): Promise<Colleague> => {
      const who = people[order];
      if (!who) throw new Error('The demo company lacks people');
      const colleague = await Colleague.signIn(who, { origin: sidetone.origin, microphone: tone(hertz), relayed });
      seated.push(colleague);
      return colleague;
    };
    try {
      const anna = await seat(0, 440, transport);
      const ben = await seat(1, 1000, transport);
      await anna.calls(ben.who.name);
      await ben.accepts();
      await anna.expectsToHear(1000, 440);
      await ben.expectsToHear(440, 1000);
      for (const { page } of [anna, ben]) {
        expect(await page.evaluate(ownCandidateInPage)).toEqual({ type: 'relay', relayProtocol: transport });
      }
      // The credential names the user and when it ends, and nobody else can make one.
      await expect.poll(() => turn.log).toMatch(/user <\d{10}:\w+>/);
      await anna.hangsUp();
      await expect(ben.dock).toBeHidden({ timeout: 10_000 });
    } finally {
      await Promise.all(seated.map((colleague) => colleague.leaves()));
    }
  });
}

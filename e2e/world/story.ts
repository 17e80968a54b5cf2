import { writeFile } from 'node:fs/promises';
import { test as base, expect, type TestInfo } from '@playwright/test';
import { Colleague, type Desk } from '../people/colleague.ts';
import { DeskPhone } from '../people/desk-phone.ts';
import { closeBrowsers } from './browsers.ts';
import { needs } from './needs.ts';
import { ownSidetone } from './own-sidetone.ts';
import { freePort } from './ports.ts';
import type { Sidetone, SignIn } from './sidetone.ts';

interface World {
  /** What holds for everybody who sits down, unless their own desk says otherwise; a file or a group sets it at its top. */
  desks: Pick<Desk, 'keepsApp' | 'ownBrowser'>;
  /** Seats somebody of the demo company, `order` counting from 0, at a browser whose microphone plays `microphone`. */
  seat(order: number, desk: Omit<Desk, 'origin'>): Promise<Colleague>;
  /** Opens a browser for somebody who has not signed in yet. */
  sitDown(order: number, desk: Omit<Desk, 'origin'>): Promise<Colleague>;
  /** Gives somebody a desk phone whose microphone plays `microphone` (8 kHz), registered when this resolves. */
  plugIn(owner: SignIn, microphone: string): Promise<DeskPhone>;
}

/** The six people of the demo company, and the two of the second one, which has the classic generation. */
type Staff = readonly [SignIn, SignIn, SignIn, SignIn, SignIn, SignIn, SignIn, SignIn];

interface Ground {
  /** Browsers are shared among the stories of a worker, and closed with it. */
  browsers: undefined;
  sidetone: Sidetone;
  people: Staff;
}

/** One Sidetone for each worker; browsers close at the end of each story. */
export const test = base.extend<World, Ground>({
  desks: [{}, { option: true }],
  browsers: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      await use(undefined);
      await closeBrowsers();
    },
    { scope: 'worker', auto: true },
  ],
  sidetone: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const sidetone = await ownSidetone();
      await use(sidetone);
      await sidetone.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  people: [
    async ({ sidetone }, use) => {
      const found = await sidetone.signIns();
      if (found.length !== 8) throw new Error(`The demo companies have ${found.length} people`);
      await use(found as unknown as Staff);
    },
    { scope: 'worker' },
  ],
  seat: ({ sitDown }, use) =>
    use(async (order, desk) => {
      const colleague = await sitDown(order, desk);
      await colleague.arrives();
      await colleague.phoneIsReady();
      return colleague;
    }),
  sitDown: async ({ sidetone, people, desks }, use, testInfo) => {
    needs('chromium');
    const seated: Colleague[] = [];
    await use(async (order, desk) => {
      const who = people[order];
      if (!who) throw new Error(`The demo company has ${people.length} people`);
      const colleague = await Colleague.sitDown(who, { origin: sidetone.origin, ...desks, ...desk });
      seated.push(colleague);
      return colleague;
    });
    if (testInfo.status !== testInfo.expectedStatus) await attachConsoles(testInfo, seated);
    await Promise.all(seated.map((colleague) => colleague.leaves()));
  },
  plugIn: async ({ sidetone }, use) => {
    needs('baresip');
    const phones: DeskPhone[] = [];
    await use(async (owner, microphone) => {
      const account = await sidetone.addPhone(owner.email, 'Desk');
      const phone = await DeskPhone.plugIn(account, microphone, { control: await freePort(), sip: await freePort() });
      phones.push(phone);
      return phone;
    });
    await Promise.all(phones.map((phone) => phone.unplug()));
  },
});

const attachConsoles = async (testInfo: TestInfo, seated: readonly Colleague[]): Promise<void> => {
  for (const [at, colleague] of seated.entries()) {
    const name = `console-${at + 1}-${colleague.who.email.split('@')[0]}.txt`;
    const path = testInfo.outputPath(name);
    await writeFile(path, colleague.console);
    await testInfo.attach(name, { path, contentType: 'text/plain' });
  }
};

/** Whoever signs in from here on gets the app in this language. */
export const everybodyReads = async (sidetone: Sidetone, language: 'en' | 'de'): Promise<void> => {
  await sidetone.query('update users set locale = $1', [language]);
};

/** Whatever a story of this file throws at the server: it goes on answering, as the same process as before. */
export function healthyAfterwards(): void {
  test.beforeEach(async ({ sidetone }) => {
    servicesBefore = await servicesOf(sidetone);
  });
  test.afterEach(async ({ sidetone }) => {
    expect(await sidetone.isHealthy()).toBe(true);
    expect(await servicesOf(sidetone)).toEqual(servicesBefore);
  });
}

let servicesBefore: number[] = [];

const servicesOf = async (sidetone: Sidetone): Promise<number[]> =>
  (await sidetone.tree()).filter(({ command }) => /services\.ts|process\/main\.ts/.test(command)).map(({ pid }) => pid);

export { expect };

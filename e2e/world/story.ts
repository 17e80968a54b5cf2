import { writeFileSync } from 'node:fs';
import { test as base, expect, type TestInfo } from '@playwright/test';
import { Colleague, type Desk } from '../people/colleague.ts';
import { DeskPhone } from '../people/desk-phone.ts';
import { closeBrowsers } from './browsers.ts';
import type { CompanyNumbers } from './company.ts';
import { loadsSoFar } from './loads.ts';
import { needs } from './needs.ts';
import { ownSidetone } from './own-sidetone.ts';
import { freePort } from './ports.ts';
import { sharedSidetone } from './shared-sidetone.ts';
import { type Sidetone, sidetonesInUse } from './sidetone.ts';
import type { SignIn } from './sign-in.ts';

interface World {
  /** What holds for everyone who sits down, unless their own desk says otherwise; a file or a group sets it at its top. */
  desks: Pick<Desk, 'keepsApp' | 'ownBrowser' | 'seesMotion'>;
  /** What the servers said meanwhile goes with a story that fails. */
  serverLog: undefined;
  /** How many documents a story loads goes into its times. */
  loads: undefined;
  /** Seats someone of the company, `order` counting from 0, at a browser whose microphone plays `microphone`. */
  seat(order: number, desk: Omit<Desk, 'origin'>): Promise<Colleague>;
  /** Opens a browser for someone who has not signed in yet. */
  sitDown(order: number, desk: Omit<Desk, 'origin'>): Promise<Colleague>;
  /** Gives someone a desk phone whose microphone plays `microphone` (8 kHz), registered when this resolves. */
  plugIn(owner: SignIn, microphone: string): Promise<DeskPhone>;
}

/** The six people of the company, and the two of its sister, which has the classic generation. */
type Staff = readonly [SignIn, SignIn, SignIn, SignIn, SignIn, SignIn, SignIn, SignIn];

interface Ground {
  /** Browsers are shared among the stories of a worker, and closed with it. */
  browsers: undefined;
  /**
   * Whose server the stories of a file play on. `shared`: that of other files as well, where they have a company of their
   * own. `own`: for stories about the server itself, with the company of a first start, which runs the server.
   */
  server: 'shared' | 'own';
  sidetone: Sidetone;
  people: Staff;
  /** The numbers of the company. */
  numbers: CompanyNumbers;
}

/** One company for each story file, on the server of its worker; browsers close at the end of each story. */
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
  server: ['shared', { scope: 'worker', option: true }],
  sidetone: [
    async ({ server }, use, { parallelIndex }) => {
      const sidetone = server === 'own' ? await ownSidetone() : await sharedSidetone(parallelIndex);
      await use(sidetone);
      await sidetone.leave();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  people: [
    async ({ sidetone }, use) => {
      const found = await sidetone.signIns();
      if (found.length !== 8) throw new Error(`The company and its sister have ${found.length} people`);
      await use(found as unknown as Staff);
    },
    { scope: 'worker' },
  ],
  numbers: [({ sidetone }, use) => use(sidetone.numbers), { scope: 'worker' }],
  serverLog: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use, testInfo) => {
      const before = new Map(sidetonesInUse().map((sidetone) => [sidetone, sidetone.output.length]));
      await use(undefined);
      if (testInfo.status === testInfo.expectedStatus) return;
      for (const sidetone of sidetonesInUse()) {
        const name = `server-${sidetone.ports.http}.log`;
        writeFileSync(testInfo.outputPath(name), sidetone.output.slice(before.get(sidetone) ?? 0));
        await testInfo.attach(name, { path: testInfo.outputPath(name), contentType: 'text/plain' });
      }
    },
    { auto: true },
  ],
  loads: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use, testInfo) => {
      const before = loadsSoFar();
      await use(undefined);
      const { loads, inPlace } = loadsSoFar();
      testInfo.annotations.push(
        { type: 'loads', description: String(loads - before.loads) },
        { type: 'in place', description: String(inPlace - before.inPlace) },
      );
    },
    { auto: true },
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
      if (!who) throw new Error(`The company has ${people.length} people`);
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
    writeFileSync(path, colleague.console);
    await testInfo.attach(name, { path, contentType: 'text/plain' });
  }
};

/** Users who sign in from here on get the app in this language. */
export const everybodyReads = async (sidetone: Sidetone, language: 'en' | 'de'): Promise<void> => {
  await sidetone.query('update users set locale = $1, locale_chosen_at = now()', [language]);
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

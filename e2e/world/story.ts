import { test as base } from '@playwright/test';
import { Colleague, type Desk } from '../people/colleague.ts';
import { DeskPhone } from '../people/desk-phone.ts';
import { freePort } from './ports.ts';
import { Sidetone, type SignIn } from './sidetone.ts';

interface World {
  /** Seats somebody of the demo company, `order` counting from 0, at a browser whose microphone plays `microphone`. */
  seat(order: number, desk: Omit<Desk, 'origin'>): Promise<Colleague>;
  /** Gives somebody a desk phone whose microphone plays `microphone` (8 kHz), registered when this resolves. */
  plugIn(owner: SignIn, microphone: string): Promise<DeskPhone>;
}

interface Ground {
  sidetone: Sidetone;
  people: SignIn[];
}

/** One Sidetone for each worker; browsers close at the end of each story. */
export const test = base.extend<World, Ground>({
  sidetone: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
    async ({}, use) => {
      const sidetone = await Sidetone.start();
      await use(sidetone);
      await sidetone.dispose();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  people: [async ({ sidetone }, use) => use(await sidetone.signIns()), { scope: 'worker' }],
  seat: async ({ sidetone, people }, use) => {
    const seated: Colleague[] = [];
    await use(async (order, desk) => {
      const who = people[order];
      if (!who) throw new Error(`The demo company has ${people.length} people`);
      const colleague = await Colleague.signIn(who, { origin: sidetone.origin, ...desk });
      seated.push(colleague);
      return colleague;
    });
    await Promise.all(seated.map((colleague) => colleague.leaves()));
  },
  plugIn: async ({ sidetone }, use) => {
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

export { expect } from '@playwright/test';

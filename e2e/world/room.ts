import { join } from 'node:path';
import { Colleague } from '../people/colleague.ts';
import { ownSidetone } from './own-sidetone.ts';
import { SecondMachine } from './second-machine.ts';
import type { Reach, Sidetone } from './sidetone.ts';
import type { SignIn } from './sign-in.ts';
import { test as base, expect } from './story.ts';
import { tone } from './tones.ts';

/** A Sidetone for the others in the room as well, and one of them: a machine that sees the server over a cable. */
interface Room {
  open(reach: (machine: SecondMachine) => Reach): Promise<{ sidetone: Sidetone; people: readonly SignIn[] }>;
  machine: SecondMachine;
  /** Ends with the story. */
  keep<Leaver extends { leaves(): Promise<void> } | { unplug(): Promise<void> }>(one: Leaver): Leaver;
}

export const test = base.extend<Room>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from this pattern
  machine: async ({}, use) => {
    const machine = SecondMachine.plugIn();
    await use(machine);
    machine.remove();
  },
  open: async ({ machine }, use) => {
    let sidetone: Sidetone | undefined;
    await use(async (reach) => {
      sidetone = await ownSidetone(reach(machine));
      return { sidetone, people: await sidetone.signIns() };
    });
    await sidetone?.dispose();
  },
  // After `open`, so that people leave before the server stops.
  keep: async ({ open: _open }, use) => {
    const kept: ({ leaves(): Promise<void> } | { unplug(): Promise<void> })[] = [];
    await use((one) => {
      kept.push(one);
      return one;
    });
    await Promise.all(kept.map((one) => ('leaves' in one ? one.leaves() : one.unplug())));
  },
});

/** Someone of the demo company, counted from 0. */
export const person = (people: readonly SignIn[], order: number): SignIn => {
  const one = people[order];
  if (!one) throw new Error(`The demo company has ${people.length} people`);
  return one;
};

/** The first visit from another machine: what plain HTTP says, the trust page, the certificate into the system. */
export const learnsToTrust = async (machine: SecondMachine, sidetone: Sidetone, who: SignIn): Promise<string> => {
  const visitor = await Colleague.sitDown(who, {
    origin: `http://${machine.serverAddress}:${sidetone.ports.http}`,
    microphone: tone(1000),
    browser: machine.browser,
  });
  try {
    const { page } = visitor;
    const secure = `https://${machine.serverAddress}:${sidetone.ports.https}/`;
    await expect(page.goto(secure)).rejects.toThrow('ERR_CERT_AUTHORITY_INVALID');
    await page.waitForURL('chrome-error://chromewebdata/');
    await page.goto('/');
    await expect(page.getByText('You cannot sign in or call at this address')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Sign in' })).toBeHidden();
    await page.getByRole('link', { name: 'To the secure page' }).click();
    await expect(page.getByRole('heading', { name: 'Trust this Sidetone' })).toBeVisible();
    await expect(page.getByRole('link', { name: secure })).toBeVisible();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'Download the certificate' }).click();
    const file = join(sidetone.dataFolder, 'fetched-by-second-machine.crt');
    await (await download).saveAs(file);
    machine.trust(file);
    return secure;
  } finally {
    await visitor.leaves();
  }
};

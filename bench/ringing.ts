import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumPath, microphoneAllowed, microphoneFlags, quietFlags } from '@sidetone/signals/chromium.ts';
import { Colleague } from '../e2e/people/colleague.ts';
import type { PhoneAccount } from '../e2e/people/desk-phone.ts';
import { bundle } from '../e2e/world/bundle.ts';
import type { Sidetone } from '../e2e/world/sidetone.ts';
import type { SignIn } from '../e2e/world/sign-in.ts';
import { tone } from '../e2e/world/tones.ts';
import type { Figure } from './figures.ts';
import type { BarePhone } from './pages/bare-phone.ts';
import { installProbe, type Probe } from './pages/probe.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 20);

/** INVITE sent → ringing painted, and click accept → 200 OK, in our client and in a bare JsSIP page, turn by turn. */
export async function measureRinging(sidetone: Sidetone, people: readonly SignIn[]): Promise<Figure[]> {
  const [anna, ben, carla] = people;
  if (!anna || !ben || !carla) throw new Error('The demo company lacks people');
  const server = `ws://localhost:${sidetone.ports.http}/sip`;
  const ours = await Colleague.sitDown(anna, { origin: sidetone.origin, ownBrowser: 'whole', microphone: tone(440) });
  await ours.page.addInitScript(installProbe);
  await ours.signsIn();
  await ours.phoneIsReady();
  const browser = await chromium.launch({
    executablePath: chromiumPath,
    args: [...quietFlags, microphoneAllowed, ...microphoneFlags()],
  });
  try {
    const script = await bundle(new URL('./pages/bare-phone.ts', import.meta.url));
    const caller = await openBare(
      browser,
      sidetone,
      script,
      await sidetone.addPhone(ben.email, 'Bench caller'),
      server,
    );
    const rival = await openBare(
      browser,
      sidetone,
      script,
      await sidetone.addPhone(carla.email, 'Bench rival'),
      server,
    );
    const painted: Record<'ours' | 'rival', number[]> = { ours: [], rival: [] };
    const accepted: Record<'ours' | 'rival', number[]> = { ours: [], rival: [] };
    for (let round = 0; round < rounds + 2; round += 1) {
      for (const [who, page, number] of [
        ['ours', ours.page, anna.extension],
        ['rival', rival, carla.extension],
      ] as const) {
        const times = await oneCall(caller, page, number);
        if (round < 2) continue; // the first calls warm up code and sockets
        painted[who].push(times.painted);
        accepted[who].push(times.accepted);
      }
    }
    const name = 'bare JsSIP page';
    return [
      { what: 'INVITE sent → ringing painted', unit: 'ms', ours: painted.ours, rival: { name, values: painted.rival } },
      { what: 'Click on Accept → 200 OK', unit: 'ms', ours: accepted.ours, rival: { name, values: accepted.rival } },
    ];
  } finally {
    await browser.close();
    await ours.leaves();
  }
}

const openBare = async (
  browser: Browser,
  sidetone: Sidetone,
  script: string,
  account: PhoneAccount,
  server: string,
): Promise<Page> => {
  const page = await browser.newPage();
  await page.addInitScript(installProbe);
  await page.goto(`${sidetone.origin}/api/server-info`);
  await page.evaluate(script);
  await page.evaluate((words) => (window as unknown as { barePhone: BarePhone }).barePhone.register(words), {
    username: account.username,
    password: account.password,
    server,
  });
  return page;
};

const oneCall = async (caller: Page, callee: Page, number: string) => {
  await callee.evaluate(() => {
    Object.assign((window as unknown as { probe: Probe }).probe, { ringingPainted: 0, acceptClicked: 0, okSent: 0 });
  });
  await caller.evaluate((to) => (window as unknown as { barePhone: BarePhone }).barePhone.call(to), number);
  await callee.waitForFunction(() => (window as unknown as { probe: Probe }).probe.ringingPainted > 0);
  await callee.getByRole('button', { name: /^(accept|annehmen)/i }).click();
  await callee.waitForFunction(() => (window as unknown as { probe: Probe }).probe.okSent > 0);
  const probe = await callee.evaluate(() => (window as unknown as { probe: Probe }).probe);
  await caller.waitForFunction(() => {
    const { marks } = (window as unknown as { barePhone: BarePhone }).barePhone;
    return marks.established > marks.inviteSent;
  });
  const sent = await caller.evaluate(() => (window as unknown as { barePhone: BarePhone }).barePhone.marks.inviteSent);
  await caller.evaluate(() => (window as unknown as { barePhone: BarePhone }).barePhone.hangUp());
  // Our dock closes 2.3 s after the last call ended; until then it would answer a new call as busy or not be at rest.
  await callee.waitForTimeout(3_000);
  return { painted: probe.ringingPainted - sent, accepted: probe.okSent - probe.acceptClicked };
};

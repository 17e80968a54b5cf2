import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  expect,
  type Locator,
  type Page,
} from '@playwright/test';
import { chromiumPath } from '@sidetone/signals/chromium.ts';
import { browserFlags, type Hearing, openContext, shellPath } from '../world/browsers.ts';
import { countInPlace, countLoads } from '../world/loads.ts';
import { hasLookedAroundInPage } from '../world/local-flags.ts';
import { programsWith } from '../world/processes.ts';
import type { SignIn } from '../world/sign-in.ts';
import { ApiSession } from './api-session.ts';
import { type Loudness, listenInPage, loudestToneInPage, loudnessInPage } from './listening.ts';
import { type RelayTransport, relayInPage } from './relayed.ts';

export interface Desk extends Hearing {
  readonly origin: string;
  /** Path where they arrive; else where the app leads them. */
  readonly at?: string;
  readonly locale?: 'en-US' | 'de-DE';
  readonly theme?: 'light' | 'dark';
  readonly size?: { readonly width: number; readonly height: number };
  /** True for a browser in which nobody has seen the app before: it introduces itself. */
  readonly isNew?: boolean;
  /** False where nobody asks what it hears: listening holds on to every connection. */
  readonly listens?: boolean;
  /** By which transport it reaches a TURN server, where its network lets nothing else out. */
  readonly relayed?: RelayTransport;
  /** Whether the app may ask after a call how it was; else it did so a moment ago, and asks nobody twice a day. */
  readonly rates?: boolean;
  /**
   * A browser process of one's own, where a story is about it: Chromium's headless shell where the process is stopped, the
   * whole of Chromium where its questions for permissions, its notifications or its installing of apps are looked at.
   */
  readonly ownBrowser?: 'shell' | 'whole';
  /** True for a browser that keeps the app for later, with its service worker. */
  readonly keepsApp?: boolean;
  /** True for someone who sees what moves; the others want less motion, which spares processor time and waiting. */
  readonly seesMotion?: boolean;
  /** Path of a program in place of Chromium, such as one that runs it on another machine; it has a process of its own. */
  readonly browser?: string;
}

/** A page that stands still. */
interface FrozenPage {
  /** Since when, as `performance.now()` tells the time. */
  readonly since: number;
  /** Lets it go on. */
  thaw(): void;
}

/** As the app remembers it. */
function wasAskedInPage(): void {
  // A page without an address has no storage.
  if (!location.protocol.startsWith('http')) return;
  localStorage.setItem('call-rating', JSON.stringify({ shownAt: [Date.now()] }));
}

/** What a sign-in leaves in the browser. */
function keepInPage({ key, value }: { key: string; value: string }): void {
  if (!location.protocol.startsWith('http')) return;
  localStorage.setItem(key, value);
}

/** Someone at a desk: a browser with their own microphone and storage, signed in as one of the demo people. */
export class Colleague {
  readonly who: SignIn;
  readonly page: Page;
  readonly #desk: Desk;
  readonly #context: BrowserContext;
  /** Folder of a browser process of their own; undefined in one that is shared. */
  readonly #profile: string | undefined;

  /** The last lines of the page's console. */
  readonly #console: string[] = [];

  #calledAt = Number.NEGATIVE_INFINITY;

  private constructor(who: SignIn, page: Page, desk: Desk, context: BrowserContext, profile: string | undefined) {
    this.who = who;
    this.page = page;
    this.#desk = desk;
    this.#context = context;
    this.#profile = profile;
    page.on('console', (message) => this.#note(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => this.#note(`not caught: ${error.stack ?? error.message}`));
  }

  /** What the page wrote to its console, a line each, to look into a story that failed. */
  get console(): string {
    return this.#console.join('\n');
  }

  #note(line: string): void {
    this.#console.push(`${new Date().toISOString()} ${line.slice(0, 2_000)}`);
    if (this.#console.length > 500) this.#console.shift();
  }

  /** Opens a browser at the start page, signed out. */
  static async sitDown(who: SignIn, desk: Desk): Promise<Colleague> {
    const isAlone = desk.ownBrowser !== undefined || desk.browser !== undefined;
    const profile = isAlone ? mkdtempSync(join(tmpdir(), 'sidetone-desk-')) : undefined;
    const options = contextOptions(desk);
    const context =
      profile === undefined
        ? await openContext(desk, options)
        : await chromium.launchPersistentContext(profile, {
            ...options,
            executablePath: desk.browser ?? (desk.ownBrowser === 'shell' ? shellPath : chromiumPath),
            headless: true,
            args: browserFlags(desk),
          });
    countLoads(context);
    if (!(desk.isNew ?? false)) await context.addInitScript(hasLookedAroundInPage);
    if (!(desk.rates ?? false)) await context.addInitScript(wasAskedInPage);
    if (desk.relayed) await context.addInitScript(relayInPage, desk.relayed);
    if (desk.listens ?? true) await context.addInitScript(listenInPage);
    const page = context.pages()[0] ?? (await context.newPage());
    return new Colleague(who, page, desk, context, profile);
  }

  /** Opens a browser in which someone is signed in; resolves once the phone is ready. */
  static async signIn(who: SignIn, desk: Desk): Promise<Colleague> {
    const colleague = await Colleague.sitDown(who, desk);
    await colleague.arrives();
    await colleague.phoneIsReady();
    return colleague;
  }

  /**
   * Opens the app signed in, without going through the pages of the sign-in: for stories that are not about them. A
   * browser on another machine goes through them all the same.
   */
  async arrives(): Promise<void> {
    if (this.#desk.browser !== undefined) return this.signsIn();
    const userAgent = await this.page.evaluate(() => navigator.userAgent);
    const { key, value } = await ApiSession.signInForBrowser(this.#desk.origin, this.who, userAgent);
    // Before the app's first script, and only this once: later it may sign out.
    const given = await this.page.addInitScript(keepInPage, { key, value });
    if (this.#desk.at !== undefined) countInPlace();
    await this.page.goto(this.#desk.at ?? '/');
    await given.dispose();
  }

  /** Signs in the way a person does. */
  async signsIn(password = this.who.password): Promise<void> {
    await this.page.goto('/');
    await this.page.getByLabel(/^(e-?mail)/i).fill(this.who.email);
    await this.page.getByLabel(/^(password|passwort)/i).fill(password);
    await this.page.getByRole('button', { name: /^(sign in|anmelden)/i }).click();
  }

  /** The phone is registered once the server shows its owner as available. */
  async phoneIsReady(): Promise<void> {
    const name = new RegExp(`${this.who.name}.*(Available|Erreichbar)`, 'is');
    // A dialog at the address of arrival hides it from the accessibility tree.
    const own = this.page.getByRole('button', { name, includeHidden: true });
    await expect(own).toBeVisible({ timeout: 20_000 });
  }

  /** Is signed in, and has a phone that is ready. */
  async comesToWork(generation: 'newer' | 'classic'): Promise<void> {
    if (generation === 'classic') return this.comesToClassicWork();
    await this.arrives();
    await this.phoneIsReady();
  }

  /** Is signed in; a phone of the classic generation is ready once the page hears what happens to its calls. */
  async comesToClassicWork(): Promise<void> {
    const joined = new Promise<void>((resolve) =>
      this.page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => {
          if (String(payload).includes('subscription_succeeded')) resolve();
        }),
      ),
    );
    await this.arrives();
    await joined;
    await expect(this.page.getByRole('button', { name: new RegExp(this.who.name) }).first()).toBeVisible();
  }

  /** The list of calls. */
  get inbox(): Locator {
    return this.page.getByRole('list', { name: /^(calls|anrufe)/i });
  }

  /** The newest call with someone, in the list. */
  callWith(name: string, direction: RegExp): Locator {
    return this.inbox.getByRole('listitem', { name: new RegExp(`^(${direction.source}), ${name}`) }).first();
  }

  async showsAllCalls(): Promise<void> {
    await this.page.getByRole('tab', { name: /^(all|alle)/i }).click();
  }

  /** The call dock at the foot of the left column. */
  get dock(): Locator {
    // Parked calls have a list of their own beside it.
    return this.page.getByRole('region', { name: /^(?!parked|geparkt).*(call|anruf|gespräch)/i });
  }

  /**
   * Types into the omnibar and calls the first thing it finds. Nobody calls twice within half a second: the app takes
   * the second time for a double click.
   */
  async calls(whom: string): Promise<void> {
    await pause(Math.max(0, this.#calledAt + 700 - performance.now()));
    await this.page.keyboard.press('Control+k');
    const search = this.page.getByRole('combobox');
    await search.fill(whom);
    // Enter does nothing before a line is active, and whoever is known may come after what else can be done with a name.
    const active = this.page.getByRole('option', { selected: true });
    await expect(active).toBeVisible();
    if (/^\p{L}/u.test(whom)) await expect(active).toContainText(whom);
    await this.page.keyboard.press('Enter');
    this.#calledAt = performance.now();
  }

  async accepts(): Promise<void> {
    await this.dock.getByRole('button', { name: /^(accept|annehmen)/i }).click();
  }

  async declines(): Promise<void> {
    await this.dock.getByRole('button', { name: /^(decline|ablehnen)/i }).click();
  }

  async hangsUp(): Promise<void> {
    await this.dock.getByRole('button', { name: /^(hang up|auflegen)/i }).click();
  }

  /** Whether there is a call to hang up. */
  isInCall(): Promise<boolean> {
    return this.dock
      .getByRole('button', { name: /^(hang up|auflegen)/i })
      .first()
      .isVisible();
  }

  async presses(name: RegExp): Promise<void> {
    await this.dock.getByRole('button', { name }).click();
  }

  /** How loud each of these frequencies is in what the browser receives now, measured over 0.8 s. */
  hears(...frequencies: number[]): Promise<Loudness> {
    return this.page.evaluate(loudnessInPage, frequencies);
  }

  /** Whether `wanted` Hz clearly stands out in the received audio and `unwanted` does not. */
  async hearsOnly(wanted: number, unwanted: number): Promise<boolean> {
    const heard = await this.hears(wanted, unwanted);
    return (heard[wanted] ?? 0) > 0.02 && (heard[wanted] ?? 0) > 10 * (heard[unwanted] ?? 0);
  }

  /** Passes once it hears only `wanted` of the two. */
  async expectsToHear(wanted: number, unwanted: number, limit = 15_000): Promise<void> {
    await expect
      .poll(() => this.hearsOnly(wanted, unwanted), {
        message: `${this.who.name} should hear ${wanted} Hz`,
        timeout: limit,
      })
      .toBe(true);
  }

  /** Passes once the app itself plays a tone of about this many Hz: a waiting tone, a busy tone. */
  async expectsTone(hertz: number): Promise<void> {
    await expect
      .poll(async () => Math.abs(((await this.page.evaluate(loudestToneInPage)) ?? 0) - hertz), {
        message: `${this.who.name}'s app should play ${hertz} Hz`,
        timeout: 10_000,
        intervals: [50],
      })
      .toBeLessThan(15);
  }

  /** Passes once neither frequency can be heard. */
  async expectsSilence(...frequencies: number[]): Promise<void> {
    await expect
      .poll(async () => Math.max(...Object.values(await this.hears(...frequencies))), {
        message: `${this.who.name} should hear nothing`,
        timeout: 15_000,
      })
      .toBeLessThan(0.005);
  }

  /** Opens the same address in a second tab of the same browser, or the one given where this tab cannot say its own. */
  async opensSecondTab(address = this.page.url()): Promise<Colleague> {
    const page = await this.#context.newPage();
    await page.goto(address);
    return new Colleague(this.who, page, this.#desk, this.#context, this.#profile);
  }

  /** Stops this tab's page as a machine at its limit does (SIGSTOP), and makes sure that it stands still. */
  async freezes(): Promise<FrozenPage> {
    if (this.#profile === undefined) throw new Error('Only somebody with a browser of their own can be stopped');
    const renderers = (await programsWith(`--user-data-dir=${this.#profile}`)).filter(({ command }) =>
      command.includes('--type=renderer'),
    );
    // Chromium keeps a spare one for the next tab. Whichever works most while this page works is the one.
    const before = renderers.map((one) => one.cpuTicks());
    await this.page.evaluate(() => {
      for (const until = performance.now() + 500; performance.now() < until; );
    });
    const byWork = renderers
      .map((one, at) => ({ one, worked: one.cpuTicks() - (before[at] ?? 0) }))
      .sort((a, b) => b.worked - a.worked);
    for (const { one } of byWork) {
      const since = performance.now();
      one.kill('SIGSTOP');
      if (!(await this.#answersWithin(2_000))) return { since, thaw: () => one.kill('SIGCONT') };
      one.kill('SIGCONT');
    }
    throw new Error('The page went on, whichever renderer of Chromium was stopped');
  }

  async #answersWithin(ms: number): Promise<boolean> {
    const answer = this.page.evaluate(() => true).catch(() => true);
    return Promise.race([answer, pause(ms, false)]);
  }

  /** Closes this tab alone. */
  async closesTab(): Promise<void> {
    await this.page.close();
  }

  async leaves(): Promise<void> {
    await this.#context.close();
    if (this.#profile !== undefined) rmSync(this.#profile, { recursive: true, force: true });
  }
}

const contextOptions = (desk: Desk): BrowserContextOptions => ({
  baseURL: desk.origin,
  locale: desk.locale ?? 'en-US',
  timezoneId: 'Europe/Berlin',
  colorScheme: desk.theme ?? 'light',
  reducedMotion: desk.seesMotion === true ? 'no-preference' : 'reduce',
  viewport: desk.size ?? { width: 1440, height: 900 },
  serviceWorkers: desk.keepsApp === true ? 'allow' : 'block',
});

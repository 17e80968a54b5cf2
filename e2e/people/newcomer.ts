import { expect, type Page } from '@playwright/test';
import { looksIn } from '../world/barriers.ts';
import type { Colleague } from './colleague.ts';
import { beginsWith, type Words } from './words.ts';

/** Their own numbers, as the app shows them. */
interface Reach {
  readonly number: string;
  readonly extension: string;
}

/** Someone who was invited, with the mouse, from the link to the first call. */
export class Newcomer {
  readonly colleague: Colleague;
  readonly page: Page;
  readonly #words: Words;
  readonly #looks: ReturnType<typeof looksIn>;

  constructor(colleague: Colleague, words: Words, language: 'en' | 'de') {
    this.colleague = colleague;
    this.page = colleague.page;
    this.#words = words;
    this.#looks = looksIn(language);
  }

  async #presses(label: string): Promise<void> {
    await this.page.getByRole('button', { name: beginsWith(label) }).click();
  }

  /** Opens the link and chooses a password, which is typed once. */
  async accepts(link: string, password: string): Promise<void> {
    const { link: words } = this.#words.signIn;
    await this.page.goto(link);
    await expect(this.page.getByRole('heading', { name: beginsWith(words.welcome) })).toBeVisible();
    const field = this.page.getByRole('textbox', { name: words.password, exact: true });
    await expect(field).toBeFocused();
    await this.#looks(this.page, 'an invitation');
    await field.fill(password);
    await this.#presses(words.button);
  }

  /** Reads their numbers on the one page of the set-up, and continues. */
  async readsNumbers({ number, extension }: Reach): Promise<void> {
    const { setup } = this.#words.start;
    await expect(this.page).toHaveURL(/\/setup\/start$/, { timeout: 20_000 });
    await expect(this.page.getByRole('definition').filter({ hasText: number })).toBeVisible();
    await expect(this.page.getByRole('definition').filter({ hasText: extension }).last()).toBeVisible();
    const goOn = this.page.getByRole('link', { name: beginsWith(setup.next) });
    await expect(goOn).toBeFocused();
    await this.#looks(this.page, 'the first page of a newcomer');
    await goOn.click();
  }

  /** Lets the browser have the microphone, and finishes the page on the sound. */
  async checksSound(): Promise<void> {
    const { setup } = this.#words.audio;
    await expect(this.page.getByRole('heading', { name: setup.title })).toBeVisible();
    const allow = this.page.getByRole('button', { name: setup.allowMicrophone });
    const next = this.page.getByRole('button', { name: beginsWith(setup.next) });
    const save = this.page.getByRole('button', { name: beginsWith(setup.save) });
    await expect(allow.or(next).or(save).first()).toBeVisible();
    if (await allow.isVisible()) await allow.click();
    await expect(next.or(save).first()).toBeVisible();
    await this.#looks(this.page, 'the sound of a newcomer');
    if (await next.isVisible()) await next.click();
    await save.click();
  }

  /** Is in the app, which greets once, with nothing over it. */
  async isGreeted({ number, extension }: Reach): Promise<void> {
    const { firstSight } = this.#words.start;
    await expect(this.page).toHaveURL(/\/main\/channels\/private$/);
    await expect(this.page.locator('[data-ready]')).toBeVisible({ timeout: 20_000 });
    await expect(this.page.getByText(firstSight.extension)).toBeVisible();
    await expect(this.page.getByRole('definition').filter({ hasText: number })).toBeVisible();
    await expect(this.page.getByRole('definition').filter({ hasText: extension }).last()).toBeVisible();
    await expect(this.page.getByText(firstSight.likeBrowser)).toBeVisible();
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
    await expect(this.page.getByRole('region', { name: this.#words.shell.hint.label, exact: true })).toHaveCount(0);
    await this.#looks(this.page, 'the greeting');
  }

  /** Calls the echo test by the button that waits for it, hears themselves, and is asked nothing about it. */
  async hearsThemselves(hertz: number, other: number): Promise<void> {
    const { calls, inbox } = this.#words;
    const call = this.page.getByRole('button', { name: beginsWith(inbox.emptyAll.action) });
    await expect(call).toBeFocused();
    await call.click();
    await expect(this.colleague.dock).toContainText(calls.echoTest);
    await this.colleague.expectsToHear(hertz, other);
    await this.colleague.hangsUp();
    await expect(this.colleague.dock.getByRole('button', { name: beginsWith(calls.hangUp) })).toHaveCount(0);
    await expect(this.page.getByRole('dialog')).toHaveCount(0);
    expect(await this.page.evaluate(() => localStorage.getItem('call-rating'))).toBeNull();
  }

  /** Passes where no version is announced to someone to whom nothing is new. */
  async hearsOfNoVersion(): Promise<void> {
    await this.page.getByRole('button', { name: beginsWith(this.#words.app.menu.open) }).click();
    await expect(this.page.getByRole('menu')).toBeVisible();
    await expect(this.page.getByText(beginsWith(this.#words.shell.versionIsHere))).toHaveCount(0);
    await this.page.keyboard.press('Escape');
  }
}

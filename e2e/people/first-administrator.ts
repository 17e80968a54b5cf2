import { expect, type Locator, type Page } from '@playwright/test';
import { looksIn } from '../world/barriers.ts';
import type { Colleague } from './colleague.ts';
import { beginsWith, filled, type Words } from './words.ts';

/** What someone brings to the set-up of their company. */
export interface Founding {
  readonly company: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly password: string;
  /** As it is written at home, with its 0. */
  readonly areaCode: string;
}

/** What is in the welcome letter of the telephone company. */
export interface WelcomeLetter {
  readonly server: string;
  readonly port: string;
  readonly username: string;
  readonly password: string;
  /** The switchboard, and the last of the direct numbers. */
  readonly block: readonly [first: string, last: string];
}

/** Someone who makes a company of a server that nobody has used, step by step and with the mouse. */
export class FirstAdministrator {
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

  get #run(): Words['admin']['firstRun'] {
    return this.#words.admin.firstRun;
  }

  /** A step in the left column, which says how far it is. */
  step(name: keyof Words['admin']['firstRun']['steps']): Locator {
    return this.page.getByRole('navigation').getByRole('link', { name: beginsWith(this.#run.steps[name].name) });
  }

  /** Passes once this step is marked as done. */
  async hasDone(name: keyof Words['admin']['firstRun']['steps']): Promise<void> {
    await expect(this.step(name)).toContainText(this.#run.states.done);
  }

  #text(label: string): Locator {
    return this.page.getByRole('textbox', { name: beginsWith(label) }).first();
  }

  async #goesOn(label: string): Promise<void> {
    await this.page.getByRole('button', { name: beginsWith(label) }).click();
  }

  async #isAsked(title: string): Promise<void> {
    await expect(this.page.getByRole('heading', { name: title, level: 1 })).toBeVisible({ timeout: 30_000 });
    await this.#looks(this.page, title);
  }

  /** Opens the address that the server printed, makes the company and themselves, and is in. */
  async foundsCompany(printed: string, founding: Founding): Promise<void> {
    const { signIn } = this.#words;
    await this.page.goto(printed);
    await this.#isAsked(signIn.setUp.title);
    await this.page.getByRole('textbox', { name: signIn.setUp.company, exact: true }).fill(founding.company);
    await this.#text(signIn.setUp.firstName).fill(founding.firstName);
    await this.#text(signIn.setUp.lastName).fill(founding.lastName);
    await this.#text(signIn.email).fill(founding.email);
    const password = this.page.getByRole('textbox', { name: signIn.password, exact: true });
    await password.fill('short');
    await this.#goesOn(signIn.setUp.button);
    await expect(password).toHaveAttribute('aria-invalid', 'true');
    await password.fill(founding.password);
    await this.#goesOn(signIn.setUp.button);
    await this.#isAsked(this.#run.company.title);
  }

  async placesCompany({ company, areaCode }: Founding): Promise<void> {
    const { admin } = this.#words;
    await expect(this.#text(admin.company.name)).toHaveValue(company);
    await expect(this.step('company')).not.toContainText(this.#run.states.done);
    await this.#text(admin.company.areaCode).fill(areaCode);
    await this.#goesOn(this.#run.next);
    await this.hasDone('company');
  }

  /** Types what the welcome letter says, and sees that it works before going on. */
  async connectsLine(letter: WelcomeLetter): Promise<void> {
    const { trunks, numbers, sections } = this.#words.admin;
    await this.#isAsked(this.#run.line.title);
    await this.#text(trunks.server).fill(letter.server);
    await this.#text(trunks.port).fill(letter.port);
    await this.#text(trunks.username).fill(letter.username);
    await this.#text(trunks.password).fill(letter.password);
    await this.#text(this.#run.line.first).fill(letter.block[0]);
    await this.#text(this.#run.line.last).fill(letter.block[1]);
    await expect(this.page.getByText(beginsWith(numbers.switchboardAndRange_other))).toBeVisible();
    const confirmed = this.page.getByRole('switch', { name: trunks.addressConfirmed });
    await expect(confirmed).not.toBeChecked();
    await this.#goesOn(this.#run.line.connect);
    const checks = this.page.getByRole('listitem');
    await expect(checks.filter({ hasText: trunks.states.registered })).toBeVisible({ timeout: 30_000 });
    await expect(checks.filter({ hasText: sections.numbers }).filter({ hasText: '101' })).toBeVisible();
    const { untold, confirmed: said } = this.#run.line.addressStates;
    await expect(checks.filter({ hasText: untold })).toBeVisible();
    await this.hasDone('line');
    await confirmed.click();
    await expect(checks.filter({ hasText: said })).toBeVisible();
    await this.#looks(this.page, 'a line that works');
    await this.#goesOn(this.#run.next);
  }

  async saysWhereHelpGoes(address: { street: string; houseNumber: string; postalCode: string; city: string }) {
    const words = this.#words.admin.address;
    await this.#isAsked(this.#run.address.title);
    // That an address is entered does not say that anyone gets it.
    await expect(this.page.getByText(words.ofCompany)).toBeVisible();
    for (const [field, value] of Object.entries(address) as [keyof typeof address, string][]) {
      await this.page.getByRole('textbox', { name: words[field], exact: true }).fill(value);
    }
    await this.#goesOn(this.#run.next);
    await this.hasDone('emergency-address');
  }

  /** Invites people by their lines, and gives the links to hand over, in the same order. */
  async invites(people: readonly { firstName: string; lastName: string; email: string }[]): Promise<string[]> {
    await this.#isAsked(this.#run.people.title);
    await expect(this.page.getByText(this.#run.people.byLink)).toBeVisible();
    // The server is for this machine alone, which is better known before there are links.
    await expect(this.page.getByRole('note')).toContainText(this.#words.admin.onlyHere.links);
    await this.#text(this.#run.people.paste).fill(
      people.map(({ firstName, lastName, email }) => `${firstName} ${lastName} <${email}>`).join('\n'),
    );
    await this.#goesOn(filled(this.#run.people.invite_other, { count: people.length }));
    const links: string[] = [];
    for (const { firstName, lastName } of people) {
      const link = this.page.getByRole('textbox', { name: `${firstName} ${lastName}`, exact: true });
      await expect(link).toHaveValue(/\/invitation\//);
      links.push(await link.inputValue());
    }
    await this.hasDone('people');
    await this.#looks(this.page, 'links to hand over');
    return links;
  }

  /** Makes the line that the switchboard leads to, of everyone but themselves. */
  async sharesLine(switchboard: string, me: string): Promise<void> {
    const { admin } = this.#words;
    await this.#goesOn(this.#run.next);
    await this.#isAsked(this.#run.queue.title);
    await expect(this.page.getByRole('combobox', { name: admin.numbers.number })).toHaveValue(switchboard);
    await this.page.getByRole('checkbox', { name: me }).uncheck();
    await this.#goesOn(this.#run.next);
    await this.hasDone('queue');
    // Two colleagues need no voice menu.
    await this.#isAsked(this.#run.menu.title);
    await this.#goesOn(this.#run.menu.notNeeded);
    await expect(this.step('voice-menu')).toContainText(this.#run.states.skipped);
  }

  /** One of the three calls that try the company out. */
  trial(name: 'echo' | 'out' | 'in'): Locator {
    return this.page
      .getByRole('group', { name: this.#run.tryOut.title })
      .getByRole('listitem')
      .filter({ hasText: this.#run.tryOut[name] })
      .first();
  }

  async isAskedToTry(): Promise<void> {
    await this.#isAsked(this.#run.tryOut.title);
  }

  /** Calls the echo test over this page, which stays, and hears themselves. */
  async hearsThemselves(hertz: number, other: number): Promise<void> {
    const { tryOut } = this.#run;
    await this.page.getByRole('link', { name: beginsWith(tryOut.dial) }).click();
    await expect(this.page.getByRole('dialog').getByRole('combobox').first()).toHaveValue('*43');
    await this.page.keyboard.press('Enter');
    await this.colleague.expectsToHear(hertz, other);
    await this.colleague.hangsUp();
    await expect(this.trial('echo')).toContainText(tryOut.done.echo);
  }

  async hasTried(name: 'echo' | 'out' | 'in'): Promise<void> {
    await expect(this.trial(name)).toContainText(this.#run.tryOut.done[name]);
  }

  /** Goes to the app. */
  async opensApp(): Promise<void> {
    await this.#goesOn(this.#run.tryOut.finish);
    await expect(this.page).toHaveURL(/\/main\/channels\/private$/);
  }
}

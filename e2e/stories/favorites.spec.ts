import type { Page } from '@playwright/test';
import { maxFavorites } from '@sidetone/contract/rules/limits.ts';
import { ApiSession } from '../people/api-session.ts';
import { goesTo } from '../people/going.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import type { SignIn } from '../world/sign-in.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const microphone = tone(440);
/** Two who read English, from the six of the demo company. */
const [priya, tom] = [2, 3] as const;

interface Made {
  readonly id: string;
}

/** What a person does to contacts and favorites by way of the API. */
class Keeper {
  readonly #session: ApiSession;

  constructor(session: ApiSession) {
    this.#session = session;
  }

  static signIn = async (origin: string, who: SignIn): Promise<Keeper> =>
    new Keeper(await ApiSession.signIn(origin, who));

  async creates(firstName: string, lastName: string, ...numbers: string[]): Promise<string> {
    const phoneNumbers = numbers.map((phoneNumber, place) => ({ label: place === 0 ? 'WORK' : 'MOBILE', phoneNumber }));
    return ((await this.#asks('POST', '/contacts', { firstName, lastName, phoneNumbers })) as Made).id;
  }

  async deletes(contactId: string): Promise<void> {
    await this.#asks('DELETE', `/contacts/one/${contactId}`);
  }

  async toggles(contactId: string): Promise<void> {
    await this.#asks('POST', '/favorites/toggle', { contactId });
  }

  async #asks(method: string, path: string, body?: object): Promise<unknown> {
    const reply = await this.#session.request(method, path, body);
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
    return reply.json();
  }
}

const favorites = (page: Page) => page.getByRole('region', { name: 'Favourites' });
const strip = (page: Page) => favorites(page).getByRole('list', { name: 'Favourites' });
const chip = (page: Page, name: string) => strip(page).getByRole('button', { name: new RegExp(`^Call ${name}`) });

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

test('from an empty place to a call: a colleague by one click, a customer by one of their numbers', async ({
  seat,
  sidetone,
  people,
}) => {
  // Three screens in both appearances and at three widths, which a machine with more to do takes its time for.
  test.setTimeout(240_000);
  const ben = await seat(tom, { microphone: tone(1000) });
  const anna = await seat(priya, { microphone });
  const { page } = anna;
  const keeper = await Keeper.signIn(sidetone.origin, people[priya]);

  await test.step('an empty place leads to the contacts, and says why', async () => {
    await expect(favorites(page)).toContainText('Call them with one click.');
    await expectsNoViolation(page, 'no favourites');
    await favorites(page).getByRole('button', { name: 'Add favourite' }).last().click();
    await expect(page).toHaveURL(/\/main\/contacts\?origin=%2Fmain%2Fchannels%2Fprivate&onboarding=favorites/);
    await page.goBack();
  });

  const [colleague] = await sidetone.query<Made>('select id from users where email = $1', [ben.who.email]);
  const customer = await keeper.creates('Zora', 'Quist', '+4930555100', '+49171555100');
  await keeper.toggles(colleague?.id ?? '');
  await keeper.toggles(customer);

  await test.step('both show immediately, by their names, the colleague with how they can be reached', async () => {
    await expect(strip(page).getByRole('button')).toHaveText([/Tom$/, /Zora$/]);
    await expect(chip(page, 'Tom Vale')).toHaveAttribute('title', /^Tom Vale, Available/);
  });

  await test.step('one click calls the colleague', async () => {
    await chip(page, 'Tom Vale').click();
    await expect(ben.dock.getByRole('button', { name: /^Accept/ })).toBeVisible();
    await anna.hangsUp();
    await expect(anna.dock).toBeHidden();
  });

  await test.step('of two numbers one is chosen', async () => {
    await chip(page, 'Zora Quist').click();
    await expect(page.getByRole('menuitem')).toHaveCount(2);
    await expectsNoViolation(page, 'numbers of a favourite', {
      before: async () => {
        await page.keyboard.press('Escape');
        await expect(page.getByRole('menu')).toBeHidden();
        await chip(page, 'Zora Quist').click();
        await expect(page.getByRole('menu')).toBeVisible();
      },
      except: ['region'],
    });
    await page.keyboard.press('Escape');
  });

  await test.step('a record that lacks whether it is a colleague gets it', async () => {
    await sidetone.query('update favorites set is_team = null');
    await page.reload();
    await expect
      .poll(() => sidetone.query('select 1 from favorites where is_team is null'), { timeout: 60_000 })
      .toEqual([]);
  });

  await test.step('its menu copies, opens and removes, and a removal can be taken back', async () => {
    await chip(page, 'Zora Quist').click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: /^Call / })).toHaveCount(2);
    await expect(page.getByRole('menuitem', { name: /^Copy / })).toHaveCount(2);
    await page.getByRole('menuitem', { name: 'Remove from favourites' }).click();
    await expect(chip(page, 'Zora Quist')).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(chip(page, 'Zora Quist')).toBeVisible();
  });

  await test.step('folded away they stay folded away', async () => {
    const fold = favorites(page).getByRole('button', { name: /^Favourites/ });
    await fold.click();
    await expect(strip(page)).toBeHidden();
    await page.reload();
    await expect(fold).toHaveAttribute('aria-expanded', 'false');
    await fold.click();
    await expect(chip(page, 'Tom Vale')).toBeVisible();
  });

  await test.step('without a network they look it, and a press calls nobody', async () => {
    await page.context().setOffline(true);
    await expect(chip(page, 'Tom Vale')).toHaveAttribute('aria-disabled', 'true');
    await chip(page, 'Tom Vale').click({ force: true });
    await page.keyboard.press('Control+Shift+Digit1');
    await expect(anna.dock).toBeHidden();
    await page.context().setOffline(false);
    await expect(chip(page, 'Tom Vale')).not.toHaveAttribute('aria-disabled', { timeout: 30_000 });
  });

  await test.step('when a contact is gone a banner says so, and takes the favourite away', async () => {
    await keeper.deletes(customer);
    await expect(page.getByText('One favourite can no longer be called.')).toBeVisible();
    await expectsNoViolation(page, 'a favourite that is gone');
    await page.getByRole('button', { name: 'Remove it' }).click();
    await expect(strip(page).getByRole('button')).toHaveText([/Tom$/]);
    await expect(page.getByText('One favourite can no longer be called.')).toBeHidden();
  });
});

test('thirty favourites: all below each other, ten by a key, and no thirty-first', async ({
  seat,
  sidetone,
  people,
}) => {
  test.setTimeout(240_000);
  const ben = await seat(tom, { microphone: tone(1000) });
  const keeper = await Keeper.signIn(sidetone.origin, people[priya]);
  const [colleague] = await sidetone.query<Made>('select id from users where email = $1', [ben.who.email]);
  await sidetone.query('delete from favorites');
  await keeper.toggles(colleague?.id ?? '');
  for (let place = 1; place < maxFavorites; place += 1) {
    const name = `Person${String(place).padStart(2, '0')}`;
    await keeper.toggles(await keeper.creates(name, 'Xu', `+493055520${place + 10}`));
  }
  const spare = await keeper.creates('Yara', 'Spare', '+493055599');
  const mute = await keeper.creates('Yuri', 'Mute');
  const anna = await seat(priya, { microphone });
  const { page } = anna;
  const more = favorites(page).getByRole('button', { name: /^All favourites/ });
  const all = page.getByRole('dialog', { name: 'All favourites' });
  const rows = all.getByRole('button', { name: /^Call / });

  await test.step('favourites that do not fit are behind a number', async () => {
    await more.click();
    await expect(all).toContainText(`${maxFavorites} of ${maxFavorites}`);
    await expect(rows).toHaveCount(maxFavorites);
    await expectsNoViolation(page, 'all favourites', {
      before: async () => {
        await page.keyboard.press('Escape');
        await expect(all).toBeHidden();
        // By the key: the pointer opens it by itself after a while, and a click later than that closes it.
        await more.press('Enter');
        await expect(all).toBeVisible();
      },
    });
  });

  await test.step('arrows lead from one to the next, Escape closes', async () => {
    await rows.first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(rows.nth(1)).toBeFocused();
    await page.keyboard.press('End');
    await expect(rows.last()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(rows.first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(all).toBeHidden();
    await expect(more).toBeFocused();
  });

  await test.step('the star of another says that all places are taken', async () => {
    await goesTo(page, `/main/contacts/${spare}`);
    const star = page.getByRole('button', { name: 'Add to favourites' });
    // It looks disabled as well until it knows who is a favourite.
    await expect(star).not.toHaveAttribute('aria-busy');
    await expect(star).toHaveAttribute('aria-disabled', 'true');
    // It only looks disabled: a press says why.
    await star.press('Enter');
    await expect(page.getByText('Favourites are full').first()).toBeVisible();
    await goesTo(page, `/main/contacts/${mute}`);
    await expect(star).not.toHaveAttribute('aria-busy');
    await expect(star).toHaveAttribute('aria-disabled', 'true');
    await star.press('Enter');
    await expect(page.getByText('A favourite needs a phone number').first()).toBeVisible();
    await goesTo(page, '/main/channels/private');
  });

  await test.step('Delete removes the one in focus, and the next one has the focus', async () => {
    await anna.phoneIsReady();
    await more.press('Enter');
    await expect(rows).toHaveCount(maxFavorites);
    await expect(all.getByText('You can call again')).toHaveCount(0);
    const name = await rows.first().locator('.sr-only').textContent();
    const next = (await rows.nth(1).locator('.sr-only').textContent()) ?? '';
    await rows.first().focus();
    await page.keyboard.press('Delete');
    await expect(rows).toHaveCount(maxFavorites - 1);
    await expect(all.getByRole('button', { name: next, exact: true })).toBeFocused();
    await expect(all.getByRole('button', { name: name ?? '', exact: true })).toBeHidden();
    // Said once the server has it.
    await expect(page.getByText(/ is no longer a favourite/).first()).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('now the star adds, and the same press takes it back', async () => {
    await goesTo(page, `/main/contacts/${spare}`);
    await page.getByRole('button', { name: 'Add to favourites' }).click();
    const filled = page.getByRole('button', { name: 'Remove from favourites' });
    await expect(filled).not.toHaveAttribute('aria-disabled');
    await filled.click();
    await expect(page.getByRole('button', { name: 'Add to favourites' })).toBeVisible();
    await expect(page.getByText('Yara Spare is no longer a favourite').first()).toBeVisible();
    await goesTo(page, '/main/channels/private');
  });

  await test.step('a key calls, but not with AltGr', async () => {
    await sidetone.query(`delete from favorites where display_name like 'Person%'`);
    await page.reload();
    await anna.phoneIsReady();
    await expect(strip(page).getByRole('button')).toHaveText([/Tom$/]);
    await page.evaluate(() =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: '1',
          code: 'Digit1',
          ctrlKey: true,
          shiftKey: true,
          modifierAltGraph: true,
          bubbles: true,
          cancelable: true,
        }),
      ),
    );
    await expect(anna.dock).toBeHidden();
    await page.keyboard.press('Control+Shift+Digit1');
    await expect(ben.dock.getByRole('button', { name: /^Accept/ })).toBeVisible();
    await anna.hangsUp();
  });
});

test('in German they have no barrier either', async ({ seat, sidetone, people }) => {
  await everybodyReads(sidetone, 'de');
  const keeper = await Keeper.signIn(sidetone.origin, people[priya]);
  const [colleague] = await sidetone.query<Made>('select id from users where email = $1', [people[tom].email]);
  await sidetone.query('delete from favorites');
  await keeper.toggles(colleague?.id ?? '');
  const { page } = await seat(priya, { microphone, locale: 'de-DE' });
  await expect(
    page.getByRole('region', { name: 'Favoriten' }).getByRole('button', { name: /^Tom Vale anrufen/ }),
  ).toBeVisible();
  await expectsNoViolation(page, 'Favoriten');
});

import type { Page } from '@playwright/test';
import { ApiSession } from '../people/api-session.ts';
import { DeskPhone } from '../people/desk-phone.ts';
import { goesTo } from '../people/going.ts';
import { message } from '../people/messages.ts';
import { Provider } from '../people/provider.ts';
import { addPastCall } from '../people/thread-history.ts';
import { looksIn } from '../world/barriers.ts';
import { holding } from '../world/holding.ts';
import { needs } from '../world/needs.ts';
import { freePort } from '../world/ports.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// A trunk to this machine is for the company that runs the server.
test.use({ server: 'own' });

const microphone = tone(440);
const trunk = { username: 'tannhorst', password: 'north-wind' };
/** Someone whom nobody knows, with a phone of their own. */
const outside = { username: '+494066969999', password: 'south-wind' };
/** Someone else whom nobody knows, who called before. */
const stranger = '+4969900090214';
/** How long a name may take to be everywhere after it was saved, in ms. */
const atOnce = 1_000;

const form = (page: Page) => page.getByRole('complementary', { name: /contact/i });
const field = (page: Page, name: string | RegExp) => form(page).getByRole('textbox', { name });
const save = (page: Page) => page.keyboard.press('Control+Enter');
const rowOf = (page: Page, name: string) =>
  page.getByRole('list', { name: /^calls/i }).getByRole('listitem', { name: new RegExp(name.replaceAll('+', '\\+')) });

/** The key works once the app knows who may what; the page of contacts shows that by its button. */
async function opensByKey(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^new/i })).toBeEnabled();
  await page.keyboard.press('Control+Alt+KeyN');
  await expect(page).toHaveURL(/\/main\/contacts\/create$/);
}

test.beforeAll(async ({ sidetone }) => {
  await everybodyReads(sidetone, 'en');
  await sidetone.query('delete from inbox_events');
});

test('a first-time caller gets a name from within the call, and has it everywhere immediately', async ({
  sidetone,
  people,
  numbers,
  seat,
}) => {
  test.setTimeout(240_000);
  needs('kamailio');
  needs('baresip');
  await addPastCall(sidetone, { channel: 'Service', number: outside.username, minutesAgo: 30 });
  const north = await Provider.open(await freePort(), { subscribers: [trunk, outside], numbers: '^\\+4930231251' });
  const ports = { control: await freePort(), sip: await freePort() };
  const far = await DeskPhone.plugIn({ ...outside, server: north.address }, tone(1000, 8000), ports);
  process.env['TRUNK_PASSWORD'] = trunk.password;
  const place = ['--host', '127.0.0.1', '--port', north.port, '--username', trunk.username];
  await sidetone.cli('trunk', 'add', '--name', 'North', ...place, '--user', people[1].email);
  await expect
    .poll(() => sidetone.cli('trunk', 'list'), { timeout: 20_000 })
    .toMatch(new RegExp(`North .*${trunk.username} at .* registered`));
  try {
    const jonas = await seat(1, { microphone });
    const mara = await seat(0, { microphone: tone(700) });
    for (const { page } of [jonas, mara]) {
      await page.getByRole('link', { name: /^service/i }).click();
      await expect(rowOf(page, '+49 40 66969999')).toBeVisible();
    }
    far.dials(numbers.service);
    await expect(jonas.dock).toContainText('+49 40 66969999');
    await jonas.accepts();
    await far.sees('CALL_ESTABLISHED', 30_000);

    const { page } = jonas;
    await page.keyboard.press('Control+Alt+KeyN');
    await expect(field(page, 'Number 1')).toHaveValue('+49 40 66969999');
    await expect(form(page)).toContainText('from the call');
    await expect(field(page, /^first name/i)).toBeFocused();
    await page.keyboard.type('Ronja');
    await page.keyboard.press('Enter');
    await expect(field(page, /^last name/i)).toBeFocused();
    await page.keyboard.type('Brodersen');
    // The other one reads the thread in the meantime.
    await rowOf(mara.page, '+49 40 66969999').click({ button: 'right' });
    await mara.page.getByRole('menuitem', { name: /^all calls/i }).click();
    await expect(mara.page.getByRole('heading', { level: 1 })).toHaveText('+49 40 66969999');

    await save(page);
    await expect(message(page, 'Contact created')).toBeVisible();
    await Promise.all([
      expect(jonas.dock).toContainText('Ronja Brodersen', { timeout: atOnce }),
      expect(rowOf(page, 'Ronja Brodersen')).toBeVisible({ timeout: atOnce }),
      expect(mara.page.getByRole('heading', { level: 1 })).toHaveText('Ronja Brodersen', { timeout: atOnce }),
    ]);
    await expect(form(page)).toBeHidden();
    await mara.page.goBack();
    await expect(mara.inbox.getByRole('listitem').first()).toBeVisible();
    await expect(rowOf(mara.page, 'Ronja Brodersen')).toBeVisible({ timeout: atOnce });
    await jonas.hangsUp();
    await far.sees('CALL_CLOSED');
  } finally {
    await far.unplug();
    await north.close();
  }
});

test('a number of an unknown caller is added to a contact, whose form opens at it', async ({ sidetone, seat }) => {
  await addPastCall(sidetone, { channel: 'Service', number: stranger, minutesAgo: 20 });
  const { page } = await seat(1, { microphone });
  await page.getByRole('link', { name: /^service/i }).click();
  await rowOf(page, '+49 69 90009').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Add to a contact' }).click();
  await page.getByRole('combobox').fill('Wolff');
  await page.getByRole('option', { name: /annika wolff/i }).click();
  const added = form(page).locator('input[data-new-number]');
  await expect(added).toBeFocused();
  await expect(added).toHaveValue(/^\+49 69 9000/);
  await expect(form(page)).toContainText('New');
  await save(page);
  await expect(message(page, 'Contact saved')).toBeVisible();
  await goesTo(page, '/main/channels/private');
  await page.getByRole('link', { name: /^service/i }).click();
  await expect(rowOf(page, 'Annika Wolff')).toBeVisible();
});

test('the form says what is missing, asks before it is left, and outlives a reload', async ({ seat }) => {
  const { page } = await seat(1, { microphone, at: '/main/contacts' });
  page.on('dialog', (dialog) => void dialog.accept());
  await opensByKey(page);
  await expect(form(page)).toContainText('Still needed: a name or an organisation');
  await expect(field(page, /^first name/i)).toBeFocused();
  await save(page);
  await expect(message(page, 'Contact created')).toBeHidden();
  await field(page, /^organisation/i).fill('Förde Kühlhaus');
  await field(page, 'Number 1').fill('0171 ');
  await expect(form(page)).toContainText('too short');
  await expect(field(page, 'Number 1')).not.toHaveAttribute('aria-invalid', 'true');
  await field(page, /^email/i).fill('kontakt@');
  await expect(field(page, 'Number 1')).toHaveAttribute('aria-invalid', 'true');
  await field(page, 'Number 1').fill('040 66969107');
  await expect(form(page)).toContainText('Still needed: a complete email address');

  await test.step('Escape and Back ask, and staying loses nothing', async () => {
    await field(page, /^email/i).press('Escape');
    const asked = page.getByRole('dialog', { name: /leave without saving/i });
    await expect(asked.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(asked).toBeHidden();
    await page.evaluate(() => history.back());
    await expect(asked.getByRole('button', { name: 'Keep editing' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(asked).toBeHidden();
    await expect(page).toHaveURL(/\/main\/contacts\/create$/);
  });

  await test.step('a reload brings back what was written', async () => {
    await page.reload();
    await expect(field(page, /^organisation/i)).toHaveValue('Förde Kühlhaus');
    await expect(field(page, 'Number 1')).toHaveValue('+49 40 66969107');
    await expect(field(page, /^email/i)).toHaveValue('kontakt@');
  });

  await test.step('changes saved offline wait, and are saved when the network is back', async () => {
    await field(page, /^email/i).fill('kontakt@foerde.example');
    await page.context().setOffline(true);
    await save(page);
    await expect(form(page)).toContainText('Saves as soon as you are online');
    await page.context().setOffline(false);
    await expect(message(page, 'Contact created')).toBeVisible();
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Förde Kühlhaus' })).toBeVisible();
  });
});

test('a colleague who was faster is named, and nothing of either is lost', async ({ sidetone, people, seat }) => {
  const api = await ApiSession.signIn(sidetone.origin, people[2]);
  const made = async (more: object) => {
    const reply = await api.request('POST', '/contacts', { phoneNumbers: [], ...more });
    expect(reply.status, await reply.clone().text()).toBeLessThan(300);
    return (await reply.json()) as { id: string };
  };
  const kolbe = { firstName: 'Svenja', lastName: 'Kolbe', organization: 'Hafenwerk', email: 's@hafenwerk.example' };
  const { id } = await made(kolbe);
  await made({ lastName: 'Marten', email: 'marten@hafenwerk.example' });
  const { page } = await seat(1, { microphone, at: `/main/contacts/${id}/edit` });
  await expect(field(page, /^first name/i)).toBeFocused();

  await test.step('an email address that another contact has is reported at its field', async () => {
    await field(page, /^email/i).fill('marten@hafenwerk.example');
    await save(page);
    await expect(form(page)).toContainText('already has a contact with this email');
    await expect(field(page, /^email/i)).toBeFocused();
    await field(page, /^email/i).fill('svenja@hafenwerk.example');
    await expect(form(page)).not.toContainText('already has a contact with this email');
  });

  await test.step('changes of a colleague appear in the form, and where both wrote, theirs can be taken', async () => {
    const theirs = { ...kolbe, organization: 'Hafenwerk GmbH', email: 'kolbe@hafenwerk.example' };
    const reply = await api.request('PUT', `/contacts/one/${id}`, { ...theirs, type: 'contacts', phoneNumbers: [] });
    expect(reply.status).toBe(200);
    await expect(form(page)).toContainText('Someone else has changed this contact');
    await expect(field(page, /^organisation/i)).toHaveValue('Hafenwerk GmbH');
    await expect(field(page, /^email/i)).toHaveValue('svenja@hafenwerk.example');
    await form(page)
      .getByRole('button', { name: /take theirs/i })
      .click();
    await expect(field(page, /^email/i)).toHaveValue('kolbe@hafenwerk.example');
    await field(page, /^last name/i).fill('Kolbe-Marten');
    await save(page);
    await expect(message(page, 'Contact saved')).toBeVisible();
    await expect(form(page).getByRole('textbox')).toHaveCount(0);
  });

  await test.step('a contact with the same data is not stored twice', async () => {
    await goesTo(page, '/main/contacts/create');
    await field(page, /^last name/i).fill('Marten');
    await field(page, /^email/i).fill('marten@hafenwerk.example');
    await save(page);
    await expect(message(page, 'A contact with the same data exists.')).toBeVisible();
  });

  await test.step('the question before deleting begins at Cancel, and says what went', async () => {
    page.once('dialog', (dialog) => void dialog.accept());
    await page.goto(`/main/contacts/${id}/edit`);
    await form(page).getByRole('button', { name: 'Delete contact' }).click();
    const asked = page.getByRole('dialog', { name: /delete svenja kolbe-marten/i });
    await expect(asked.getByRole('button', { name: /^cancel/i })).toBeFocused();
    await asked.getByRole('button', { name: 'Delete contact' }).click();
    await expect(message(page, 'Contact deleted')).toBeVisible();
    await expect(page).toHaveURL(/\/main\/contacts$/);
    expect((await api.request('GET', `/contacts/one/${id}`)).status).toBe(404);
  });
});

test('whatever happens to the contact in the meantime, the entries stay, and nobody is pulled away', async ({
  sidetone,
  people,
  seat,
}) => {
  const api = await ApiSession.signIn(sidetone.origin, people[2]);
  const thoma = { firstName: 'Ida', lastName: 'Thoma', email: 'ida@thoma.example', phoneNumbers: [] };
  const made = await api.request('POST', '/contacts', thoma);
  expect(made.status).toBe(200);
  const { id } = (await made.json()) as { id: string };
  const emailOf = async () => {
    const reply = await api.request('GET', `/contacts/one/${id}`);
    return ((await reply.json()) as { email: string }).email;
  };
  const { page } = await seat(1, { microphone, at: `/main/contacts/${id}/edit` });
  page.on('dialog', (dialog) => void dialog.accept());
  await expect(field(page, /^first name/i)).toBeFocused();

  await test.step('changes saved offline do not overwrite those of a colleague', async () => {
    await field(page, /^email/i).fill('mine@thoma.example');
    await page.context().setOffline(true);
    await save(page);
    await expect(form(page)).toContainText('Saves as soon as you are online');
    const theirs = { ...thoma, type: 'contacts', email: 'theirs@thoma.example' };
    expect((await api.request('PUT', `/contacts/one/${id}`, theirs)).status).toBe(200);
    await page.context().setOffline(false);
    await expect(form(page)).toContainText('They changed email to theirs@thoma.example.');
    await expect(form(page).getByRole('button', { name: /^save/i })).toBeVisible();
    await expect(form(page)).not.toContainText('Saves as soon as you are online');
    await expect(field(page, /^email/i)).toHaveValue('mine@thoma.example');
    expect(await emailOf()).toBe('theirs@thoma.example');
  });

  await test.step('entries for a contact that was deleted become a new contact', async () => {
    expect((await api.request('DELETE', `/contacts/one/${id}`)).status).toBe(200);
    await expect(form(page).getByText('This contact no longer exists')).toBeVisible();
    await expect(field(page, /^email/i)).toHaveValue('mine@thoma.example');
    await form(page).getByRole('button', { name: 'Create as a new contact' }).click();
    await expect(form(page).getByRole('heading', { level: 2, name: 'New contact' })).toBeVisible();
    await expect(field(page, /^email/i)).toHaveValue('mine@thoma.example');
    await field(page, /^email/i).focus();
    await save(page);
    await expect(message(page, 'Contact created')).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: 'Ida Thoma' })).toBeVisible();
  });

  await test.step('users who go elsewhere while it is saved stay there, and see the result', async () => {
    await goesTo(page, '/main/contacts/create');
    const letGo = await holding(page, '/api/contacts');
    await field(page, /^last name/i).fill('Brinkmann');
    const asked = page.waitForRequest(
      (request) => request.method() === 'POST' && /\/api\/contacts$/.test(request.url()),
    );
    await save(page);
    await asked;
    await page.locator('a[href^="/main/channels/"]').first().click();
    await expect(page).toHaveURL(/\/main\/channels\//);
    await expect(form(page)).toHaveCount(0);
    letGo();
    await expect(message(page, 'Contact created')).toBeVisible();
    await expect(page).toHaveURL(/\/main\/channels\//);
  });
});

test('without the grant nothing of it is there, and the server refuses it too', async ({ sidetone, people, seat }) => {
  const [, , priya] = people;
  await addPastCall(sidetone, { channel: 'Service', number: '+4969900090333', minutesAgo: 10 });
  const api = await ApiSession.signIn(sidetone.origin, priya);
  const [contact] = await sidetone.query<{ id: string }>(
    `select contacts.id from contacts join users on users.account_id = contacts.account_id where users.email = $1 limit 1`,
    [priya.email],
  );
  const { page } = await seat(2, { microphone, at: '/main/contacts' });
  await opensByKey(page);
  await expect(form(page)).toContainText('New contact');
  await field(page, /^first name/i).press('Escape');
  await expect(page).toHaveURL(/\/main\/contacts$/);
  await opensByKey(page);
  await field(page, /^first name/i).press('Escape');
  await expect(page).toHaveURL(/\/main\/contacts$/);

  await test.step('an administrator takes it away: a way that was open is blocked, and one stays where one was', async () => {
    await sidetone.query(`update users set grants = '{CONTACT_READ}' where email = $1`, [priya.email]);
    await expect(page.getByRole('button', { name: /^new/i })).toBeDisabled();
    await page.goForward();
    await expect(message(page, 'You do not have permission to create or change contacts')).toBeVisible();
    await expect(page).toHaveURL(/\/main\/contacts$/);
    await expect(form(page)).toBeHidden();
  });

  await test.step('a form that is open closes when the grant goes', async () => {
    await sidetone.query(`update users set grants = '{CONTACT_READ,CONTACT_WRITE}' where email = $1`, [priya.email]);
    await opensByKey(page);
    await expect(form(page)).toContainText('New contact');
    await sidetone.query(`update users set grants = '{CONTACT_READ}' where email = $1`, [priya.email]);
    await expect(message(page, 'You do not have permission to create or change contacts')).toBeVisible();
    await expect(page).toHaveURL(/\/main\/contacts$/);
  });

  await test.step('no address leads to a form', async () => {
    for (const path of ['create', `${contact?.id}/edit`, `add-to/${contact?.id}`]) {
      await goesTo(page, `/main/contacts/${path}`);
      await expect(message(page, 'You do not have permission to create or change contacts')).toBeVisible();
      await expect(page).toHaveURL(/\/main\/contacts$/);
    }
  });

  await test.step('keys and menus do not offer it', async () => {
    await page.getByRole('link', { name: /^service/i }).click();
    await page.keyboard.press('Control+Alt+KeyN');
    await page.keyboard.press('Control+Alt+Shift+KeyN');
    await rowOf(page, '+49 69 90009').first().click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: /copy number/i })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'Create contact' })).toBeHidden();
    await expect(page.getByRole('menuitem', { name: 'Add to a contact' })).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL(/\/main\/channels\/[^/?]+$/);
    await expect(page.getByRole('combobox')).toBeHidden();
  });

  const body = { lastName: 'Nobody', phoneNumbers: [] };
  expect((await api.request('POST', '/contacts', body)).status).toBe(403);
  expect((await api.request('PUT', `/contacts/one/${contact?.id}`, { ...body, type: 'contacts' })).status).toBe(403);
  expect((await api.request('DELETE', `/contacts/one/${contact?.id}`)).status).toBe(403);
});

for (const locale of ['en-US', 'de-DE'] as const) {
  const look = looksIn(locale);
  test(`the form has no barrier in ${locale}`, async ({ sidetone, seat }) => {
    test.setTimeout(240_000);
    await everybodyReads(sidetone, locale === 'de-DE' ? 'de' : 'en');
    const { page } = await seat(1, { microphone, locale, at: '/main/contacts/create?number=%2B494066969107' });
    const first = page.getByRole('textbox', { name: /^(first name|vorname)/i });
    await first.waitFor();
    await look(page, 'new contact');
    await page.getByRole('textbox', { name: /^(email|e-mail)/i }).fill('nobody@');
    await page.getByRole('textbox', { name: /^(number|nummer) 1/i }).fill('+49 4');
    await page.keyboard.press('Control+Enter');
    await page.locator('[aria-invalid=true]').first().waitFor();
    await look(page, 'new contact with mistakes');
    await first.press('Escape');
    await page.getByRole('dialog', { name: /without saving|ohne zu speichern/i }).waitFor();
    await look(page, 'leaving');
    await page.getByRole('button', { name: /^(leave|verlassen)$/i }).click();
    const [contact] = await sidetone.query<{ id: string }>(
      `select contacts.id from contacts join users on users.account_id = contacts.account_id
        where users.email like 'jonas%' order by contacts.id limit 1`,
    );
    await goesTo(page, `/main/contacts/add-to/${contact?.id}`);
    await page.locator('input[data-new-number]').waitFor();
    await look(page, 'a number for a contact');
    await page.getByRole('button', { name: /^(delete contact|kontakt löschen)/i }).click();
    await page.getByRole('dialog', { name: /^(delete .* from|.* aus .* löschen)/i }).waitFor();
    await look(page, 'deleting');
  });
}

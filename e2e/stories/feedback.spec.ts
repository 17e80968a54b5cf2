import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import type { Colleague } from '../people/colleague.ts';
import { goesTo } from '../people/going.ts';
import { message, messages } from '../people/messages.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

// The server is stopped and started.
test.use({ server: 'own' });

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

/** A picture of one dot. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const picture = (name: string, buffer = png) => ({ name, mimeType: 'image/png', buffer });

const feedbackOf = (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Feedback' });
  return {
    dialog,
    text: dialog.getByRole('textbox', { name: 'What happened?' }),
    subject: dialog.getByRole('textbox', { name: 'Subject (optional)' }),
    send: dialog.getByRole('button', { name: /^Send/ }),
    picker: dialog.locator('input[type=file]'),
    pictures: dialog.getByRole('region', { name: 'Pictures' }).getByRole('img'),
    removes: (name: string) => dialog.getByRole('button', { name: `Remove ${name}` }).click(),
  };
};

/** As a file that is let go over the form, or one that comes from the clipboard. */
const brings = (page: Page, how: 'drop' | 'paste', name: string) =>
  feedbackOf(page).text.evaluate(
    (field, { how, name, bytes }) => {
      const data = new DataTransfer();
      data.items.add(new File([Uint8Array.from(bytes)], name, { type: 'image/png' }));
      const shared = { bubbles: true, cancelable: true };
      field.dispatchEvent(
        how === 'drop'
          ? new DragEvent('drop', { ...shared, dataTransfer: data })
          : new ClipboardEvent('paste', { ...shared, clipboardData: data }),
      );
    },
    { how, name, bytes: [...png] },
  );

test('a user reports a problem; the form survives a reload and a server that is away, and administrators see it immediately', async ({
  seat,
  sidetone,
}) => {
  test.setTimeout(240_000);
  const mara = await seat(0, { microphone: tone(440), at: '/admin/feedback' });
  const jonas = await seat(1, { microphone: tone(1000), at: '/main/contacts/dialogs/feedback' });
  const { page } = jonas;
  await expect(mara.page.getByRole('heading', { name: 'No feedback yet' })).toBeVisible();

  const form = feedbackOf(page);
  await expect(form.text).toBeFocused();
  await test.step('feedback that cannot be sent is reported', async () => {
    await form.text.fill('Geht nich');
    await form.send.click();
    await expect(form.dialog).toContainText('Write at least 10 characters. One is missing.');
    await expect(form.send).toBeDisabled();
    await form.text.fill('After switching the headset nobody heard me.');
    await expect(form.send).toBeEnabled();
    await form.subject.fill('Headset');
    await form.picker.setInputFiles({ name: 'note.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') });
    await expect(form.dialog.getByRole('alert')).toHaveText('Only PNG and JPEG pictures can be sent.');
    await form.picker.setInputFiles(picture('large.png', Buffer.concat([png, Buffer.alloc(20_000_000)])));
    await expect(form.dialog.getByRole('alert')).toHaveText(
      'Please choose files of size at most 20 MB together, these have 20.1 MB.',
    );
    await expect(form.send).toBeDisabled();
    await form.removes('large.png');
    await expect(form.dialog.getByRole('alert')).toBeHidden();
  });

  await test.step('pictures by choosing, dropping and pasting', async () => {
    await form.picker.setInputFiles(['a.png', 'b.png', 'c.png'].map((name) => picture(name)));
    await brings(page, 'drop', 'dropped.png');
    await brings(page, 'paste', 'pasted.png');
    await expect(form.pictures).toHaveCount(5);
    await expect(form.dialog.getByRole('alert')).toHaveText('Please choose at most 4 files.');
    await expect(form.send).toBeDisabled();
    for (const name of ['b.png', 'c.png']) await form.removes(name);
    await expect(form.pictures).toHaveCount(3);
    await expect(form.dialog.getByRole('alert')).toBeHidden();
  });
  await form.dialog.getByRole('button', { name: 'Show' }).click();
  await expect(form.dialog.getByRole('textbox', { name: 'Log' })).toHaveValue(/page loaded/);
  await expectsNoViolation(page, 'the feedback form');

  await test.step('a reload, and a server that is away', async () => {
    await page.reload();
    await expect(form.text).toHaveValue('After switching the headset nobody heard me.');
    await expect(form.subject).toHaveValue('Headset');
    await expect(form.pictures).toHaveCount(3);
    await sidetone.stop();
    await form.send.click();
    await expect(message(page, 'Could not Upload images to storage')).toBeVisible();
    await expect(form.text).toHaveValue('After switching the headset nobody heard me.');
    await expect(form.pictures).toHaveCount(3);
    await expect(form.send).toBeEnabled();
    await sidetone.start();
    // A page that lost the server may take a while until it tries again; this one is connected at once.
    await mara.page.reload();
    await expect(mara.page.getByRole('heading', { name: 'No feedback yet' })).toBeVisible();
  });

  await form.send.dblclick();
  await expect(message(page, 'Feedback sent')).toBeVisible();
  await expect(form.dialog).toBeHidden();
  await expect(page).toHaveURL(/\/main\/contacts$/);
  const sent = await sidetone.query<{ subject: string; platform: string; images: number; logs: number }>(
    `select subject, facts ->> 'platform' as platform,
       (select count(*)::int from user_assets where feedback_id = feedback.id and kind = 'image') as images,
       (select count(*)::int from user_assets where feedback_id = feedback.id and kind = 'log') as logs
     from feedback`,
    [],
  );
  expect(sent).toEqual([{ subject: 'Headset', platform: 'web', images: 3, logs: 1 }]);

  await test.step('an administrator deals with it', async () => {
    const { page: desk } = mara;
    const row = desk.getByRole('row', { name: /Headset/ });
    await expect(row).toContainText(jonas.who.name);
    await expect(row).toContainText('Open');
    await expectsNoViolation(desk, 'the list of feedback');
    await row.getByRole('button', { name: 'Headset' }).click();
    const panel = desk.getByRole('dialog', { name: 'Headset' });
    await expect(panel).toContainText('After switching the headset nobody heard me.');
    await expect(panel).toContainText(jonas.who.email);
    const pictures = panel.getByRole('img', { name: /^Picture (a|dropped|pasted)\.png$/ });
    await expect(pictures).toHaveCount(3);
    for (const one of await pictures.all()) await expect(one).toHaveJSProperty('naturalWidth', 1);
    await expect(panel.getByRole('textbox', { name: 'Log' })).toHaveValue(/Could not Upload images to storage/);
    await expectsNoViolation(desk, 'a feedback');
    await panel.getByRole('button', { name: 'Mark as done' }).click();
    await expect(panel).toContainText(`Done by ${mara.who.name}`);
    await panel.getByRole('button', { name: 'Close' }).first().click();
    await expect(row).toContainText('Done');
    const [file] = await Promise.all([
      desk.waitForEvent('download'),
      desk.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(readFileSync(await file.path(), 'utf8')).toContain(`${jonas.who.name},${jonas.who.email},Headset,`);
  });
});

test('on a server that sends no mail nobody is promised an answer by mail, and administrators see where to write', async ({
  seat,
}) => {
  const mara = await seat(0, { microphone: tone(440) });
  const jonas = await seat(1, { microphone: tone(1000), at: '/main/contacts/dialogs/feedback' });
  const { page } = jonas;
  const form = feedbackOf(page);
  await form.text.fill('The ringtone is too quiet for our hall.');
  await form.subject.fill('Hall');
  await expect(form.dialog).not.toContainText(/answer (comes|is sent|will)/i);
  await form.send.click();
  await expect(message(page, 'Feedback sent')).toBeVisible();
  await expect(message(page, /^Your administrators can read it/)).toBeVisible();
  await expect(messages(page)).not.toContainText(/answer (comes|is sent|will)/i);
  await goesTo(mara.page, '/admin/feedback');
  await mara.page.getByRole('row', { name: /Hall/ }).getByRole('button', { name: 'Hall' }).click();
  await expect(mara.page.getByRole('dialog', { name: 'Hall' })).toContainText(jonas.who.email);
});

const mayBeAskedAgain = (who: Colleague) => who.page.evaluate(() => localStorage.removeItem('call-rating'));

/** An answered call from one to the other that the caller ends; resolves when its view is closed. */
async function talk(caller: Colleague, callee: Colleague): Promise<void> {
  await caller.calls(callee.who.name);
  await callee.accepts();
  await caller.expectsToHear(1000, 440);
  await caller.hangsUp();
  await expect(caller.dock).toBeHidden();
}

test('after a call a user is asked about the call quality, once a day, and answers with one press', async ({
  seat,
  sidetone,
}) => {
  test.setTimeout(240_000);
  const jonas = await seat(1, { microphone: tone(440), rates: true });
  const priya = await seat(2, { microphone: tone(1000) });
  const { page } = jonas;
  const dialog = page.getByRole('dialog', { name: 'How was the connection?' });
  const said = () =>
    sidetone.query<{ rating: string; tag: string | null; reason: string; known: boolean }>(
      'select rating, tag, reason, doc_id is not null as known from call_feedback order by at',
      [],
    );

  await test.step('nobody has to answer', async () => {
    await talk(jonas, priya);
    await expect(dialog).toContainText(priya.who.name);
    await expect(page).toHaveURL(/\/dialogs\/call-rating$/);
    await expect(dialog).toContainText(/Closes in \d s/);
    await expect(dialog).toBeHidden({ timeout: 20_000 });
    await expect(page).not.toHaveURL(/dialogs/);
    expect(await said()).toEqual([]);
  });

  await test.step('once a day', async () => {
    const turns = () => page.evaluate(() => localStorage.getItem('call-rating'));
    const before = await turns();
    await talk(jonas, priya);
    await jonas.showsAllCalls();
    await expect(jonas.callWith(priya.who.name, /Outgoing/)).toBeVisible();
    expect(await turns()).toBe(before);
    await expect(dialog).toBeHidden();
  });

  await test.step('good', async () => {
    await mayBeAskedAgain(jonas);
    await talk(jonas, priya);
    await dialog.getByRole('button', { name: 'Good' }).click();
    await expect(dialog).toBeHidden();
    await expect.poll(said).toEqual([{ rating: 'GOOD', tag: null, reason: 'no_reason', known: true }]);
  });

  await test.step('bad: the timer stops, and the reason sends', async () => {
    await mayBeAskedAgain(jonas);
    await talk(jonas, priya);
    await dialog.getByRole('button', { name: 'Bad' }).click();
    await expect(dialog).not.toContainText('Closes in');
    await expectsNoViolation(page, 'the reasons of a rating');
    await dialog.getByRole('button', { name: 'They could not hear me' }).click();
    await expect(dialog).toBeHidden();
    await expect
      .poll(async () => (await said()).at(-1))
      .toEqual({ rating: 'BAD', tag: 'NO_SOUND', reason: 'only_incoming', known: true });
  });

  await test.step('without a call it closes immediately', async () => {
    await page.goto('/main/contacts/dialogs/call-rating');
    await expect(page).toHaveURL(/\/main\/contacts$/);
  });
});

/** Presses the link of the ended call the moment it is there. */
const ratesQualityAtOnce = (page: Page) =>
  page.evaluate(() => {
    const look = new MutationObserver(() => {
      const link = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Rate quality');
      if (!link) return;
      look.disconnect();
      link.click();
    });
    look.observe(document.body, { childList: true, subtree: true });
  });

test('feedback can be given on a call that never connected, and administrators see it beside the call', async ({
  seat,
  sidetone,
}) => {
  test.setTimeout(240_000);
  await sidetone.query('delete from call_feedback', []);
  const mara = await seat(0, { microphone: tone(440), at: '/admin/feedback' });
  const jonas = await seat(1, { microphone: tone(440) });
  const priya = await seat(2, { microphone: tone(1000) });
  const { page } = jonas;
  await mara.page.getByRole('tab', { name: 'About calls' }).click();
  await expect(mara.page.getByRole('heading', { name: /No feedback about calls/ })).toBeVisible();

  await jonas.calls(priya.who.name);
  await ratesQualityAtOnce(page);
  await priya.declines();
  const dialog = page.getByRole('dialog', { name: 'What was wrong with this call?' });
  await expect(dialog).toContainText(`${priya.who.name}, not connected`);
  const send = dialog.getByRole('button', { name: /^Send/ });
  await expect(send).toBeDisabled();
  await expect(dialog).toContainText('Choose one reason');
  await expectsNoViolation(page, 'the quality of a call');
  await dialog.getByRole('radio', { name: 'No connection' }).check();
  await dialog.getByRole('textbox').fill('It rang twice and stopped.');

  await page.route('**/api/call-feedback', (route) => route.abort());
  await send.click();
  await expect(message(page, 'Your feedback on the call was not sent')).toBeVisible();
  await expect(dialog.getByRole('textbox')).toHaveValue('It rang twice and stopped.');
  await page.unroute('**/api/call-feedback');
  await send.click();
  await expect(dialog).toBeHidden();

  const row = mara.page.getByRole('row', { name: /No connection/ });
  await expect(row).toContainText('It rang twice and stopped.');
  await expect(row).toContainText('not connected');
  await row.getByRole('button', { name: /No connection/ }).click();
  const panel = mara.page.getByRole('dialog', { name: 'No connection' });
  await expect(panel).toContainText('Outgoing');
  await expectsNoViolation(mara.page, 'feedback on a call');
  await panel.getByRole('button', { name: 'Delete' }).click();
  await mara.page
    .getByRole('dialog', { name: 'Delete this feedback?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(mara.page.getByRole('heading', { name: /No feedback about calls/ })).toBeVisible();
  const [calls] = await sidetone.query<{ count: number }>('select count(*)::int as count from inbox_events', []);
  expect(calls?.count).toBeGreaterThan(0);
});

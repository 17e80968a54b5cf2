import { ApiSession } from '../people/api-session.ts';
import { missesCall, NoteOnPage, noteOnServer, talksTo } from '../people/notes.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { holding } from '../world/holding.ts';
import { everybodyReads } from '../world/story.ts';
import { expect, test } from '../world/telephones.ts';
import { tone } from '../world/tones.ts';

const microphone = tone(440);

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));
// What an earlier story left behind rules no later one.
test.beforeEach(({ sidetone }) => sidetone.query('delete from agents', []));

test('a note saves itself, stays, and every member of the channel sees it while it is written', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  const mara = await seat(0, { microphone });
  const jonas = await seat(1, { microphone: tone(1000) });
  const call = await missesCall(await atTelephone(people[4], 700), mara, sidetone);
  const maras = await NoteOnPage.of(mara.page, call);
  const jonass = await NoteOnPage.of(jonas.page, call);

  const letGo = await holding(mara.page, '/note');
  await maras.writes('Plates by mail, gate 4.');
  await expect(maras.whole).toContainText('Saving…');
  letGo();
  await maras.isSaved();
  await expect(maras.whole).toContainText(/Saved \d{1,2}:\d\d [AP]M/);
  expect(await noteOnServer(sidetone, call)).toMatchObject({ content: '<p>Plates by mail, gate 4.</p>' });
  await expect(jonass.field).toHaveText('Plates by mail, gate 4.');
  await expect(jonass.whole).toContainText(people[0].name);

  await jonass.writes(' Call before.');
  await jonass.isSaved();
  await expect(maras.field).toHaveText('Plates by mail, gate 4. Call before.');
  await expect(maras.whole).toContainText(people[1].name);
  await mara.page.reload();
  await expect(maras.field).toHaveText('Plates by mail, gate 4. Call before.');
  // Someone who is in no channel of this call gets nothing of it.
  const outsider = await ApiSession.signIn(sidetone.origin, people[6]);
  const path = `/channels/${call.channelId}/inbox/${call.docId}/note`;
  expect((await outsider.request('PUT', path, { content: '<p>x</p>', revision: 2 })).status).toBe(404);
});

test('Ctrl+Enter in a note saves it and resolves the call, and reopens nothing', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  const mara = await seat(0, { microphone });
  const call = await missesCall(await atTelephone(people[4], 700), mara, sidetone);
  const note = await NoteOnPage.of(mara.page, call);
  const unresolved = async () =>
    (
      await sidetone.query<{ unresolved: boolean }>(
        'select unresolved from inbox_events where channel_id = $1 and id = $2',
        [call.channelId, call.docId],
      )
    )[0]?.unresolved;
  expect(await unresolved()).toBe(true);

  // Before it would be saved by itself.
  await note.writes('Rings again tomorrow.');
  await mara.page.keyboard.press('Control+Enter');
  await expect(mara.page.getByRole('button', { name: /^Reopen/ }).first()).toBeVisible();
  await expect.poll(unresolved, { timeout: 20_000 }).toBe(false);
  await note.isSaved();
  expect(await noteOnServer(sidetone, call)).toMatchObject({ content: '<p>Rings again tomorrow.</p>' });
  await expect(note.field).toBeFocused();

  // The call is resolved already: only the note is saved, and the key is no line end.
  await mara.page.keyboard.type(' At nine.');
  await mara.page.keyboard.press('Control+Enter');
  await expect
    .poll(() => noteOnServer(sidetone, call), { timeout: 20_000 })
    .toMatchObject({ content: '<p>Rings again tomorrow. At nine.</p>' });
  expect(await unresolved()).toBe(false);
});

test('two people write the same note: nobody loses a word, and who was later chooses', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  // The screen is looked at in both appearances and at three widths, here and in the others that are slow.
  test.slow();
  const mara = await seat(0, { microphone });
  const jonas = await seat(1, { microphone: tone(1000) });
  const call = await missesCall(await atTelephone(people[4], 700), mara, sidetone);
  const maras = await NoteOnPage.of(mara.page, call);
  const jonass = await NoteOnPage.of(jonas.page, call);

  const together = async (mine: string, theirs: string) => {
    await jonas.page.context().setOffline(true);
    await jonass.writes(mine);
    await jonass.isSavedLocally();
    await maras.writes(theirs);
    await maras.isSaved();
    const note = await noteOnServer(sidetone, call);
    await jonas.page.context().setOffline(false);
    await expect(jonass.conflict).toBeVisible({ timeout: 30_000 });
    await expect(jonass.conflict).toContainText(`${people[0].name} changed this note while you were writing.`);
    await expect(jonass.conflict.getByRole('blockquote')).toContainText(theirs);
    await expect(jonass.field).toContainText(mine);
    return note;
  };

  const maraWrote = await together('From Jonas.', 'From Mara.');
  expect(maraWrote).toMatchObject({ content: '<p>From Mara.</p>' });
  await expectsNoViolation(jonas.page, 'two versions of a note');
  // Nothing is overwritten before someone chose, also where they write on.
  await jonass.writes(' More.');
  await jonas.page.waitForTimeout(1_500);
  expect(await noteOnServer(sidetone, call)).toEqual(maraWrote);
  await jonass.chooses(/keep both/i);
  await expect(jonass.conflict).toBeHidden();
  await jonass.isSaved();
  expect((await noteOnServer(sidetone, call))?.content).toBe('<p>From Jonas. More.</p><p>From Mara.</p>');
  await expect(maras.field).toContainText('From Jonas. More.');

  await together(' Again.', ' Other.');
  await jonass.chooses(/take theirs/i);
  await expect(jonass.field).not.toContainText('Again.');
  await expect(jonass.field).toContainText('Other.');

  const gone = await together(' Mine.', ' Gone.');
  await jonass.chooses(/keep mine/i);
  await jonass.isSaved();
  await expect(maras.field).toContainText('Mine.');
  await expect(maras.field).not.toContainText('Gone.');
  expect((await noteOnServer(sidetone, call))?.revision).toBe((gone?.revision ?? 0) + 1);
});

test('only the user who talked may write the note of an answered call, and everyone else reads it', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  const mara = await seat(0, { microphone });
  const jonas = await seat(1, { microphone: tone(1000) });
  const call = await talksTo(await atTelephone(people[4], 700), mara, sidetone);
  const maras = await NoteOnPage.of(mara.page, call);
  await maras.writes('Mine alone.');
  await maras.isSaved();

  await jonas.page.goto(call.address);
  const jonass = new NoteOnPage(jonas.page);
  await expect(jonass.whole).toContainText('Mine alone.');
  await expect(jonass.field).toBeHidden();
  const why = `Only ${people[0].name} can write this note.`;
  const hint = jonass.whole.getByRole('button', { name: why });
  await expect(hint).toHaveText('Read-only');
  await hint.hover();
  await expect(jonas.page.getByText(why, { exact: true })).toBeVisible();
  await expect(jonass.whole).toContainText(people[0].name);
  await jonas.page.mouse.move(0, 0);
  await expect(jonas.page.getByText(why, { exact: true })).toBeHidden();
  await expectsNoViolation(jonas.page, 'a note to read');
  const session = await ApiSession.signIn(sidetone.origin, people[1]);
  const path = `/channels/${call.channelId}/inbox/${call.docId}/note`;
  expect((await session.request('PUT', path, { content: '<p>x</p>', revision: 1 })).status).toBe(403);
  expect((await session.request('DELETE', `${path}?revision=1`)).status).toBe(403);
});

const evil = [
  '<p onclick="window.ran=1">Word</p>',
  '<script>window.ran=1</script>',
  '<img src=x onerror="window.ran=1">',
  '<svg onload="window.ran=1"><a xlink:href="javascript:window.ran=1">s</a></svg>',
  '<p><a href="javascript:window.ran=1">link</a><a href="https://example.com/a" onmouseover="window.ran=1">good</a></p>',
  '<iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
  '<style>body{display:none}</style>',
].join('');

test('markup that runs is clean wherever it comes from, and runs nothing', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  const mara = await seat(0, { microphone });
  const jonas = await seat(1, { microphone: tone(1000) });
  const call = await missesCall(await atTelephone(people[4], 700), mara, sidetone);
  const note = await NoteOnPage.of(mara.page, call);
  const nothingRan = async (page = mara.page) => {
    await page.waitForTimeout(300);
    expect(await page.evaluate(() => 'ran' in window)).toBe(false);
    const shown = new NoteOnPage(page).whole;
    expect(
      await shown.locator('script, img, iframe, style, [onclick], [onmouseover], [href^=javascript]').count(),
    ).toBe(0);
  };

  await test.step('pasted', async () => {
    await note.field.click();
    await note.field.evaluate((field, html) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/html', html);
      clipboardData.setData('text/plain', 'Word');
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, evil);
    await expect(note.field).toContainText('Word');
    await note.isSaved();
    await nothingRan();
    const content = (await noteOnServer(sidetone, call))?.content ?? '';
    expect(content).toContain('Word');
    expect(content).toContain('href="https://example.com/a"');
    expect(content).not.toMatch(/script|onerror|onclick|onload|onmouseover|javascript|iframe|style/i);
  });

  await test.step('pasted tables, links and Markdown keep their words apart', async () => {
    const paste = (type: string, text: string) =>
      note.field.evaluate(
        (field, [type, text]) => {
          const clipboardData = new DataTransfer();
          clipboardData.setData(type, text);
          field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
        },
        [type, text] as const,
      );
    await paste('text/html', '<table><tr><td>A1</td><td>B1</td></tr><tr><td>A2</td><td>B2</td></tr></table>');
    await paste('text/html', '<p><a href="javascript:1">bad</a> <a href="/rel">rel</a></p>');
    await paste('text/plain', '# Plan\n\n- **Gate** 4\n\nSee [page](https://a.example/x)');
    await expect(note.field).toContainText('See page');
    await note.isSaved();
    const content = (await noteOnServer(sidetone, call))?.content ?? '';
    for (const part of [
      'A1 | B1</p><p>A2 | B2',
      'bad rel',
      '<strong>Plan</strong>',
      '<li><p><strong>Gate</strong> 4',
    ]) {
      expect(content).toContain(part);
    }
    expect(content).toContain('<a href="https://a.example/x">page</a>');
  });

  await test.step('sent to the server by hand', async () => {
    const session = await ApiSession.signIn(sidetone.origin, people[0]);
    const before = await noteOnServer(sidetone, call);
    const reply = await session.request('PUT', `/channels/${call.channelId}/inbox/${call.docId}/note`, {
      content: `<p>By hand</p>${evil}`,
      revision: before?.revision,
    });
    expect(reply.status).toBe(200);
    expect(JSON.stringify(await reply.json())).not.toMatch(/script|onerror|onclick|onload|javascript|iframe|style/i);
    await expect(note.field).toContainText('By hand');
    await nothingRan();
  });

  await test.step('already in the database', async () => {
    await sidetone.query(
      `update inbox_events set documentation = jsonb_set(documentation, '{note}',
         documentation -> 'note' || jsonb_build_object('content', $3::text, 'revision', 99)) where channel_id = $1 and id = $2`,
      [call.channelId, call.docId, `<p>Old row</p>${evil}`],
    );
    await expect(note.field).toContainText('Old row');
    await nothingRan();
    await mara.page.reload();
    await expect(note.field).toContainText('Old row');
    await nothingRan();
    // Jonas only reads it.
    await sidetone.query(
      `update inbox_events set owner = (select id from users where email = $3), state = 'FINISHED', established_at = started_at,
         terminated_reason = null where channel_id = $1 and id = $2`,
      [call.channelId, call.docId, people[0].email],
    );
    await jonas.page.goto(call.address);
    await expect(new NoteOnPage(jonas.page).whole).toContainText('Old row');
    await expect(new NoteOnPage(jonas.page).field).toBeHidden();
    await nothingRan(jonas.page);
    const good = new NoteOnPage(jonas.page).whole.getByRole('link', { name: 'good' });
    await expect(good).toHaveAttribute('rel', /noopener/);
  });
});

test('a note is written, formatted, linked and deleted by keyboard alone', async ({
  seat,
  atTelephone,
  people,
  sidetone,
}) => {
  test.slow();
  const mara = await seat(0, { microphone });
  const { page } = mara;
  const keys = page.keyboard;
  const call = await missesCall(await atTelephone(people[4], 700), mara, sidetone);
  const note = await NoteOnPage.of(page, call);
  await expect(note.field).toHaveAttribute('aria-placeholder', 'Write a note');

  for (
    let left = 40;
    left > 0 && !(await note.field.evaluate((field) => field === document.activeElement));
    left -= 1
  ) {
    await keys.press('Tab');
  }
  await expect(note.field).toBeFocused();
  // Letters that do something in the list and on the page are letters here.
  await keys.type('ecnj ');
  await keys.press('Control+b');
  await keys.type('bold');
  await keys.press('Control+b');
  await keys.press('Control+i');
  await keys.type(' slanted');
  await keys.press('Control+i');
  await keys.press('Enter');

  const tool = (name: string) => note.whole.getByRole('button', { name, exact: true });
  await keys.press('Tab');
  await expect(tool('Bold')).toBeFocused();
  await keys.press('ArrowRight');
  await keys.press('ArrowRight');
  await expect(tool('List')).toBeFocused();
  await keys.press('Enter');
  await expect(note.field).toBeFocused();
  const inList = () =>
    page.evaluate(() => {
      const at = getSelection()?.anchorNode;
      return (at instanceof Element ? at : at?.parentElement)?.closest('[contenteditable] li') != null;
    });
  await expect.poll(inList).toBe(true);
  await keys.type('first');
  await keys.press('Enter');
  await keys.type('second');
  // Tab leaves a list as it leaves everything else; the toolbar remembers where one was.
  await keys.press('Tab');
  await expect(tool('List')).toBeFocused();
  await expect(tool('List')).toHaveAttribute('aria-pressed', 'true');
  await keys.press('ArrowRight');
  await keys.press('Enter');
  const address = note.whole.getByRole('textbox', { name: 'Link address' });
  await expect(address).toBeFocused();
  await keys.type('javascript:alert(1)');
  await keys.press('Enter');
  await expect(note.whole.getByRole('alert')).toHaveText('A note cannot link to this.');
  await expectsNoViolation(page, 'a link that cannot be');
  await address.fill('');
  await keys.press('Escape');
  await expect(address).toBeHidden();
  await expect(note.field).toBeFocused();
  // The editor puts the cursor back in the frame after the focus.
  const selection = () => page.evaluate(() => `${getSelection()?.anchorNode?.textContent}: ${getSelection()}`);
  await expect.poll(selection).toBe('second: ');
  for (let letter = 0; letter < 'second'.length; letter += 1) await keys.press('Shift+ArrowLeft');
  await expect.poll(selection).toBe('second: second');
  // The editor takes the browser's selection for its own some 20 ms later, as the page tells the time.
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)));
  await keys.press('Tab');
  await keys.press('Enter');
  await address.waitFor();
  await keys.type('example.com/a');
  await keys.press('Enter');
  await note.isSaved();
  expect((await noteOnServer(sidetone, call))?.content).toBe(
    '<p>ecnj <strong>bold</strong><em> slanted</em></p><ul><li><p>first</p></li><li><p><a href="https://example.com/a">second</a></p></li></ul>',
  );
  const [event] = await sidetone.query<{ unresolved: boolean }>('select unresolved from inbox_events where id = $1', [
    call.docId,
  ]);
  expect(event?.unresolved).toBe(true);
  await expectsNoViolation(page, 'a note');

  await keys.press('Tab');
  await keys.press('ArrowRight');
  await expect(tool('Delete note')).toBeFocused();
  await keys.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Delete this note?' });
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keys.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(note.field).toContainText('first');
  await expect(tool('Delete note')).toBeFocused();
  await keys.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await keys.press('Tab');
  await expect(dialog.getByRole('button', { name: 'Delete note' })).toBeFocused();
  await keys.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(note.field).toHaveText('');
  await expect.poll(() => noteOnServer(sidetone, call)).toBeNull();

  // Escape leaves the call from within its note, and what was typed is kept.
  await note.field.focus();
  await keys.type('Kept.');
  await keys.press('Escape');
  await expect(note.whole).toBeHidden();
  await expect.poll(async () => (await noteOnServer(sidetone, call))?.content).toBe('<p>Kept.</p>');
});

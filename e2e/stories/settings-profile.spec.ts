import { crc32, deflateSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import { goesTo } from '../people/going.ts';
import { message, messages } from '../people/messages.ts';
import { dialog, opens } from '../people/settings.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const microphone = tone(440);
const [mara, jonas] = [0, 1] as const;

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));

const chunk = (type: string, data: Buffer) => {
  const named = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};

/** A PNG, 300 by 200 pixels: its left third red, the rest green, with a note of where it was taken. */
const photo = () => {
  const [red, green] = [Buffer.of(200, 0, 0), Buffer.of(0, 160, 0)];
  const line = Buffer.concat([Buffer.of(0), Buffer.alloc(300, red), Buffer.alloc(600, green)]);
  const header = Buffer.from([0, 0, 1, 44, 0, 0, 0, 200, 8, 2, 0, 0, 0]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: 200 }, () => line)));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('tEXt', Buffer.from('Comment\0taken at the harbour')),
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

const own = (page: Page) => {
  const crop = page.getByRole('dialog', { name: 'Crop your picture' });
  return {
    crop,
    part: crop.getByRole('application', { name: 'Visible part of the picture' }),
    zoom: crop.getByRole('slider', { name: 'Zoom' }),
    save: crop.getByRole('button', { name: 'Save picture' }),
    choose: dialog(page).getByRole('button', { name: 'Choose picture' }),
    change: dialog(page).getByRole('button', { name: 'Change picture' }),
    remove: dialog(page).getByRole('button', { name: 'Remove picture' }),
    file: dialog(page).locator('input[type=file]'),
  };
};

/** A face in the list of contacts. It is decoration, so it has no role to find it by. */
const face = (page: Page, name: string) =>
  page
    .getByRole('listitem', { name: new RegExp(`^${name}`) })
    .first()
    .locator('img');
/** What a picture looks like: its size, and the colour of its left edge. */
const looks = (page: Page, name: string) =>
  face(page, name).evaluate(async (image: HTMLImageElement) => {
    await image.decode();
    const { naturalWidth: width, naturalHeight: height } = image;
    const pen = new OffscreenCanvas(width, height).getContext('2d');
    pen?.drawImage(image, 0, 0);
    const [red = 0, green = 0] = pen?.getImageData(2, 2, 1, 1).data ?? [];
    return { width, height, left: red > green ? 'red' : 'green' };
  });

test('SSET-020: a picture is chosen, cropped by keys and uploaded; colleagues see it, its removal, and its return', async ({
  seat,
  sidetone,
}) => {
  test.setTimeout(240_000);
  const owner = await seat(mara, { microphone });
  const colleague = await seat(jonas, { microphone, at: '/main/contacts' });
  const { page } = owner;
  const { who } = owner;
  const { name } = who;
  await colleague.page.getByRole('radio', { name: 'Team' }).click();
  await expect(colleague.page.getByRole('listitem', { name: new RegExp(`^${name}`) }).first()).toBeVisible();
  await expect(face(colleague.page, name)).toHaveCount(0);

  await test.step('what is no picture is refused before anything is sent', async () => {
    await opens(page, 'profile');
    await own(page).file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
    await expect(dialog(page).getByRole('alert')).toHaveText(/not a PNG, JPEG or WebP picture/);
    await own(page).file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: photo().subarray(0, 60) });
    await expect(dialog(page).getByRole('alert')).toHaveText(/damaged/);
  });

  await test.step('a picture that is cancelled while it is being sent is not sent', async () => {
    await own(page).file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: photo() });
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/users/me/picture', async (route) => {
      await gate.promise;
      await route.continue().catch(() => undefined);
    });
    await own(page).save.click();
    await expect(own(page).crop.getByRole('progressbar')).toBeVisible();
    const givenUp = page.waitForEvent('requestfailed', { timeout: 10_000 });
    await own(page).crop.getByRole('button', { name: 'Cancel' }).click();
    await expect(own(page).crop).toBeHidden();
    expect((await givenUp).url()).toContain('/api/users/me/picture');
    gate.resolve();
    await page.unroute('**/api/users/me/picture');
    await expect(own(page).choose).toBeVisible();
  });

  await test.step('it is cropped by keys alone', async () => {
    await own(page).file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: photo() });
    await expect(own(page).crop).toBeVisible();
    await expectsNoViolation(page, 'crop');
    await own(page).part.focus();
    for (let press = 0; press < 3; press++) await page.keyboard.press('Shift+ArrowLeft');
    // The zoom of the browser is not that of the picture.
    await page.keyboard.press('Control+Equal');
    await expect(own(page).zoom).toHaveAttribute('aria-valuetext', '100 %');
    await own(page).zoom.focus();
    await page.keyboard.press('End');
    await expect(own(page).zoom).toHaveAttribute('aria-valuetext', /^3\d\d %$/);
    await page.keyboard.press('Home');
    await own(page).save.press('Enter');
    await expect(message(page, 'Picture saved')).toBeVisible();
    await expect(own(page).crop).toBeHidden();
  });

  await test.step('the colleague sees it, square, with its left third', async () => {
    await expect(face(colleague.page, name)).toBeVisible();
    expect(await looks(colleague.page, name)).toEqual({ width: 200, height: 200, left: 'red' });
    const [kept] = await sidetone.query<{ has: boolean; type: string }>(
      `select position('harbour'::bytea in bytes) > 0 as has, content_type as type from user_pictures`,
    );
    expect(kept).toEqual({ has: false, type: 'image/jpeg' });
  });

  await test.step('a face that could not be loaded is loaded once the server is reached again', async () => {
    const { page: others } = colleague;
    await others.route('**/api/users/*/picture/*', (route) => route.abort());
    await others.reload();
    await others.getByRole('radio', { name: 'Team' }).click();
    await expect(others.getByRole('listitem', { name: new RegExp(`^${name}`) }).first()).toBeVisible();
    await expect(face(others, name)).toHaveCount(0);
    await others.unroute('**/api/users/*/picture/*');
    await others.context().setOffline(true);
    await others.context().setOffline(false);
    await expect(face(others, name)).toBeVisible();
  });

  await test.step('removed, it is gone for both; undone, it is there again', async () => {
    await own(page).remove.click();
    await expect(face(colleague.page, name)).toHaveCount(0);
    await expect(own(page).choose).toBeFocused();
    await messages(page).getByRole('button', { name: 'Undo' }).click();
    await expect(own(page).remove).toBeVisible();
    await expect(face(colleague.page, name)).toBeVisible();
    expect(await looks(colleague.page, name)).toEqual({ width: 200, height: 200, left: 'red' });
  });

  await test.step('another file is dropped, and Escape leaves the settings as they were', async () => {
    await dialog(page)
      .getByText('Picture', { exact: true })
      .evaluate(
        (line, bytes) => {
          const data = new DataTransfer();
          data.items.add(new File([Uint8Array.from(bytes)], 'me.png', { type: 'image/png' }));
          line.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: data }));
        },
        [...photo()],
      );
    await expect(own(page).crop).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(own(page).crop).toBeHidden();
    await expect(own(page).change).toBeVisible();
  });
});

test('an administrator removes the picture of a member', async ({ seat }) => {
  test.setTimeout(180_000);
  const administrator = await seat(mara, { microphone });
  const member = await seat(jonas, { microphone });
  const { page } = administrator;
  const { name } = member.who;
  await opens(member.page, 'profile');
  await own(member.page).file.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: photo() });
  await own(member.page).save.click();
  await expect(own(member.page).remove).toBeVisible();

  await goesTo(page, '/admin/users');
  const row = page.getByRole('row', { name: new RegExp(name) });
  await expect(row.locator('img')).toBeVisible();
  await row
    .getByRole('button', { name: new RegExp(name) })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'Remove picture' }).click();
  const question = page.getByRole('dialog', { name: `Remove the picture of ${name}?` });
  await question.getByRole('button', { name: 'Remove picture' }).click();
  await expect(message(page, `The picture of ${name} is removed`)).toBeVisible();
  await expect(row.locator('img')).toHaveCount(0);
  await expect(own(member.page).choose).toBeVisible();
});

test('a token lets an assistant read calls until it is deleted, and is shown only once', async ({ seat }) => {
  test.setTimeout(120_000);
  const { page } = await seat(mara, { microphone });
  const tools = async (token: string) => {
    const reply = await page.request.post('/api/mcp', {
      headers: { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' },
      data: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    return { status: reply.status(), text: await reply.text() };
  };
  await opens(page, 'profile');
  await dialog(page).getByRole('button', { name: 'New token' }).click();
  await dialog(page).getByRole('button', { name: 'Create token' }).click();
  await expect(dialog(page).getByText('Enter a name.')).toBeVisible();
  await dialog(page).getByLabel('Name of the assistant').fill('Desk helper');
  await dialog(page).getByLabel('May add to notes').check();
  await expectsNoViolation(page, 'the form for a token');
  await dialog(page).getByRole('button', { name: 'Create token' }).click();

  const token = await dialog(page).getByLabel('Token', { exact: true }).inputValue();
  const address = await dialog(page).getByLabel('Address', { exact: true }).inputValue();
  expect(address).toBe(new URL('/api/mcp', page.url()).href);
  const allowed = await tools(token);
  expect(allowed.status).toBe(200);
  expect(allowed.text).toContain('add_note');
  await expectsNoViolation(page, 'a token that was just made');
  await dialog(page).getByRole('button', { name: 'Done' }).click();

  await page.reload();
  const line = dialog(page).getByRole('listitem', { name: 'Desk helper' });
  await expect(line).toContainText('May add to notes');
  await expect(line).toContainText('Last used');
  await expect(dialog(page).getByText(token)).toHaveCount(0);
  await line.getByRole('button', { name: 'Delete Desk helper' }).click();
  await page
    .getByRole('dialog', { name: 'Delete the token Desk helper?' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await expect(line).toHaveCount(0);
  expect((await tools(token)).status).toBe(401);
});

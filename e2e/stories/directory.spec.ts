import type { Page } from '@playwright/test';
import { goesTo } from '../people/going.ts';
import { dialog, opens } from '../people/settings.ts';
import { expectsNoViolation } from '../world/barriers.ts';
import { everybodyReads, expect, test } from '../world/story.ts';
import { tone } from '../world/tones.ts';

const [mara, jonas] = [0, 1] as const;
const microphone = tone(440);

test.beforeAll(({ sidetone }) => everybodyReads(sidetone, 'en'));
test.afterAll(({ sidetone }) => sidetone.query("delete from users where email like '%@directory.example'"));

/** A token as its page shows it once, with the address beside it. */
const shownIn = (page: Page) => ({
  token: () => page.getByRole('textbox', { name: 'Token', exact: true }).inputValue(),
  address: () => page.getByRole('textbox', { name: 'SCIM address' }).inputValue(),
});

const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User';
const patchOf = (...Operations: object[]) => ({
  schemas: ['urn:ietf:params:scim:api:messages:2.0:PatchOp'],
  Operations,
});

/** What a directory has: an address, a token, and users that it thinks should be there. */
const directoryAt = (address: string, token: string) => {
  const ask = async (method: string, path: string, body?: object) => {
    const response = await fetch(address + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/scim+json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: text === '' ? null : (JSON.parse(text) as { id: string; detail?: string }),
    };
  };
  return {
    ask,
    async adds(givenName: string, familyName: string): Promise<string> {
      const userName = `${givenName}@directory.example`.toLowerCase();
      const name = { givenName, familyName };
      const { status, body } = await ask('POST', '/Users', { schemas: [userSchema], userName, name, active: true });
      expect(status).toBe(201);
      return body?.id ?? '';
    },
  };
};

test('an administrator makes a token, a directory creates, changes and deactivates people, and a mass delete is stopped', async ({
  seat,
}) => {
  test.setTimeout(120_000);
  const { page } = await seat(mara, { microphone });
  const table = page.getByRole('table', { name: 'Users' });
  await goesTo(page, '/admin/access');

  await test.step('the token is shown once, with the address for the directory', async () => {
    await page.getByRole('button', { name: 'New API token' }).click();
    await page.getByRole('button', { name: 'Create token' }).click();
    await expect(page.getByRole('textbox', { name: 'Name of the program' })).toHaveAccessibleDescription(
      /Enter a name/,
    );
    await page.getByRole('textbox', { name: 'Name of the program' }).fill('Entra ID');
    await page.getByRole('button', { name: 'Create token' }).click();
    await expect(page.getByRole('alert')).toHaveText('Choose what the program may do.');
    await page.getByRole('checkbox', { name: 'Manage users (SCIM)' }).check();
    await expectsNoViolation(page, 'new API token');
    await page.getByRole('button', { name: 'Create token' }).click();
    await expect(page.getByText('The token is shown only once')).toBeVisible();
  });
  const directory = directoryAt(await shownIn(page).address(), await shownIn(page).token());
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('listitem', { name: 'Entra ID' })).toContainText('Not used yet');

  const nora =
    await test.step('a user whom the directory creates appears and changes while the page is open', async () => {
      await goesTo(page, '/admin/users');
      const id = await directory.adds('Nora', 'Blick');
      const row = table.getByRole('row', { name: /Nora Blick/ });
      await expect(row).toBeVisible();
      await directory.ask(
        'PATCH',
        `/Users/${id}`,
        patchOf({ op: 'Replace', path: 'name.familyName', value: 'Weitblick' }),
      );
      await expect(table.getByRole('row', { name: /Nora Weitblick/ })).toContainText('Invited');
      await directory.ask('PATCH', `/Users/${id}`, patchOf({ op: 'Replace', path: 'active', value: 'False' }));
      // The list has active people.
      await expect(table.getByRole('row', { name: /Nora Weitblick/ })).toBeHidden();
      return id;
    });

  const left = await test.step('a directory that deletes everyone is stopped after a few', async () => {
    const ids: string[] = [];
    for (const name of ['Ada', 'Bo', 'Cleo', 'Dag']) ids.push(await directory.adds(name, 'Probe'));
    const answers: (readonly [string, number, string])[] = [];
    for (const id of ids) {
      const { status, body } = await directory.ask('DELETE', `/Users/${id}`);
      answers.push([id, status, body?.detail ?? '']);
    }
    expect(answers.map(([, status]) => status)).toEqual([204, 204, 403, 403]);
    expect(answers.at(-1)?.[2]).toContain('An administrator can let it continue');
    await expect(table.getByRole('row', { name: /Dag Probe/ })).toContainText('Invited');
    return ids.slice(2);
  });

  await test.step('the administrator sees why, and lets it go on', async () => {
    await goesTo(page, '/admin/access');
    const stopped = page.getByRole('alert').filter({ hasText: 'Directory stopped' });
    await expect(stopped).toContainText('more than 3 users within an hour');
    await expectsNoViolation(page, 'stopped directory');
    await stopped.getByRole('button', { name: 'Allow everything for an hour' }).click();
    await expect(stopped).toBeHidden();
    for (const id of left) expect((await directory.ask('DELETE', `/Users/${id}`)).status).toBe(204);
    expect(
      (await directory.ask('PATCH', `/Users/${nora}`, patchOf({ op: 'Replace', path: 'active', value: 'True' })))
        .status,
    ).toBe(200);
  });

  await test.step('a deleted token opens nothing', async () => {
    await page.getByRole('button', { name: 'Delete Entra ID' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByRole('listitem', { name: 'Entra ID' })).toBeHidden();
    expect((await directory.ask('GET', '/Users')).status).toBe(401);
  });
});

test('a user makes a token of their own, in German, which reads their calls and nothing of the company', async ({
  seat,
  sidetone,
}) => {
  await everybodyReads(sidetone, 'de');
  const { page } = await seat(jonas, { microphone });
  await opens(page, 'profile');
  await dialog(page).getByRole('button', { name: 'Neues API-Token' }).click();
  await dialog(page).getByRole('textbox', { name: 'Name des Programms' }).fill('Anrufliste');
  await dialog(page).getByRole('checkbox', { name: 'Deine Anrufe lesen' }).check();
  await expectsNoViolation(page, 'API token of a user');
  await dialog(page).getByRole('button', { name: 'Token erstellen' }).click();
  const token = await dialog(page).getByRole('textbox', { name: 'Token', exact: true }).inputValue();
  const statusOf = async (path: string) =>
    (await fetch(sidetone.origin + path, { headers: { authorization: `Bearer ${token}` } })).status;
  expect(await statusOf('/api/users/me/calls')).toBe(200);
  expect(await statusOf('/api/admin/call-records')).toBe(403);
  await dialog(page).getByRole('button', { name: 'Fertig' }).click();
  await expect(dialog(page).getByRole('listitem', { name: 'Anrufliste' })).toContainText('Deine Anrufe lesen');
  await everybodyReads(sidetone, 'en');
});

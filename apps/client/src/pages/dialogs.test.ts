import { expect, test } from 'vitest';
import { dialogRewrite, isDialog, isSetupDialog } from './dialogs.ts';

const at = (path: string) => new URL(path, 'https://host.example');
const inner = (path: string) => dialogRewrite.input({ url: at(path) });
const shown = (url: URL) => dialogRewrite.output({ url });
const path = (url: URL) => url.href.replace(url.origin, '');

test.each([
  ['/main/channels/private/dialogs/omnibar', '/main/channels/private?dialog=omnibar'],
  ['/admin/users/dialogs/omnibar?open=w1', '/admin/users?open=w1&dialog=omnibar'],
  ['/dialogs/omnibar', '/?dialog=omnibar'],
  ['/main/contacts/dialogs/settings/integrations/CARDDAV/', '/main/contacts?dialog=settings%2Fintegrations%2FCARDDAV'],
  ['/main/contacts/dialogs/', '/main/contacts'],
  ['/main/channels/private', '/main/channels/private'],
])('%s is the page with a dialog', (address, expected) => {
  expect(path(inner(address))).toBe(expected);
});

test.each([
  '/main/channels/private/dialogs/omnibar',
  '/main/channels/c1/number/%2B4930123/dialogs/omnibar?call=pbx-1',
  '/main/channels/c1/number/+4930123/dialogs/omnibar',
  '/admin/users/dialogs/settings/integrations/A%20B',
  '/dialogs/omnibar',
])('%s stays unchanged', (address) => {
  expect(path(shown(inner(address)))).toBe(address);
});

test('rewriting does not change the search parameters of others', () => {
  const url = at('/main/dialogs/omnibar');
  const rewritten = dialogRewrite.input({ url });
  expect(path(url)).toBe('/main/dialogs/omnibar');
  dialogRewrite.output({ url: rewritten });
  expect(rewritten.searchParams.get('dialog')).toBe('omnibar');
});

test('a path that cannot be decoded fails no page', () => {
  expect(inner('/main/dialogs/%ZZ').searchParams.get('dialog')).toBe('%ZZ');
});

test.each(['/?dial=+4930123', '/main/x?a=b&targetPhoneNumber=+4930123', '/main/contacts/create?number=+4930123'])(
  '%s keeps its plus',
  (address) => {
    const { searchParams } = inner(address);
    const given = ['dial', 'targetPhoneNumber', 'number'].map((name) => searchParams.get(name));
    expect(given).toContain('+4930123');
  },
);

test.each([
  ['omnibar', true],
  ['contacts/import', true],
  ['settings', true],
  ['settings/whatever/there/is', true],
  ['settingsx', false],
  ['omnibar/more', false],
  ['nothing', false],
])('whether there is a dialog "%s": %s', (path, expected) => {
  expect(isDialog(path)).toBe(expected);
});

test.each([
  ['feedback', true],
  ['settings/audio', true],
  ['changelog', true],
  ['call-rating', true],
  ['omnibar', false],
  ['contacts/import', false],
  ['nothing', false],
])('SROUTE-001: whether there is a dialog "%s" over the pages of the setup: %s', (path, expected) => {
  expect(isSetupDialog(path)).toBe(expected);
});

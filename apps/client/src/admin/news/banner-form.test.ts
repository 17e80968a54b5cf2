import { type AdminInfoBanner, infoBannerDraft } from '@sidetone/contract/entities/admin-banner.ts';
import { expect, test } from 'vitest';
import { bannerBody, bannerState, bannerValues } from './banner-form.ts';

const message = { de: 'Wartung', en: 'Maintenance' };
const banner: AdminInfoBanner = {
  id: 'b1',
  enabled: true,
  isForAllAccounts: true,
  testAccountOnly: true,
  expires: '2026-11-30T17:00:00.000Z',
  os: ['mac', 'linux'],
  product: ['desktop'],
  registrars: ['a.example', 'b.example'],
  crm: ['CARDDAV'],
  fromVersion: '1.2',
  toVersion: '1.10.3',
  priority: -3,
  message,
  type: 'WARNING',
  link: 'https://status.example/',
  linkText: { de: 'Stand', en: 'Status' },
};

test('a banner comes out of its form unchanged', () => {
  const { id: _id, ...draft } = banner;
  expect(bannerBody(bannerValues(banner))).toEqual(draft);
});

test('a new banner has the required fields and is for everybody', () => {
  const body = infoBannerDraft.parse(bannerBody({ ...bannerValues(null), message }));
  expect(body).toEqual({
    enabled: true,
    isForAllAccounts: false,
    testAccountOnly: false,
    expires: null,
    os: [],
    product: [],
    registrars: [],
    crm: [],
    fromVersion: null,
    toVersion: null,
    priority: 0,
    message,
    type: 'INFO',
    link: null,
    linkText: null,
  });
});

test('hosts are split however they are separated', () => {
  const body = bannerBody({ ...bannerValues(null), registrars: ' a.example, b.example\n\nc.example ' });
  expect(body).toMatchObject({ registrars: ['a.example', 'b.example', 'c.example'] });
});

test('a link text in only one language is found by the rules of the server', () => {
  const values = { ...bannerValues(null), message, link: 'https://a.example', linkText: { de: 'Stand', en: ' ' } };
  const checked = infoBannerDraft.safeParse(bannerBody(values));
  expect(checked.error?.issues.map(({ path }) => path.join('.'))).toEqual(['linkText.en']);
});

test.each<[change: Partial<AdminInfoBanner>, state: string]>([
  [{}, 'on'],
  [{ enabled: false }, 'off'],
  [{ expires: '2026-11-20T11:59:59Z' }, 'over'],
  [{ expires: '2026-11-20T12:00:00Z', enabled: false }, 'over'],
  [{ expires: null }, 'on'],
])('%o is %s', (change, state) => {
  expect(bannerState({ ...banner, ...change }, Date.parse('2026-11-20T12:00:00Z'))).toBe(state);
});

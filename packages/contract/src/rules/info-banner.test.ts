import { describe, expect, test } from 'vitest';
import { infoBannerChange, infoBannerDraft } from '../entities/admin-banner.ts';
import { infoBanner, type ShownInfoBanner } from '../entities/banner.ts';
import { bannersFor, compareVersions, type InfoBannerReader, isBannerFor, nextExpiryMs } from './info-banner.ts';

const message = { de: 'Wartung am Sonntag.', en: 'Maintenance on Sunday.' };
const now = Date.parse('2026-11-20T12:00:00Z');

const banner = (more: Partial<ShownInfoBanner> = {}): ShownInfoBanner => ({
  ...infoBanner.parse({ enabled: true, message, type: 'INFO' }),
  id: 'b1',
  ...more,
});
const reader = (more: Partial<InfoBannerReader> = {}): InfoBannerReader => ({
  isTestAccount: false,
  version: '1.4.0',
  os: 'mac',
  product: 'browser',
  now,
  registrars: ['phones.example'],
  crm: ['CARDDAV'],
  ...more,
});

describe('versions', () => {
  const rising = ['0', '0.9.9', '1', '1.0.1', '1.2', '1.2.0.1', '1.9', '1.10', '1.10.2', '2', '10.0.0'];

  test.each(rising.flatMap((a, at) => rising.map((b, other) => [a, b, Math.sign(at - other)] as const)))(
    '%s to %s is %i',
    (a, b, sign) => expect(Math.sign(compareVersions(a, b))).toBe(sign),
  );

  test.each([
    ['1.4', '1.4.0'],
    ['v1.4.0', '1.4'],
    ['1.4.0-rc.1', '1.4.0'],
    ['1.4.0+build.7', '1.4'],
    [' 1.4 ', '1.4'],
  ])('%s is %s', (a, b) => expect(compareVersions(a, b)).toBe(0));
});

describe('for whom a banner is', () => {
  test('an empty filter includes everyone', () => {
    expect(isBannerFor(banner(), reader({ registrars: [], crm: [], os: '', product: '' }))).toBe(true);
  });

  test.each<[what: string, banner: Partial<ShownInfoBanner>, reader: Partial<InfoBannerReader>, isFor: boolean]>([
    ['one that is off is for nobody', { enabled: false }, {}, false],
    ['test accounts see banners for test accounts', { testAccountOnly: true }, { isTestAccount: true }, true],
    ['others do not', { testAccountOnly: true }, {}, false],
    ['test accounts see all others as well', {}, { isTestAccount: true }, true],
    ['before its end', { expires: '2026-11-20T12:00:00.001Z' }, {}, true],
    ['at its end', { expires: '2026-11-20T12:00:00Z' }, {}, false],
    ['an end with another offset', { expires: '2026-11-20T12:30:00+01:00' }, {}, false],
    ['its system', { os: ['windows', 'mac'] }, {}, true],
    ['another system', { os: ['windows', 'linux'] }, {}, false],
    ['its program', { product: ['browser'] }, {}, true],
    ['another program', { product: ['desktop'] }, {}, false],
    ['a registrar, whatever its case', { registrars: ['Phones.Example'] }, {}, true],
    ['another registrar', { registrars: ['other.example'] }, {}, false],
    ['one of several registrars', { registrars: ['b.example'] }, { registrars: ['a.example', 'b.example'] }, true],
    ['no registrar at all', { registrars: ['b.example'] }, { registrars: [] }, false],
    ['an integration', { crm: ['carddav'] }, {}, true],
    ['another integration', { crm: ['HUBSPOT'] }, {}, false],
    ['the first version, which is included', { fromVersion: '1.4.0' }, {}, true],
    ['a version before the first', { fromVersion: '1.4.1' }, {}, false],
    ['the last version, which is included', { toVersion: '1.4' }, {}, true],
    ['a version after the last', { toVersion: '1.3.9' }, {}, false],
    ['between both', { fromVersion: '1.3', toVersion: '1.10' }, {}, true],
    ['a version where ten is more than nine', { fromVersion: '1.9' }, { version: '1.10.0' }, true],
  ])('%s', (_what, filters, who, isFor) => expect(isBannerFor(banner(filters), reader(who))).toBe(isFor));

  test('every filter has to let through: one that does not is enough', () => {
    const all: Partial<ShownInfoBanner> = {
      os: ['mac'],
      product: ['browser'],
      registrars: ['phones.example'],
      crm: ['CARDDAV'],
      fromVersion: '1.4',
      toVersion: '1.4',
      expires: '2026-11-21T00:00:00Z',
      testAccountOnly: true,
    };
    const fits = reader({ isTestAccount: true });
    expect(isBannerFor(banner(all), fits)).toBe(true);
    const misfits: Partial<InfoBannerReader>[] = [
      { os: 'linux' },
      { product: 'desktop' },
      { registrars: [] },
      { crm: [] },
      { version: '1.4.1' },
      { version: '1.3' },
      { isTestAccount: false },
      { now: Date.parse('2026-11-21T00:00:00Z') },
    ];
    for (const misfit of misfits)
      expect(isBannerFor(banner(all), { ...fits, ...misfit }), JSON.stringify(misfit)).toBe(false);
  });
});

describe('which banner comes first', () => {
  const ids = (...list: ShownInfoBanner[]) => bannersFor(list, reader()).map(({ id }) => id);

  test('the highest priority, and of equal ones the later', () => {
    const [low, high, older, newer] = [
      banner({ id: 'low', priority: -1 }),
      banner({ id: 'high', priority: 9 }),
      banner({ id: 'older' }),
      banner({ id: 'newer' }),
    ] as const;
    expect(ids(low, older, high, newer)).toEqual(['high', 'newer', 'older', 'low']);
  });

  test('only those that are for the reader', () => {
    expect(ids(banner({ id: 'over', priority: 5, enabled: false }), banner({ id: 'here' }))).toEqual(['here']);
  });

  test('the next one that is over', () => {
    const until = (expires: string | null) => banner({ expires });
    expect(nextExpiryMs([until(null)], now)).toBe(null);
    expect(nextExpiryMs([until('2026-11-20T11:00:00Z')], now)).toBe(null);
    expect(nextExpiryMs([until('2026-11-20T12:01:00Z'), until('2026-11-20T12:00:30Z'), until(null)], now)).toBe(30_000);
  });
});

describe('what administrators write', () => {
  const draft = {
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
  };
  const takes = (more: object) => infoBannerDraft.safeParse({ ...draft, ...more }).success;

  test('a whole banner is taken', () => {
    expect(takes({})).toBe(true);
    expect(takes({ link: 'https://status.example/', linkText: { de: 'Stand', en: 'Status' } })).toBe(true);
  });

  test.each([
    ['a link that runs script', { link: 'javascript:alert(1)' }],
    ['a link to data', { link: 'data:text/html,hello' }],
    ['a link to a file', { link: 'file:///etc/passwd' }],
    ['no address', { link: 'status' }],
    ['a link text that leads nowhere', { linkText: { de: 'Stand', en: 'Status' } }],
    ['no words', { message: { de: ' ', en: 'Maintenance' } }],
    ['only one language', { message: { en: 'Maintenance' } }],
    ['a text that is no banner', { message: { de: 'x'.repeat(301), en: 'x' } }],
    ['another type', { type: 'FATAL' }],
    ['a version that is none', { fromVersion: 'new' }],
    ['a version of words', { toVersion: '1.x' }],
    ['an unknown system', { os: ['plan9'] }],
    ['a field that there is not', { html: '<b>hello</b>' }],
  ])('%s is refused', (_what, more) => expect(takes(more)).toBe(false));

  test('a change fills in nothing', () => {
    expect(infoBannerChange.parse({ enabled: false })).toEqual({ enabled: false });
    expect(infoBannerChange.safeParse({ id: 'other' }).success).toBe(false);
  });
});

import type { CrmWrite } from '@sidetone/contract/entities/call-log.ts';
import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { adminWords } from '#i18n/admin-words.ts';
import { en } from '#i18n/words.ts';
import { CrmSection } from './CrmSection.tsx';
import { WriteEvents } from './WriteEvents.tsx';
import { everyWrite, wantedOf } from './write-filter.ts';

const world = vi.hoisted(() => ({ rows: {} as Record<string, readonly object[]>, events: [] as readonly object[] }));
vi.mock('#live/queries/live.ts', () => ({
  useLive: ({ name }: { name: string }) => ({ rows: world.rows[name] ?? [], status: 'ready' }),
}));
vi.mock('#live/queries/me.ts', () => ({ useMe: () => ({ admin: true, roles: [] }) }));
vi.mock('#live/line/http.ts', () => ({ call: () => Promise.reject(new Error('not in this test')) }));
vi.mock('@tanstack/react-query', () => ({ useQuery: () => ({ data: { events: world.events }, isError: false }) }));
vi.mock('../use-open.ts', () => ({ useOpen: () => ({ open: null, setOpen: () => {} }) }));
await i18next.init({
  lng: 'en',
  resources: { en: { translation: { ...en, ...adminWords } } },
  interpolation: { escapeValue: false },
});

const entry = (id: string, about: Partial<CrmWrite> = {}): CrmWrite => ({
  id,
  rev: 1,
  integrationId: 'i1',
  source: 'HUBSPOT',
  channelId: 'c1',
  sessionId: 's1',
  kind: 'call',
  unit: 'main',
  key: 'KQ7M-9D2X',
  state: 'WRITTEN',
  skipReason: null,
  actor: 'w1',
  remoteNumber: '+496990009214',
  remoteName: null,
  attempts: 1,
  problem: null,
  nextTryAt: null,
  url: null,
  createdAt: '2026-11-29T10:00:00.000Z',
  updatedAt: '2026-11-29T10:01:00.000Z',
  ...about,
});
const drawn = (...adminCrmWrites: CrmWrite[]) => {
  world.rows = {
    adminCrmWrites,
    adminCrmCounts: [
      { id: 'REFUSED', count: 3 },
      { id: 'WRITTEN', count: 1000 },
      { id: 'NEEDS_PERSON', count: adminCrmWrites.filter(({ state }) => state === 'REFUSED').length },
    ].filter(({ count }) => count > 0),
    adminUsers: [{ id: 'w1', firstName: 'Mara', lastName: 'Lund' }],
    integrations: [
      { id: 'i1', displayName: 'HubSpot', features: ['event-call-integration-entities-create'] },
      { id: 'i2', displayName: 'Friends', features: ['CONTACT_CREATE'] },
    ],
  };
  return renderToStaticMarkup(createElement(CrmSection));
};

test('an entry tells who it is of, where it goes, how it stands, and what was answered last', () => {
  const html = drawn(entry('1', { state: 'REFUSED', problem: 'deal 5512 is closed', attempts: 2 }));
  for (const words of ['Mara Lund', '+49 69 90009214', 'HubSpot', '>Refused<', 'deal 5512 is closed', '1 needs you'])
    expect(html).toContain(words);
});

test('what is gone or nobody’s keeps a name: the server, the source of a connection, a hidden number', () => {
  const html = drawn(entry('1', { actor: null, integrationId: null, source: 'PIPEDRIVE', remoteNumber: null }));
  for (const words of ['>Server<', '>PIPEDRIVE<', '>Anonymous<']) expect(html).toContain(words);
  expect(html).not.toContain('needs you');
});

test('why nothing was sent is told, and when something will be', () => {
  const html = drawn(
    entry('1', { state: 'SKIPPED', skipReason: 'ambiguous' }),
    entry('2', { state: 'WAITING', problem: 'Too many requests', nextTryAt: '2026-11-29T11:00:00.000Z' }),
    entry('3', { state: 'UNCLEAR', nextTryAt: '2026-11-29T11:00:00.000Z' }),
  );
  expect(html).toContain('Several contacts have this number');
  expect(html).toMatch(/Too many requests; tried again at \d+:00/);
  expect(html).toContain('>Being checked<');
});

test('states say how many entries they have, and who was talked to has a name where the log knows one', () => {
  const html = drawn(entry('1', { remoteName: 'Henrik Dahlgaard' }));
  expect(html).toContain('<option value="REFUSED">Refused (3)</option>');
  expect(html).toContain('<option value="WRITTEN">Written (1,000+)</option>');
  expect(html).toContain('<option value="WAITING">Waiting</option>');
  expect(html).toContain('<option value="w1">Mara Lund</option>');
  expect(html).toContain('>Henrik Dahlgaard<');
  expect(html).not.toContain('+49 69');
});

test('what is chosen is asked of the server, in days of the browser', () => {
  const filter = { group: 'REFUSED', integrationId: 'i1', actor: 'server', period: 'yesterday' } as const;
  expect(wantedOf(filter, '2026-11-29')).toEqual({
    integrationId: 'i1',
    actor: null,
    from: new Date(2026, 10, 28).toISOString(),
    before: new Date(2026, 10, 29).toISOString(),
  });
  expect(wantedOf(everyWrite, '2026-11-29')).toEqual({});
  expect(wantedOf({ ...everyWrite, actor: 'w1', period: 'week' }, '2026-03-02')).toEqual({
    actor: 'w1',
    from: new Date(2026, 1, 24).toISOString(),
    before: new Date(2026, 2, 3).toISOString(),
  });
});

test('only CRMs that take calls can be chosen; without entries it is said how there will be some', () => {
  const html = drawn();
  expect(html).toContain('<option value="i1">HubSpot</option>');
  expect(html).not.toContain('Friends');
  expect(html).toContain(adminWords.admin.crm.empty);
});

test('what happened to an entry is listed from its end, with what the CRM said of the request', () => {
  world.events = [
    { at: '2026-11-29T10:00:00.000Z', from: null, to: 'READY', code: null, requestId: null, milliseconds: null },
    {
      at: '2026-11-29T10:00:05.000Z',
      from: 'SENDING',
      to: 'WRITTEN',
      code: null,
      requestId: 'r-7',
      milliseconds: 1234,
    },
  ];
  const html = renderToStaticMarkup(createElement(WriteEvents, { entry: entry('1') }));
  expect(html).toContain('request r-7 · 1.2 s');
  expect(html.indexOf('>Written<')).toBeLessThan(html.indexOf('>Ready<'));
});

test.each([
  ['taken', adminWords.admin.crm.causes.taken],
  ['rate_limited', adminWords.admin.crm.causes.rate_limited],
  ['tooShort', adminWords.admin.crm.skipReasons.tooShort],
  ['E_NEWER', 'E_NEWER'],
])('what moved an entry is said in words where there are any: %s', (code, words) => {
  world.events = [
    { at: '2026-11-29T10:00:00.000Z', from: 'READY', to: 'WAITING', code, requestId: null, milliseconds: null },
  ];
  const html = renderToStaticMarkup(createElement(WriteEvents, { entry: entry('1') }));
  expect(html).toContain(`>${words}<`);
});

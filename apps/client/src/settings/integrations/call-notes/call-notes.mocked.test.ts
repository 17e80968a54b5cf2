import { someHubSpot } from '@sidetone/contract/entities/testing/some-connection.ts';
import { user } from '@sidetone/contract/entities/user.ts';
import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { en } from '#i18n/words.ts';
import { CallNotes } from './CallNotes.tsx';

const live = vi.hoisted(() => ({ me: null as unknown, rows: {} as Record<string, readonly object[]> }));
vi.mock('#live/queries/me.ts', () => ({ useMe: () => live.me }));
vi.mock('#live/queries/upgrade-link.ts', () => ({ useUpgradeLink: () => 'https://plans.example/' }));
vi.mock('#live/queries/live.ts', () => ({
  useLive: ({ name }: { name: string }) => ({ rows: live.rows[name] ?? [], status: 'ready' }),
  patchLive: () => ({ confirm: () => {}, takeBack: () => {} }),
}));
vi.mock('#live/line/http.ts', () => ({ call: () => Promise.reject(new Error('not in this test')) }));
await i18next.init({
  lng: 'en',
  resources: { en: { translation: en } },
  interpolation: { escapeValue: false },
});

const crm = someHubSpot({
  features: ['event-call-integration-entities-create'],
  callLoggingEntityTypes: ['contacts', 'companies', 'deals', 'tickets'],
});
const drawn = (integrationGrants: string[], about: object = {}) => {
  live.me = user.parse({
    id: 'u1',
    webUserId: 'w1',
    masterSipId: 'a1',
    firstName: 'Mara',
    lastName: 'Lund',
    email: 'mara@example.com',
    locale: 'en',
    plan: { id: 'X', displayName: 'X', integrationGrants },
    ...about,
  });
  return renderToStaticMarkup(createElement(CallNotes, { integrations: [crm] }));
};
const inputs = (html: string, type: string) =>
  [...html.matchAll(/<input[^>]*>/g)].map(([tag]) => tag).filter((tag) => tag.includes(`type="${type}"`));

test('SLOG-015 SCONST-010: the shortest call is chosen from 0 to 60 seconds in steps of 5', () => {
  const [slider = ''] = inputs(drawn(['CALL_EVENT'], { loggedCallDuration: 15 }), 'range');
  for (const part of ['min="0"', 'max="60"', 'step="5"', 'value="15"', 'aria-valuetext="15 seconds"'])
    expect(slider).toContain(part);
  expect(slider).not.toContain(' disabled=""');
});

test('kinds of records are ticked as the user chose them', () => {
  const html = drawn(['CALL_EVENT'], { defaultCallLoggingEntityTypes: { HUBSPOT: ['companies', 'deals'] } });
  expect(inputs(html, 'checkbox').map((tag) => tag.includes(' checked=""'))).toEqual([false, true, true, false]);
  expect(html).not.toContain(en.callNotes.upsell);
});

test('SPERM-017: without the grant all of it is disabled, below a banner that leads to more', () => {
  live.rows = {
    channels: [
      { id: 'own', name: 'Mara Lund', channelType: 'personal' },
      { id: 'ch1', name: 'Sales', channelType: 'shared' },
    ],
    logModes: [
      { id: 'own', rev: 0, mode: 'off', mayChange: true },
      { id: 'ch1', rev: 0, mode: 'off', mayChange: true },
    ],
    adminLogText: [{ id: 'a1', rev: 1, smallTalk: true, link: true, hasAddress: true }],
  };
  const html = drawn([], { admin: true });
  expect(html).toContain(en.callNotes.upsell);
  expect(html).toContain('href="https://plans.example/"');
  const all = [...inputs(html, 'checkbox'), ...inputs(html, 'range')];
  // Four kinds and two switches, the slider, and the ways of both channels.
  expect(all).toHaveLength(7);
  const selects = [...html.matchAll(/<select[^>]*>/g)].map(([tag]) => tag);
  expect(selects).toHaveLength(2);
  expect([...all, ...selects].every((tag) => tag.includes(' disabled=""'))).toBe(true);
  expect([...html.matchAll(/<option value="(\w+)" selected/g)].map(([, mode]) => mode)).toEqual(['off', 'off']);
  expect(drawn([])).not.toContain(en.callNotes.texts);
});

test('administrators choose what entries contain, and a link needs an address of the server', () => {
  const text = { id: 'a1', rev: 1, smallTalk: true, link: true, hasAddress: false };
  live.rows = { adminLogText: [text] };
  expect(drawn(['CALL_EVENT'])).not.toContain(en.callNotes.texts);
  const switches = (html: string) => [...html.matchAll(/<input[^>]*role="switch"[^>]*>/g)].map(([tag]) => tag);
  const without = drawn(['CALL_EVENT'], { admin: true });
  expect(without).toContain(en.callNotes.noAddress);
  expect(switches(without).map((tag) => [tag.includes(' checked=""'), tag.includes(' disabled=""')])).toEqual([
    [true, false],
    [false, true],
  ]);
  live.rows = { adminLogText: [{ ...text, hasAddress: true }] };
  const html = drawn(['CALL_EVENT'], { admin: true });
  expect(html).toContain(en.callNotes.linkText);
  expect(switches(html).every((tag) => tag.includes(' checked=""') && !tag.includes(' disabled=""'))).toBe(true);
});

test('the way of a channel is shown for those who may set it only', () => {
  live.rows = {
    channels: [
      { id: 'own', name: 'Mara Lund', channelType: 'personal' },
      { id: 'ch1', name: 'Sales', channelType: 'shared' },
      { id: 'ch2', name: 'Service', channelType: 'shared' },
    ],
    logModes: [
      { id: 'own', rev: 1, mode: 'auto', mayChange: true },
      { id: 'ch1', rev: 1, mode: 'off', mayChange: true },
      { id: 'ch2', rev: 1, mode: 'ask', mayChange: false },
    ],
  };
  const html = drawn(['CALL_EVENT']);
  expect(html).toContain('Calls of Sales');
  expect(html).toContain(`Calls of ${en.callNotes.own}`);
  expect(html).not.toContain('Service');
  expect([...html.matchAll(/<option value="(\w+)" selected/g)].map(([, mode]) => mode)).toEqual(['auto', 'off']);
});

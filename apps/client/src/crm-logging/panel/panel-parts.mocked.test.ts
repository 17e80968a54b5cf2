import { type CallLogEntity, type CrmEntity, crmEntity } from '@sidetone/contract/entities/call-log.ts';
import { someHubSpot } from '@sidetone/contract/entities/testing/some-connection.ts';
import { someLogEntity, someTask } from '@sidetone/contract/entities/testing/some-log.ts';
import i18next from 'i18next';
import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, expect, test, vi } from 'vitest';
import { crmLoggingWords } from '#i18n/crm-logging-words.ts';
import { en } from '#i18n/words.ts';
import type { LazySave } from '#platform/lazy-save.ts';
import { openedPanel, panelStep } from '../panel.ts';
import { EntityChip } from './EntityChip.tsx';
import { FollowUp } from './FollowUp.tsx';
import { PanelFoot } from './PanelFoot.tsx';

const types = vi.hoisted(() => ({ found: [] as { id: string; label: string }[], failed: false }));
vi.mock('./use-options.ts', () => ({
  useTaskTypes: (crms: readonly unknown[]) => ({
    failed: types.failed,
    takers: types.found.length === 0 ? [] : crms.map((crm) => ({ crm, types: types.found })),
  }),
}));
await i18next.init({
  lng: 'en',
  resources: { en: { translation: { ...en, ...crmLoggingWords } } },
  interpolation: { escapeValue: false },
});
beforeEach(() => {
  types.found = [{ id: 'TODO', label: 'To-do' }];
  types.failed = false;
});

const crm = someHubSpot({ callLoggingEntityTypes: ['contacts', 'deals'] });
const nothing = () => {};
const drawn = (element: ReactElement): string => renderToStaticMarkup(element).replace(/\s+/g, ' ');

const chip = (about: Partial<CallLogEntity>, record: CrmEntity | null = null) =>
  drawn(
    createElement(EntityChip, {
      entity: someLogEntity(about),
      record,
      connected: new Set(['hub']),
      me: 'anna',
      crm: 'HubSpot',
      busy: false,
      onRemove: nothing,
      onRetry: nothing,
    }),
  );

test('a chip names the kind and the record, opens it, and can be removed', () => {
  const html = chip({ state: 'WRITTEN', logUrl: 'https://app.hubspot.com/calls/9' });
  for (const part of [
    'Deal',
    'Cooling 2026',
    'href="https://app.hubspot.com/calls/9"',
    'written',
    'Remove Cooling 2026',
  ])
    expect(html).toContain(part);
  expect(html).not.toContain('Try again');
});

test('what was refused says why, and can be tried again', () => {
  const html = chip({ state: 'REFUSED', problem: 'The deal is archived.' });
  expect(html).toContain('could not be written: The deal is archived.');
  expect(html).toContain('aria-label="Try again"');
});

test('what was skipped says why in the words of the app', () => {
  expect(chip({ state: 'SKIPPED', problem: 'tooShort' })).toContain('shorter than the minimum you set');
});

test('SLOG-014: a record of a CRM that is no longer connected is unknown, without its name, and stays', () => {
  const html = chip({ integrationId: 'old' });
  expect(html).toContain('data-state="unknown"');
  expect(html).toContain('Unknown');
  for (const part of ['Cooling 2026', 'Remove', 'href']) expect(html).not.toContain(part);
  expect(chip({ integrationId: 'old', ownedBy: 'ben' })).toContain('data-state="unknown"');
  expect(chip({ integrationId: 'old', ownedBy: 'anna' })).toContain('Cooling 2026');
});

test('SAPI-023: a record that is logged to has the name that it has in the CRM now; one that it hides is unknown', () => {
  const now = crmEntity.parse({
    integrationId: 'hub',
    source: 'HUBSPOT',
    type: 'deals',
    id: '7',
    label: 'Cooling 2027',
    url: null,
    isOpen: true,
    ownerId: '3',
  });
  const renamed = chip({ state: 'WRITTEN', logId: '9' }, now);
  expect(renamed).toContain('Cooling 2027');
  expect(renamed).not.toContain('Cooling 2026');
  const hidden = chip({ state: 'WRITTEN', logId: '9' }, { ...now, label: '', isHidden: true });
  expect(hidden).toContain('data-state="unknown"');
  for (const part of ['Cooling', 'Remove', 'href']) expect(hidden).not.toContain(part);
});

test('an address that is no web page is not a link', () => {
  expect(chip({ url: 'javascript:alert(1)' })).not.toContain('href');
});

const draft = someTask();
const title: LazySave<string> = { write: nothing, flush: async () => {} };
const followUp = (task: typeof draft | null, records = 1, hasOwner = true) =>
  drawn(
    createElement(FollowUp, {
      crms: [crm],
      task,
      hasOwner,
      records,
      changes: { change: async () => draft, remove: async () => draft, settled: async () => {} },
      title,
      onRetry: nothing,
    }),
  );

test('SPERM-019: without task types of a CRM there are no follow-up tasks', () => {
  types.found = [];
  expect(followUp(null)).toBe('');
});

test('types that could not be loaded are said to be missing, and a task that is there stays', () => {
  types.found = [];
  types.failed = true;
  expect(followUp(null)).toContain('The types of tasks could not be loaded.');
  const html = followUp({ ...draft, state: 'WRITTEN', url: 'https://app.hubspot.com/tasks/3' });
  expect(html).toContain('The task is in HubSpot.');
  expect(html).not.toContain('could not be loaded');
});

test('SLOG-023 to -026: a task is due today at the earliest, by day and time; its title is optional', () => {
  const html = followUp(draft);
  expect(html).toMatch(/type="date" min="\d{4}-\d{2}-\d{2}"/);
  expect(html).toContain('value="2026-11-20"');
  expect(html).toMatch(/type="time"[^>]*value="15:30"/);
  expect(followUp({ ...draft, title: '' })).not.toContain('aria-invalid');
});

test('SLOG-019, SLOG-020: what a task still needs is said', () => {
  expect(followUp({ ...draft, type: null })).toContain('Choose a type, or the task is not created.');
  expect(followUp(draft, 0)).toContain('Select a record, or the task is not created.');
  expect(followUp(draft, 1)).not.toContain('is not created');
});

test('SERR-060: a call that nobody took has no follow-up task, and says so', () => {
  const html = followUp(null, 1, false);
  expect(html).toMatch(/<input[^>]*role="switch"[^>]*disabled=""/);
  expect(html).toContain('Nobody took this call');
  expect(followUp(null)).not.toContain('disabled=""');
});

test('SERR-059: a type that its CRM no longer has is logged, and another one is asked for', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(nothing);
  const html = followUp({ ...draft, type: 'FAX' });
  expect(html).toContain('<option value="" selected="">Choose a type</option>');
  expect(warn.mock.calls).toEqual([['[crm-logging] type of a task not found:', 'FAX']]);
  followUp(draft);
  expect(warn).toHaveBeenCalledTimes(1);
  warn.mockRestore();
});

test('a task that is there is opened in its CRM', () => {
  const html = followUp({ ...draft, state: 'WRITTEN', url: 'https://app.hubspot.com/tasks/3' });
  expect(html).toContain('The task is in HubSpot.');
  expect(html).toContain('href="https://app.hubspot.com/tasks/3"');
  expect(html).not.toContain('<input');
});

const auto = { autoClose: true, logOnClose: true };
const foot = (panel: ReturnType<typeof openedPanel>) =>
  drawn(createElement(PanelFoot, { panel, tell: nothing, crm: 'HubSpot', onTakeAway: null }));

test('SLOG-003: the countdown says how long, what stops it, and which key ends it', () => {
  const html = foot(panelStep(openedPanel(auto, false), { is: 'callEnded', now: Date.now() - 4000 }));
  for (const part of ['Closes in 6 s', 'Click or type to pause', 'Pause', 'Log and close'])
    expect(html).toContain(part);
  expect(html).toMatch(/width:4[0-3][.\d]*%/);
  // Read aloud once, and not every second.
  expect(html).toContain('<span role="status" class="sr-only">Closes in 10 s');
});

test('SERR-050: what was not logged is said in the panel, which can be left', () => {
  const html = foot(panelStep(panelStep(openedPanel(auto, false), { is: 'logged' }), { is: 'stayed' }));
  expect(html).toContain('role="alert">The call was not logged.');
});

test('a running call is not logged yet', () => {
  expect(foot(openedPanel(auto, false))).toMatch(/<button[^>]*disabled=""[^>]*>Log and close/);
});

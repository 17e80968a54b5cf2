import { someHubSpot } from '@sidetone/contract/entities/testing/some-connection.ts';
import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { crmLoggingWords } from '#i18n/crm-logging-words.ts';
import { en } from '#i18n/words.ts';
import type { LoggingRequest } from '../logging-panel.ts';

const state = vi.hoisted(() => ({ hasCallSmallTalk: true, grants: ['CALL_TASKS'], crms: [] as unknown[] }));
const part = (name: string) => createElement('i', { 'data-part': name });
vi.mock('#notes/NoteEditor.tsx', () => ({ NoteEditor: () => part('note') }));
vi.mock('#call-detail/SmallTalk.tsx', () => ({ SmallTalk: () => part('small talk') }));
vi.mock('./Associations.tsx', () => ({ Associations: () => part('records') }));
vi.mock('./Outcome.tsx', () => ({ Outcome: () => part('outcome') }));
vi.mock('./FollowUp.tsx', () => ({ FollowUp: () => part('task') }));
vi.mock('./PanelHead.tsx', () => ({ PanelHead: () => part('head') }));
vi.mock('./use-log-documents.ts', () => ({
  useLogDocuments: () => ({ isUpdate: false, log: null, entities: [], task: null, problem: null, isOpen: true }),
}));
vi.mock('#live/line/http.ts', () => ({ call: () => Promise.reject(new Error('not in this test')) }));
vi.mock('#live/queries/live.ts', () => ({ useLive: () => ({ rows: [], status: 'ready' }) }));
vi.mock('#live/queries/flags.ts', () => ({ useFlags: () => ({ hasCallSmallTalk: state.hasCallSmallTalk }) }));
vi.mock('#live/queries/logging-crms.ts', () => ({ useLoggingCrms: () => state.crms }));
vi.mock('#live/queries/me.ts', () => ({ useMe: () => ({ grants: state.grants, admin: false }) }));
await i18next.init({
  lng: 'en',
  resources: { en: { translation: { ...en, ...crmLoggingWords } } },
  interpolation: { escapeValue: false },
});
// It adds words to those that are there.
const { LoggingPanel } = await import('./LoggingPanel.tsx');

state.crms = [someHubSpot()];
const request: LoggingRequest = {
  config: { autoClose: true, logOnClose: true },
  webUserId: 'mara',
  contact: null,
  call: {
    channelId: 'sales',
    sessionId: 'one',
    docId: 'pbx-one',
    direction: 'INCOMING',
    number: '+49301234567',
    startedAt: '2026-11-29T10:00:00.000Z',
    establishedAt: '2026-11-29T10:00:05.000Z',
  },
};

/** The parts of the panel, from its head to its foot. */
function parts(): string[] {
  const panel = createElement(LoggingPanel, { request, onCreateContact: null });
  const html = renderToStaticMarkup(panel);
  expect(html).toMatch(/<button[^>]*>Log and close/);
  return [...html.matchAll(/data-part="([^"]+)"/g)].map(([, name]) => name ?? '');
}

test('SLOG-003: the panel has a note, records, an outcome, a follow-up task, small talk, and the button that closes it', () => {
  expect(parts()).toEqual(['head', 'note', 'records', 'outcome', 'task', 'small talk']);
});

test('SLOG-003: small talk is there with its flag, and SPERM-018: a follow-up task with its grant', () => {
  state.hasCallSmallTalk = false;
  state.grants = [];
  expect(parts()).toEqual(['head', 'note', 'records', 'outcome']);
});

import type { QueueWaiting } from '@sidetone/contract/entities/channel-routing.ts';
import i18next from 'i18next';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test, vi } from 'vitest';
import { adminWords } from '#i18n/admin-words.ts';
import { en } from '#i18n/words.ts';
import { firstWaiting } from './channel-form.ts';
import { WaitingGroup } from './WaitingGroup.tsx';

vi.mock('#live/queries/live.ts', () => ({ useLive: () => ({ rows: [], status: 'ready' }) }));
vi.mock('#live/line/http.ts', () => ({ call: () => Promise.reject(new Error('not in this test')) }));
vi.mock('@tanstack/react-query', () => ({
  useQuery: () => ({ data: { announcements: [{ id: 'waltz', name: 'Waltz' }] }, isError: false }),
}));
vi.mock('#contacts/number-place.ts', () => ({ useNumberPlace: () => ({ country: 'DE', areaCode: '30' }) }));
await i18next.init({
  lng: 'en',
  resources: { en: { translation: { ...en, ...adminWords } } },
  interpolation: { escapeValue: false },
});

const drawn = (waiting: QueueWaiting | null, wrong = '') =>
  renderToStaticMarkup(
    createElement(WaitingGroup, {
      waiting,
      voicemail: false,
      ownChannelId: null,
      error: (path) => (path === wrong ? 'not that' : undefined),
      onChange: () => {},
    }),
  );
/** The labels that are drawn, in their order. */
const labels = (html: string) => [...html.matchAll(/<label[^>]*>([^<]+)</g)].map(([, label]) => label);

test('a channel without a queue has one switch', () => {
  expect(labels(drawn(null))).toEqual(['Callers wait in a queue']);
});

test('a queue has its limits, its music and who goes first, and a time where places are said', () => {
  if (firstWaiting === null) throw new Error('there is no queue to begin with');
  const html = drawn(firstWaiting);
  expect(labels(html)).toEqual([
    'Callers wait in a queue',
    'Longest wait (s)',
    'Longest queue (callers)',
    'If the queue is full',
    'Music',
    'Tell callers their place in the queue',
    'Tell callers about how long they will wait',
    'Offer callers a call-back',
    'Callers who go first (optional)',
  ]);
  expect(html).toContain('<option value="waltz">Waltz</option>');
  const told = drawn({ ...firstWaiting, positionEverySeconds: 45, first: ['+4930555'] }, 'first.0');
  expect(labels(told)).toContain('Again every (s)');
  expect(told).toContain('value="45"');
  const offered = drawn({ ...firstWaiting, callBack: { promptId: 'waltz', keptMinutes: 90 } });
  expect(labels(offered)).toEqual(expect.arrayContaining(['Offer heard by callers', 'Keep the place for (min)']));
  expect(offered).toContain('value="90"');
  expect(told).toContain('+4930555</textarea>');
  expect(told).toContain('Write each number with its country code');
});

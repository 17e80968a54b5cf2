import { callLogQueries } from '@sidetone/contract/documents/call-log-queries.ts';
import { someLogEntity, someTask } from '@sidetone/contract/entities/testing/some-log.ts';
import { expect, test, vi } from 'vitest';
import { liveStore } from './live-store.ts';
import { fakeLiveSource } from './testing/fake-live-source.ts';

const of = { channelId: 'sales', sessionId: 'one' };
const log = {
  id: 'sales:one',
  rev: 1,
  ...of,
  owner: 'mara',
  mode: 'ask',
  selectedOutcome: null,
  isDefaultEntitySelectionApplied: true,
  readyAt: null,
  isAmbiguous: false,
};

test.each([
  ['SERR-054', callLogQueries.callLog, log, { ...log, mode: 'perhaps' }],
  ['SERR-055', callLogQueries.callLogEntities, someLogEntity(), { ...someLogEntity(), type: 'planets' }],
  ['SERR-056', callLogQueries.callTask, someTask(), { ...someTask(), dueDay: '20.11.2026' }],
] as const)(
  '%s, SLOG-030: a document of a log that cannot be parsed is logged, loading ends, and nothing is shown of it',
  (_row, query, right, broken) => {
    const source = fakeLiveSource();
    const warn = vi.fn();
    const store = liveStore(source, warn);
    store.watch(query, of, () => {});
    source.say(query.name, { type: 'snapshot', rows: [right] });
    expect(store.read(query, of).rows).toHaveLength(1);
    source.say(query.name, { type: 'snapshot', rows: [broken] });
    expect(store.read(query, of)).toMatchObject({ status: 'ready', rows: [] });
    expect(warn.mock.calls.map(([text]) => text)).toEqual([`[live] a row of ${query.name} was skipped: ${broken.id}`]);
  },
);

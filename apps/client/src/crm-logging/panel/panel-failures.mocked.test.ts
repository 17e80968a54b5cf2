import { callLog } from '@sidetone/contract/entities/call-log.ts';
import { someTask } from '@sidetone/contract/entities/testing/some-log.ts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { leaveLog } from './leave-log.ts';
import { useLogChanges } from './use-log-changes.ts';
import { taskNotChanged, useTaskChanges } from './use-task-changes.ts';

const mocks = vi.hoisted(() => ({ call: vi.fn(), toast: vi.fn() }));
vi.mock('#live/line/http.ts', () => ({ call: mocks.call }));
vi.mock('#ui/toasts.ts', () => ({ toast: mocks.toast }));

const logged: string[] = [];
beforeEach(() => {
  const keep = (...words: unknown[]) => void logged.push(words.map(String).join(' '));
  vi.spyOn(console, 'warn').mockImplementation(keep);
  vi.spyOn(console, 'error').mockImplementation(keep);
});
afterEach(() => {
  logged.length = 0;
  vi.restoreAllMocks();
  mocks.call.mockReset();
  mocks.toast.mockReset();
});

/** What a hook gives when it is first drawn. */
function given<Value>(hook: () => Value): Value {
  let value: { readonly of: Value } | null = null;
  renderToStaticMarkup(
    createElement(() => {
      value = { of: hook() };
      return null;
    }),
  );
  return (value as unknown as { readonly of: Value }).of;
}

const of = { channelId: 'sales', sessionId: 'one' };
const deal = { integrationId: 'hub', type: 'deals', id: '7' } as const;
const log = (owner: string | null) =>
  callLog.parse({
    id: 'sales:one',
    rev: 1,
    ...of,
    owner,
    mode: 'ask',
    selectedOutcome: null,
    isDefaultEntitySelectionApplied: true,
    readyAt: null,
    isAmbiguous: false,
  });
const task = someTask({ rev: 4 });

test('SERR-050: changes of a log that fail are logged, and nobody is interrupted', async () => {
  mocks.call.mockRejectedValue(new Error('no connection'));
  const changes = given(() => useLogChanges(of));
  expect(await Promise.all([changes.add(deal), changes.remove(deal), changes.retry()])).toEqual([false, false, false]);
  expect(await leaveLog(of, 'log')).toBe('stayed');
  expect(await leaveLog(of, 'draft')).toBe('closed');
  expect(logged).toHaveLength(5);
  expect(mocks.toast).not.toHaveBeenCalled();
});

test('SERR-050: changes of a task that fail are logged', async () => {
  mocks.call.mockRejectedValue(new Error('no connection'));
  const tasks = given(() => useTaskChanges(of, { log: log('mara'), task }));
  await tasks.change({ type: 'CALL' }).catch(taskNotChanged);
  await tasks.settled();
  expect(logged).toEqual([expect.stringContaining('[crm-logging] task not changed:')]);
  expect(mocks.toast).not.toHaveBeenCalled();
});

test('SERR-060: a call without an owner has its task changes skipped and logged', async () => {
  const tasks = given(() => useTaskChanges(of, { log: log(null), task }));
  expect(await tasks.change({ title: 'Send the offer' })).toEqual({ rev: 4 });
  expect(await tasks.remove()).toEqual({ rev: 4 });
  expect(mocks.call).not.toHaveBeenCalled();
  expect(logged).toEqual(Array(2).fill('[crm-logging] task not changed: the call has no owner'));
});

test('a log is left once what was changed of its task has arrived', async () => {
  const { promise, resolve } = Promise.withResolvers<typeof task>();
  mocks.call.mockReturnValueOnce(promise);
  const tasks = given(() => useTaskChanges(of, { log: log('mara'), task }));
  const changed = tasks.change({ type: 'CALL' });
  let isSettled = false;
  const settled = tasks.settled().then(() => {
    isSettled = true;
  });
  await Promise.resolve();
  expect(isSettled).toBe(false);
  resolve({ ...task, rev: 5 });
  await settled;
  expect((await changed).rev).toBe(5);
});

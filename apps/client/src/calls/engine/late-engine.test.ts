import { expect, test } from 'vitest';
import type { CallEngine, LineState } from './call-engine.ts';
import { lateEngine } from './late-engine.ts';

/** An engine whose code comes, or does not, each time it is asked for; and what became of it. */
function world(...answers: readonly ('comes' | 'fails')[]) {
  const seen: string[] = [];
  const lines: LineState[] = [];
  const tasks: (() => void)[] = [];
  let asked = 0;
  const real: CallEngine = {
    start: async () => void seen.push('started'),
    dial: () => Promise.reject(new Error('nobody there')),
    reconnect: () => void seen.push('reconnects'),
    stop: async () => void seen.push('stopped'),
  };
  const engine = lateEngine({
    load: async () => {
      asked += 1;
      if (answers[asked - 1] === 'fails') throw new Error('no connection');
      return real;
    },
    clock: {
      now: () => 0,
      after(_, task) {
        tasks.push(task);
        return () => void tasks.splice(tasks.indexOf(task), 1);
      },
    },
    log: () => {},
  });
  const listener = { incoming: () => {}, line: (state: LineState) => void lines.push(state) };
  return { engine, listener, seen, lines, tasks, asked: () => asked };
}

test('it goes on duty once its code is there', async () => {
  const { engine, listener, seen } = world('comes');
  await engine.start(listener);
  engine.reconnect();
  await engine.stop();
  expect(seen).toEqual(['started', 'reconnects', 'stopped']);
});

test('where its code does not come the line is down and no call can be started, until it comes', async () => {
  const { engine, listener, seen, lines, tasks } = world('fails', 'comes');
  await engine.start(listener);
  expect(lines).toEqual([{ status: 'DISCONNECTED', reconnect: 'failed' }]);
  await expect(engine.dial({ number: '1', sessionId: 's', channelId: null, ownNumber: null })).rejects.toMatchObject({
    code: 'OFFLINE',
  });
  tasks[0]?.();
  await expect.poll(() => seen).toEqual(['started']);
});

test('a user who asks for a connection has the code asked for again', async () => {
  const { engine, listener, seen, tasks, asked } = world('fails', 'comes');
  await engine.start(listener);
  engine.reconnect();
  await expect.poll(() => seen).toEqual(['started']);
  expect([tasks.length, asked()]).toEqual([0, 2]);
});

test('one that went off duty before its code came never goes on duty', async () => {
  const { engine, listener, seen } = world('comes');
  const started = engine.start(listener);
  await engine.stop();
  await started;
  expect(seen).toEqual([]);
});

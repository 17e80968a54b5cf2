import { pino } from 'pino';
import { expect, onTestFinished, test, vi } from 'vitest';
import { commandLineOperator } from '../features/administration/company/companies.ts';
import { askForHandOver } from '../features/administration/company/hand-over-node.ts';
import { callPace } from '../pbx/call-pace.ts';
import { claimNode } from '../storage/node-lease.ts';
import { testDatabase } from '../storage/testing/test-database.ts';
import { heedHandOver } from './hand-over.ts';

test('a hand-over that was asked for while the process began is heeded', async () => {
  const { db, drop } = await testDatabase();
  onTestFinished(drop);
  const { node, epoch } = await claimNode(db, 'node-1');
  await askForHandOver(db, commandLineOperator, { node, isBack: false });
  let hasLeft = false;
  const pace = callPace();
  heedHandOver({
    db,
    feed: { onChange: () => () => {}, onGap: () => () => {}, stop: async () => {} },
    log: pino({ level: 'silent' }),
    owner: { node, epoch, sure: async () => {}, whenAwake: (task) => task() },
    keep: () => {},
    pace,
    exchange: { callsToLose: () => 0 },
    leave() {
      hasLeft = true;
    },
  });
  await vi.waitFor(() => expect(hasLeft).toBe(true), 5_000);
  expect(pace.isFull()).toBe(true);
});

import { expect, test } from 'vitest';
import { logMissingAccount } from './missing-account.ts';

test.each([
  ['the server has none', { status: 'ready', rows: [] }, 1],
  ['it is there', { status: 'ready', rows: [{ id: 's1' }] }, 0],
  ['it has not come yet', { status: 'loading', rows: [] }, 0],
  ['it could not be loaded, which the line to the server logs', { status: 'failed', rows: [] }, 0],
])('ERR-055: a missing account document is logged: %s', (_about, account, times) => {
  const lines: string[] = [];
  logMissingAccount(account, (line) => lines.push(line));
  expect(lines).toHaveLength(times);
  for (const line of lines) expect(line).toMatch(/^\[account\] .*no document/);
});

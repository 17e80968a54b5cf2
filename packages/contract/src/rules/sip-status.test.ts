import { expect, test } from 'vitest';
import { busyStatuses, reasonFromSipStatus } from './sip-status.ts';

const named: Record<number, string> = {
  404: 'NOT_FOUND',
  408: 'REQUEST_TIMEOUT',
  480: 'TEMPORARILY_UNAVAILABLE',
  486: 'BUSY_HERE',
  487: 'CANCELLED',
  580: 'PRECONDITION_FAILURE',
  600: 'BUSY_EVERYWHERE',
  603: 'DECLINED',
};

test('every final status has a reason, and eight have one of their own', () => {
  for (let status = 300; status < 700; status++)
    expect(reasonFromSipStatus(status)).toBe(named[status] ?? 'TERMINATED');
});

test('the busy tone belongs to busy here and busy everywhere', () => {
  expect(busyStatuses.map(reasonFromSipStatus)).toEqual(['BUSY_HERE', 'BUSY_EVERYWHERE']);
});

import { describe, expect, test } from 'vitest';
import { endOf, type SipEnd, sipCauseOf } from './reasons.ts';

const response = (status_code: number, reason?: string): SipEnd['message'] => ({
  status_code,
  getHeaders: () => (reason === undefined ? [] : [reason]),
});
const request = (reason?: string): SipEnd['message'] => ({ getHeaders: () => (reason === undefined ? [] : [reason]) });

describe('the cause of a Reason header', () => {
  test.each([
    ['SIP;cause=200;text="Call completed elsewhere"', 200],
    ['SIP ;cause=486 ;text="Busy, really"', 486],
    ['Q.850;cause=16;text="x", SIP;cause=603', 603],
    ['Q.850;cause=16', null],
    ['', null],
  ])('%s', (header, cause) => {
    expect(sipCauseOf([header])).toBe(cause);
  });
});

describe('why a session ended', () => {
  test.each([
    [404, 'NOT_FOUND'],
    [408, 'REQUEST_TIMEOUT'],
    [480, 'TEMPORARILY_UNAVAILABLE'],
    [486, 'BUSY_HERE'],
    [487, 'CANCELLED'],
    [580, 'PRECONDITION_FAILURE'],
    [600, 'BUSY_EVERYWHERE'],
    [603, 'DECLINED'],
    [503, 'TERMINATED'],
  ] as const)('refused with %i', (status, reason) => {
    const end = endOf({ originator: 'remote', cause: 'x', message: response(status) }, false);
    expect(end).toEqual({ type: 'ended', reason, by: 'remote' });
  });

  test('a decline is a 486 with the cause 603', () => {
    const message = response(486, 'SIP;cause=603;text="Declined"');
    expect(endOf({ originator: 'remote', cause: 'Busy', message }, false).reason).toBe('DECLINED');
  });

  test('a CANCEL or BYE says that another device took the call', () => {
    const message = request('SIP;cause=200;text="Call completed elsewhere"');
    for (const established of [false, true]) {
      const end = endOf({ originator: 'remote', cause: 'Canceled', message }, established);
      expect(end.reason).toBe('ACCEPTED_ELSEWHERE');
    }
  });

  test('a plain CANCEL cancels, and a plain BYE hangs up', () => {
    expect(endOf({ originator: 'remote', cause: 'Canceled', message: request() }, false).reason).toBe('CANCELLED');
    expect(endOf({ originator: 'remote', cause: 'Terminated', message: request() }, true).reason).toBe('HANGUP');
  });

  test('the user ends the calls that they hang up, and the system those that break', () => {
    expect(endOf({ originator: 'local', cause: 'Terminated', message: null }, true)).toMatchObject({ by: 'user' });
    expect(endOf({ originator: 'local', cause: 'RTP Timeout', message: null }, true)).toEqual({
      type: 'ended',
      reason: 'TERMINATED',
      by: 'system',
    });
  });
});

test('an exchange that does not call outside, or has nothing to pick up, says why, and only then', () => {
  const refused = (reason_phrase: string, status_code = 503): SipEnd => ({
    originator: 'remote',
    cause: 'x',
    message: { status_code, reason_phrase, getHeaders: () => [] },
  });
  expect(endOf(refused('No Trunk'), false)).toMatchObject({ reason: 'TERMINATED', refused: 'NO_OUTSIDE_LINE' });
  expect(endOf(refused('Destination Barred', 403), false)).toMatchObject({ refused: 'DESTINATION_BARRED' });
  expect(endOf(refused('Call Limit Reached'), false)).toMatchObject({ refused: 'LIMIT_REACHED' });
  expect(endOf(refused('Nothing Rings There', 404), false)).toMatchObject({ refused: 'NOTHING_RINGS' });
  expect(endOf(refused('Pickup Not Allowed', 403), false)).toMatchObject({ refused: 'PICK_UP_NOT_ALLOWED' });
  expect(endOf(refused('Taken Already', 486), false)).toMatchObject({ refused: 'TAKEN_ALREADY' });
  expect(endOf(refused('Service Unavailable'), false)).not.toHaveProperty('refused');
  expect(endOf(refused('Forbidden', 403), false)).not.toHaveProperty('refused');
});

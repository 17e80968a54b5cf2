import { expect, test } from 'vitest';
import { type IncomingInvite, isPage, readInvite, toHeader } from './invite.ts';

const invite = (headers: Record<string, string>, like: Partial<IncomingInvite> = {}): IncomingInvite => ({
  getHeader: (name) => headers[name],
  from: { display_name: 'Bob', uri: { user: '12' } },
  to: { display_name: '+49406696941_c1', uri: { user: 'ext' } },
  ...like,
});
const both = { 'Call-ID': 'leg-1', 'X-Client-Correlation-Id': 'session-1' };

test('an INVITE names its session, its leg, the caller and the number that was called', () => {
  expect(readInvite(invite(both))).toEqual({
    sipCallId: 'leg-1',
    facts: {
      sessionId: 'session-1',
      direction: 'INCOMING',
      number: '12',
      displayName: 'Bob',
      calledNumber: '+49406696941',
      channelId: 'c1',
    },
  });
});

test.each(['Call-ID', 'X-Client-Correlation-Id'])('an INVITE without %s is refused', (name) => {
  expect(() => readInvite(invite({ ...both, [name]: '' }))).toThrow();
});

test('an INVITE of a colleague who calls in asks the app to answer', () => {
  const asks = { ...both, 'Call-Info': '<sip:ring.invalid>;answer-after=0' };
  expect(readInvite(invite(asks)).facts.asksToAnswer).toBe(true);
  expect(readInvite(invite({ ...asks, 'Call-Info': '<sip:a>;answer-after=05' })).facts.asksToAnswer).toBeUndefined();
});

test('a page is what a group was dialled for and what the app is asked to answer, and nothing else', () => {
  const asks = { ...both, 'Call-Info': '<sip:ring.invalid>;answer-after=0' };
  const called = (user: string | null) => ({ to: { display_name: null, uri: { user } } });
  const pages = (headers: Record<string, string>, user: string | null) => {
    const each = invite(headers, called(user));
    return isPage(each, readInvite(each).facts);
  };
  expect(pages(asks, '*117')).toBe(true);
  expect([pages(both, '*117'), pages(asks, '12'), pages(asks, '*8012'), pages(asks, null)]).toEqual(
    Array(4).fill(false),
  );
});

test('an anonymous caller has neither number nor name', () => {
  const from = { display_name: 'Anonymous', uri: { user: 'anonymous' } };
  expect(readInvite(invite(both, { from })).facts).toMatchObject({ number: null, displayName: null });
});

test('the To header carries the channel to call from', () => {
  expect(toHeader('sip:12@pbx', null, 'c1')).toBe('"_c1" <sip:12@pbx>');
  expect(toHeader('sip:12@pbx', '+49406696941', 'c1')).toBe('"+49406696941_c1" <sip:12@pbx>');
  expect(toHeader('sip:12@pbx', null, null)).toBe('<sip:12@pbx>');
});

import { analyticsEvent } from '@sidetone/contract/entities/analytics.ts';
import { expect, test } from 'vitest';
import { tracker } from './analytics.ts';
import type { Call } from './call.ts';

function world({ wanted = true, signedIn = true }: { wanted?: boolean; signedIn?: boolean } = {}) {
  const asked: string[] = [];
  const failures: unknown[] = [];
  const now = { wanted, signedIn, down: false };
  const call = (async (route: { path: string }, request: unknown, options: { keepalive?: boolean } = {}) => {
    asked.push(`${route.path} ${JSON.stringify(request)}${options.keepalive ? ' kept alive' : ''}`);
    if (now.down) throw new Error('down');
    return route.path === '/server-info' ? { analytics: now.wanted } : { taken: true };
  }) as unknown as Call;
  const track = tracker({ call, isSignedIn: () => now.signedIn, failed: (cause) => failures.push(cause) });
  return { track, asked, failures, now };
}

test('an event is sent where the server wants to know, also when the page is left immediately', async () => {
  const { track, asked } = world();
  await track({ name: 'MICROPHONE_ACCESS', state: 'GRANTED' });
  await track({ name: 'RELOAD_FROM_ERROR' });
  expect(asked).toEqual([
    '/server-info {}',
    '/analytics {"body":{"event":{"name":"MICROPHONE_ACCESS","state":"GRANTED"}}} kept alive',
    '/analytics {"body":{"event":{"name":"RELOAD_FROM_ERROR"}}} kept alive',
  ]);
});

test('a server without a sink gets nothing', async () => {
  const { track, asked } = world({ wanted: false });
  await track({ name: 'FAQ_CLICK' });
  await track({ name: 'FAQ_CLICK' });
  expect(asked).toEqual(['/server-info {}']);
});

test('no events are sent before sign-in', async () => {
  const { track, asked } = world({ signedIn: false });
  await track({ name: 'FAQ_CLICK' });
  expect(asked).toEqual([]);
});

test('an event that cannot be sent does no harm, and the next event asks again', async () => {
  const { track, asked, failures, now } = world();
  now.down = true;
  await track({ name: 'FAQ_CLICK' });
  expect(failures).toHaveLength(1);
  now.down = false;
  await track({ name: 'FAQ_CLICK' });
  expect(asked).toEqual([
    '/server-info {}',
    '/server-info {}',
    '/analytics {"body":{"event":{"name":"FAQ_CLICK"}}} kept alive',
  ]);
});

test('an event holds nothing but its own fields', () => {
  const rating = {
    call_rating_value: 'bad',
    reason: 'dropout',
    call_id: 'pbx-1',
    call_duration: 12.5,
    call_engine: 'sip',
    call_direction: 'INCOMING',
  };
  const event = { name: 'Call Rating Submitted', callRating: rating };
  expect(analyticsEvent.safeParse(event).success).toBe(true);
  expect(analyticsEvent.safeParse({ ...event, userId: 'mara' }).success).toBe(false);
  expect(analyticsEvent.safeParse({ ...event, callRating: { ...rating, number: '+4930901820' } }).success).toBe(false);
  expect(analyticsEvent.safeParse({ ...event, callRating: { ...rating, reason: 'x'.repeat(41) } }).success).toBe(false);
  expect(analyticsEvent.safeParse({ name: 'SOMETHING_ELSE' }).success).toBe(false);
});

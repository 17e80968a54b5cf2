import { expect, test } from 'vitest';
import { dryRun } from './dry-run.ts';
import { planChannel } from './plan-channel.ts';
import type { MenuChoice } from './route-plan.ts';
import { arrivalAt, type ChannelPlan, ledOn } from './route-plan.ts';
import { someQueue } from './testing/some-channel.ts';

const moment = {
  now: new Date('2026-11-30T09:00:00Z'),
  callerUserId: null,
  isBusy: () => false,
  isThere: () => true,
  canServe: true,
};
const queue = (routing: Record<string, unknown>, channelId = 'queue') => someQueue(['wben'], routing, { channelId });

/** The plan of a caller who chose in the menu that the queue begins with. */
function chosen(target: MenuChoice['target'], routing: Record<string, unknown> = { menuId: 'main' }): ChannelPlan {
  const step = planChannel(arrivalAt('queue'), queue(routing), moment);
  if (step.do !== 'menu') throw new Error(step.do);
  return ledOn(step.rest, { target, menus: ['main', 'support'] });
}

test('a menu comes before the members, but not for those who cannot hear it', () => {
  expect(planChannel(arrivalAt('queue'), queue({ menuId: 'main' }), moment)).toMatchObject({
    do: 'menu',
    menuId: 'main',
  });
  const silent = planChannel(arrivalAt('queue'), queue({ menuId: 'main' }), { ...moment, canServe: false });
  expect(silent).toMatchObject({ do: 'ring', userIds: ['wben'] });
});

test('its own channel rings its members, and another one is entered', () => {
  const own = chosen({ kind: 'channel', channelId: 'queue' });
  expect(planChannel(own, queue({ menuId: 'main' }), moment)).toMatchObject({ do: 'ring', userIds: ['wben'] });
  const other = planChannel(chosen({ kind: 'channel', channelId: 'sales' }), queue({ menuId: 'main' }), moment);
  expect(other).toMatchObject({
    do: 'enter',
    rest: { channelId: 'sales', at: 'arrives', cameInOn: 'queue', menus: ['main', 'support'] },
  });
});

test('a menu that the caller has heard is not played again by another channel, or as an overflow', () => {
  const other = planChannel(chosen({ kind: 'channel', channelId: 'sales' }), queue({ menuId: 'main' }), moment);
  if (other.do !== 'enter') throw new Error(other.do);
  expect(planChannel(other.rest, queue({ menuId: 'support' }, 'sales'), moment)).toMatchObject({ do: 'ring' });
  const routing = { overflow: { kind: 'menu', menuId: 'main' } };
  const over: ChannelPlan = { ...arrivalAt('queue'), at: 'over' };
  expect(planChannel(over, queue(routing), moment)).toMatchObject({ do: 'menu', menuId: 'main' });
  expect(planChannel({ ...over, menus: ['main'] }, queue(routing), moment)).toEqual({ do: 'end', why: 'nobodyTookIt' });
});

test('a voicemail is reached without ringing anybody, where it is on', () => {
  const on = { menuId: 'main', voicemail: { enabled: true, maxSeconds: 60 } };
  const own = chosen({ kind: 'voicemail', channelId: 'queue' }, on);
  expect(planChannel(own, queue(on), moment)).toEqual({ do: 'voicemail', maxSeconds: 60 });
  const other = planChannel(chosen({ kind: 'voicemail', channelId: 'sales' }), queue({ menuId: 'main' }), moment);
  if (other.do !== 'enter') throw new Error(other.do);
  expect(planChannel(other.rest, queue(on, 'sales'), moment)).toEqual({ do: 'voicemail', maxSeconds: 60 });
  expect(planChannel(other.rest, queue({}, 'sales'), moment)).toMatchObject({ do: 'end' });
});

test('an announcement is the last that a caller hears', () => {
  const step = planChannel(
    chosen({ kind: 'announcement', announcementId: 'hours' }),
    queue({ menuId: 'main' }),
    moment,
  );
  if (step.do !== 'announce') throw new Error(step.do);
  expect(planChannel(step.rest, queue({ menuId: 'main' }), moment)).toEqual({ do: 'end', why: 'nobodyTookIt' });
});

test('a closed channel has another menu', () => {
  const closed = { menuId: 'main', hours: {}, closed: { kind: 'menu', menuId: 'night' } };
  const step = planChannel(arrivalAt('queue'), queue(closed), moment);
  expect(step).toMatchObject({ do: 'menu', menuId: 'night' });
});

test('the dry run says which menus somebody hears who presses nothing, and goes on from there', () => {
  const channels = new Map([
    ['queue', queue({ menuId: 'main' })],
    ['sales', queue({}, 'sales')],
  ]);
  const steps = dryRun({
    channelId: 'queue',
    at: moment.now,
    channelById: (id) => channels.get(id),
    menuById: (id) =>
      id === 'main'
        ? { nothing: { kind: 'menu', menuId: 'second' } }
        : { nothing: { kind: 'channel', channelId: 'sales' } },
  });
  expect(steps.map((step) => (step.what === 'menu' ? step.menuId : step.what))).toEqual([
    'main',
    'second',
    'forwarded',
    'rings',
    'ends',
  ]);
  const gone = dryRun({ channelId: 'queue', at: moment.now, channelById: (id) => channels.get(id) });
  expect(gone.map(({ what }) => what)).toEqual(['rings', 'ends']);
});

test('the menu of a number comes in place of the one of its channel, and of no other channel', () => {
  const arrival = arrivalAt('queue', { firstMenuId: 'hotline' });
  const step = planChannel(arrival, queue({ menuId: 'main' }), moment);
  if (step.do !== 'menu') throw new Error(step.do);
  expect(step.menuId).toBe('hotline');
  const led = ledOn(step.rest, { target: { kind: 'channel', channelId: 'sales' }, menus: ['hotline'] });
  const entered = planChannel(led, queue({ menuId: 'main' }), moment);
  if (entered.do !== 'enter') throw new Error(entered.do);
  expect(planChannel(entered.rest, queue({ menuId: 'main' }, 'sales'), moment)).toMatchObject({ menuId: 'main' });
});

import { describe, expect, test } from 'vitest';
import { liveCalls } from '../../core/call-list.ts';
import { wayOut } from '../../core/way-out.ts';
import { type Desk, settle, sitDown } from '../testing/desk.ts';

const first = '+493023125410';
const second = '+492214710318';
const order = (number: string) => ({ number, channelId: null });
const whatever = () => {};

/**
 * Calls that run, with state, hold and mute; the lines of a transfer that are heard; and the calls with an open
 * microphone.
 */
const screens = {
  dialling: '1 WarmTransferStarted held NONE, 2 Initial none NONE, lines TARGET, open 1',
  ringing: '1 WarmTransferStarted held NONE, 2 Ringing none NONE, lines TARGET, open 1 2',
  talking: '1 WarmTransferStarted held NONE, 2 Established none NONE, lines TARGET, open 1 2',
  switched: '1 WarmTransferStarted none NONE, 2 Established held NONE, lines INITIAL, open 1 2',
  conferring: '1 WarmTransferStarted none NONE, 2 Established none NONE, lines INITIAL+TARGET, open 1 2',
  alone: '2 Ringing none NONE, no lines, open 2',
  ended: '1 Established none NONE, no lines, open 1',
  first: '1 Established none NONE, no lines, open 1',
  'first held': '1 Established held PROGRAMMATIC, no lines, open',
  second: '2 Established none NONE, no lines, open 2',
  'second dialled': '2 Initial none NONE, no lines, open',
  nobody: 'no lines, open',
} as const;

/** How far the second line is when something happens, and how it comes there beside a call that talks. */
const stages = {
  dialling: async (desk: Desk) => {
    desk.exchange.script(second, 'ring');
    desk.phone.holdBackTransfers();
    void desk.conductor.dial(order(second)).catch(whatever);
  },
  ringing: async (desk: Desk) => {
    desk.exchange.script(second, 'ring');
    await desk.conductor.dial(order(second));
  },
  talking: async (desk: Desk) => {
    desk.exchange.script(second, 'answer');
    await desk.conductor.dial(order(second));
  },
  switched: async (desk: Desk) => {
    await stages.talking(desk);
    await settle();
    await desk.conductor.switchLine(null);
  },
  conferring: async (desk: Desk) => {
    await stages.talking(desk);
    await settle();
    await desk.conductor.startConference();
  },
  /** The first left while it rang. */
  alone: async (desk: Desk) => {
    await stages.ringing(desk);
    await settle();
    desk.exchange.scriptedLeaves(first);
  },
  /** It was declined. */
  ended: async (desk: Desk) => {
    desk.exchange.script(second, 'BUSY_HERE');
    await desk.conductor.dial(order(second));
  },
} as const;
type Stage = keyof typeof stages;

interface Happening {
  readonly words: string;
  /** Returns the page that the user has afterwards, where it is another one. */
  readonly happens: (desk: Desk) => unknown;
  /** The screen afterwards; `muted` is the same without an open microphone. */
  readonly comesTo: Record<Stage, keyof typeof screens | 'same' | 'muted'>;
}

const same = {
  dialling: 'same',
  ringing: 'same',
  talking: 'same',
  switched: 'same',
  conferring: 'same',
  alone: 'same',
  ended: 'same',
} as const;
const secondGoes = {
  ...same,
  ringing: 'first',
  talking: 'first',
  switched: 'first',
  conferring: 'first',
  alone: 'nobody',
} as const;
// The next page knows of a second line without an answer only what the phone system knows.
const nextPage = { ...same, dialling: 'first', alone: 'nobody' } as const;

const happenings: readonly Happening[] = [
  {
    words: 'the first leaves',
    happens: ({ exchange }) => exchange.scriptedLeaves(first),
    comesTo: {
      dialling: 'second dialled',
      ringing: 'alone',
      talking: 'second',
      switched: 'second',
      conferring: 'second',
      alone: 'same',
      ended: 'nobody',
    },
  },
  {
    words: 'the second declines or leaves',
    happens: ({ phone }) => phone.tell('mine-2', { type: 'ended', reason: 'DECLINED', by: 'remote' }),
    comesTo: secondGoes,
  },
  {
    words: 'the second answers',
    happens: ({ phone }) => phone.tell('mine-2', { type: 'answered' }),
    comesTo: { ...same, ringing: 'talking', alone: 'second' },
  },
  { words: 'the page is reloaded, or another tab takes over', happens: (desk) => desk.nextPage(), comesTo: nextPage },
  {
    words: 'the next page asks for the microphone',
    happens: (desk) => {
      desk.phone.askForMicrophone();
      return desk.nextPage();
    },
    comesTo: nextPage,
  },
  {
    words: 'the user holds the first',
    happens: ({ conductor }) => conductor.toggleHold('mine-1'),
    comesTo: { ...same, ended: 'first held' },
  },
  { words: 'the user holds the second', happens: ({ conductor }) => conductor.toggleHold('mine-2'), comesTo: same },
  {
    words: 'the user switches',
    happens: ({ conductor }) => conductor.switchLine(null),
    comesTo: { ...same, talking: 'switched', switched: 'talking', conferring: 'switched' },
  },
  {
    words: 'the user confers',
    happens: ({ conductor }) => conductor.startConference(),
    comesTo: { ...same, talking: 'conferring', switched: 'conferring' },
  },
  {
    words: 'the user mutes',
    happens: ({ conductor, calls }) => conductor.toggleMute(calls().at(-1)?.id ?? ''),
    comesTo: {
      dialling: 'muted',
      ringing: 'muted',
      talking: 'muted',
      switched: 'muted',
      conferring: 'muted',
      alone: 'muted',
      ended: 'same',
    },
  },
  {
    words: 'the user types a code',
    async happens({ conductor, clock, calls }) {
      for (const { id } of calls()) void conductor.sendTones(id, '*5');
      await clock.pass(500);
    },
    comesTo: same,
  },
  {
    words: 'another program asks for a second line',
    happens: ({ phone }) => phone.transferElsewhere('mine-1', { number: '+4940111222', sessionId: 'theirs' }),
    comesTo: same,
  },
  {
    words: 'somebody else calls',
    happens: ({ exchange }) => exchange.callFromOutside('11', { number: '+4930555' }),
    comesTo: same,
  },
  {
    words: 'the network is lost and comes back',
    happens({ phone }) {
      phone.setLine({ status: 'DISCONNECTED', reconnect: 'reconnecting' });
      phone.setLine({ status: 'REGISTERED', reconnect: 'none' });
    },
    comesTo: same,
  },
  {
    words: 'signalling is killed, and with it an order to switch',
    async happens({ phone, conductor }) {
      phone.failNext('lines', 'INVALID_STATE_ERROR');
      await conductor.switchLine(null).catch(whatever);
      phone.failNoMore();
    },
    comesTo: same,
  },
  {
    words: 'the user hangs up the first',
    happens: ({ conductor }) => conductor.hangUp('mine-1'),
    comesTo: {
      dialling: 'nobody',
      ringing: 'nobody',
      talking: 'nobody',
      switched: 'nobody',
      conferring: 'nobody',
      alone: 'same',
      ended: 'nobody',
    },
  },
  {
    words: 'the user hangs up the second',
    happens: ({ conductor }) => conductor.hangUp('mine-2'),
    comesTo: { ...secondGoes, dialling: 'first' },
  },
];

const seen = ({ calls, conductor, phone }: Desk) => {
  const { transfer } = conductor.store.getState();
  const open = phone.microphonesInUse().filter((id) => phone.isMicrophoneOpen(id));
  return [
    ...liveCalls(calls()).map(({ id, state, hold, mute }) => `${id.slice(-1)} ${state} ${hold} ${mute}`),
    transfer === null ? 'no lines' : `lines ${transfer.activeLines.join('+')}`,
    ['open', ...open.map((id) => id.slice(-1))].join(' '),
  ].join(', ');
};

/** The user talks, and calls a second person, who is at this stage. */
async function bringTo(stage: Stage): Promise<Desk> {
  const desk = await sitDown();
  desk.exchange.script(first, 'answer');
  await desk.conductor.dial(order(first));
  await settle();
  await stages[stage](desk);
  await settle();
  return desk;
}

/** A user who is heard has a call that can be hung up, and is not heard afterwards. */
async function expectWayOut({ calls, phone, conductor, clock }: Desk) {
  for (const id of phone.microphonesInUse().filter((each) => phone.isMicrophoneOpen(each))) {
    const call = calls().find((each) => each.id === id);
    expect([id, call !== undefined && wayOut(call)]).toEqual([id, 'hangUp']);
  }
  for (const { id } of liveCalls(calls())) conductor.hangUp(id);
  await clock.pass(40_000);
  expect([calls(), phone.microphonesInUse()]).toEqual([[], []]);
}

const cells = happenings.flatMap((happening) =>
  (Object.keys(stages) as Stage[]).map((stage) => ({ stage, ...happening, to: happening.comesTo[stage] })),
);

describe('while a second line is on its way, talks or is gone', () => {
  test.each(cells)('it is $stage: $words', async ({ stage, happens, to }) => {
    let desk = await bringTo(stage);
    const before = seen(desk);
    expect(before).toBe(screens[stage]);
    const next = await happens(desk);
    if (typeof next === 'object' && next !== null && 'nextPage' in next) desk = next as Desk;
    await settle();
    const muted = before.replaceAll('NONE', 'USER').replace(/open.*/, 'open');
    const expected = to === 'same' ? before : to === 'muted' ? muted : screens[to];
    expect(seen(desk)).toBe(expected);
    await expectWayOut(desk);
  });
});

import { expect, test } from 'vitest';
import type { CallFact } from '../../calls/call-facts.ts';
import { someCaller, someFork, someTalk } from '../../calls/testing/some-call.ts';
import type { EventOpened, HandOver } from '../../ports.ts';
import type { Leg } from '../call-table.ts';
import type { RunningCall } from '../running-call.ts';
import { handOver } from './hand-over.ts';

const event = (owner: string, accountId: string, onPhoneNumber: string): EventOpened => ({
  channelId: `c-${owner}`,
  accountId,
  docId: `d-${owner}`,
  ownerUserId: owner,
  direction: 'INCOMING',
  onPhoneNumber,
  remotePhoneNumber: null,
  remoteUserId: null,
  remoteName: null,
});
const talks = { state: 'talking' } as const;

/** Anna of s1 talks to Ben of s1 and, in another call, to Zoe, whom she joins. */
const joined = (accountOfZoe: string) => {
  const userLeg = {
    ...someCaller(),
    ...talks,
    event: event('anna', 's1', '11'),
    remote: { number: '12', name: 'Ben' },
  };
  const ben: Leg = {
    ...someFork('ben'),
    ...talks,
    event: event('ben', 's1', '12'),
    remote: { number: '11', name: 'Anna' },
  };
  const place = {
    ...userLeg,
    legId: 'line',
    event: event('line', 's1', '+4930111'),
    remote: { number: '+4930199', name: 'Zoe' },
  };
  const zoe: Leg = {
    ...someFork('zoe'),
    ...talks,
    event: event('zoe', accountOfZoe, '+4930199'),
    remote: { number: '+4930111', name: null },
  };
  const moves: HandOver[] = [];
  const facts: CallFact[] = [];
  const running = (callId: string, caller: typeof userLeg, fork: Leg) =>
    ({
      call: { ...someTalk([fork as ReturnType<typeof someFork>], { caller }), callId },
      take: (fact: CallFact) => void facts.push(fact),
      book: { handedOver: (move: HandOver) => void moves.push(move) },
    }) as unknown as RunningCall;
  const [initial, target] = [running('one', userLeg, ben), running('two', place, zoe)];
  const ending = { type: 'hungUp', legId: userLeg.legId } as const;
  expect(handOver({ initial, userLeg, target, place, ending })).toBe(true);
  return { move: moves[0], placed: facts.find(({ type }) => type === 'placeTaken') };
};

test('colleagues who are joined see each other as the one saw them who joined them, and their events name each other', () => {
  const { move, placed } = joined('s1');
  expect(placed).toMatchObject({ seenAs: { number: '12', name: 'Ben' }, seesNow: { number: '+4930199', name: 'Zoe' } });
  expect(move?.transferredTo?.partner).toMatchObject({ accountId: 's1', docId: 'd-zoe' });
  expect(move?.transferredFrom?.events.map(({ docId }) => docId)).toEqual(['d-zoe', 'd-line']);
});

test('somebody of another account learns no extension, no name and no id', () => {
  const { move, placed } = joined('s2');
  expect(placed).toMatchObject({ seenAs: { number: '+4930111', name: null }, seesNow: { number: '+4930199' } });
  expect(move?.transferredTo?.partner).toMatchObject({
    accountId: 's1',
    docId: 'd-line',
    remotePhoneNumber: '+4930199',
  });
  expect(move?.transferredFrom?.events.map(({ docId }) => docId)).toEqual(['d-line']);
});

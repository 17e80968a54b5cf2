import { expect, test } from 'vitest';
import { handingOver } from './handing-over.ts';

/** A carrier whose calls that ring are over one by one. */
function someCarrier(ringing: (ms: number) => number, isWanted: (ms: number) => boolean = () => true) {
  let now = 0;
  const said: string[] = [];
  const { look } = handingOver({
    isWanted: async () => isWanted(now),
    pace: { hold: (isHeld) => said.push(isHeld ? 'held' : 'released'), isBusy: () => false },
    exchange: { callsToLose: () => ringing(now) },
    async pause(ms) {
      now += ms;
      if (!isWanted(now)) await look();
    },
    now: () => now,
    onState: (isLeaving) => said.push(isLeaving ? 'leaving' : 'staying'),
    leave: () => said.push(`left with ${ringing(now)} at ${now}`),
  });
  return { said, look };
}

test('it is left once nothing has rung for a moment', async () => {
  const { said, look } = someCarrier((ms) => (ms < 3_000 ? 1 : 0));
  await look();
  expect(said).toEqual(['held', 'leaving', 'left with 0 at 3500']);
});

test('what rings for too long is not waited for', async () => {
  const { said, look } = someCarrier(() => 1);
  await look();
  expect(said.at(-1)).toBe('left with 1 at 20000');
});

test('an operator who takes it back in time has everything as before', async () => {
  const { said, look } = someCarrier(
    () => 1,
    (ms) => ms < 2_000,
  );
  await look();
  expect(said).toEqual(['held', 'leaving', 'released', 'staying']);
});

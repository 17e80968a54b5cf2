import { expect, test } from 'vitest';
import { newCall } from '../../core/call.ts';
import { handClock } from '../../testing/hand-clock.ts';
import { createStage } from '../stage.ts';
import { rateLines } from './line-quality.ts';

const silence = { bars: 0, cause: 'noAudioIn' } as const;
const fine = { bars: 4, cause: null } as const;

/** The user talks, and a second line is called through the same connection. */
function transferring() {
  const clock = handClock();
  const stage = createStage({ clock, log: () => {} }, { perform() {}, due() {} });
  const call = (id: string) =>
    newCall({
      id,
      docId: `pbx-${id}`,
      direction: 'OUTGOING',
      number: '13',
      remote: null,
      channelId: null,
      channelName: null,
      ownNumber: null,
      startedAt: clock.now(),
    });
  stage.setCalls([call('one'), call('two')]);
  for (const state of ['Ringing', 'Establishing', 'Established', 'WarmTransferStarted'] as const)
    stage.go('one', state);
  stage.setTransfer({ initialId: 'one', targetId: 'two', activeLines: ['TARGET'] });
  stage.go('two', 'Ringing');
  const tell = rateLines(stage, clock, 'one');
  const shown = () => [stage.call('one')?.quality, stage.call('two')?.quality];
  return { clock, stage, tell, shown };
}

test('silence while the second line rings is no fault of the connection, and its answer ends it', async () => {
  const { clock, stage, tell, shown } = transferring();
  tell(silence);
  await clock.pass(20_000);
  expect(shown()).toEqual([null, null]);
  stage.go('two', 'Establishing');
  stage.go('two', 'Established');
  await clock.pass(900);
  tell(fine);
  await clock.pass(1_100);
  expect(shown()).toEqual([fine, fine]);
  tell(silence);
  expect(shown()).toEqual([silence, silence]);
});

test('silence that lasts after the answer is reported', async () => {
  const { clock, stage, tell, shown } = transferring();
  tell(silence);
  stage.go('two', 'Establishing');
  await clock.pass(1_999);
  expect(shown()).toEqual([null, null]);
  await clock.pass(1);
  expect(shown()).toEqual([silence, silence]);
});

test('the first line is measured again when the second is given up', async () => {
  const { clock, stage, tell } = transferring();
  tell(silence);
  stage.go('two', 'Terminated');
  stage.setTransfer(null);
  await clock.pass(2_000);
  expect(stage.call('one')?.quality).toEqual(silence);
});

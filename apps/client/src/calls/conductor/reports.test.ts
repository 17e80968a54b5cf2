import { expect, test } from 'vitest';
import { type CallReport, reportSteps } from './reports.ts';
import { settle, sitDown } from './testing/desk.ts';

test('each step of a call is reported once, and the last one as done', async () => {
  const { exchange, conductor } = await sitDown();
  const reports: CallReport[] = [];
  const stop = reportSteps(
    conductor.store,
    async (report) => {
      reports.push(report);
    },
    () => {},
  );
  exchange.script('+493023125410', 'answer');
  await conductor.dial({ number: '+493023125410', channelId: null });
  await settle();
  conductor.toggleMute('mine-1');
  conductor.hangUp('mine-1');
  await settle();
  expect(reports.map(({ step, result }) => `${step} ${result}`)).toEqual([
    'Initial CONTINUE',
    'Ringing CONTINUE',
    'Establishing CONTINUE',
    'Established CONTINUE',
    'Terminating CONTINUE',
    'Terminated SUCCESS',
  ]);
  stop();
  await conductor.dial({ number: '+493023125410', channelId: null });
  expect(reports).toHaveLength(6);
});

test('a report that cannot be sent is only logged', async () => {
  const { exchange, conductor, calls } = await sitDown();
  const noted: string[] = [];
  reportSteps(
    conductor.store,
    () => Promise.reject(new Error('offline')),
    (_, message) => noted.push(message),
  );
  exchange.script('+493023125410', 'ring');
  await conductor.dial({ number: '+493023125410', channelId: null });
  await settle();
  expect(noted).toContain('step not reported');
  expect(calls()[0]?.state).toBe('Ringing');
});

test('the figures of a call’s audio are sent once, at its end', async () => {
  const sent: string[] = [];
  const { exchange, conductor } = await sitDown({
    addStatistics: async (sessionId, { packetsSent }) => {
      sent.push(`${sessionId} ${packetsSent}`);
    },
  });
  exchange.script('+493023125410', 'answer');
  await conductor.dial({ number: '+493023125410', channelId: null });
  await settle();
  expect(sent).toEqual([]);
  conductor.hangUp('mine-1');
  await settle();
  expect(sent).toEqual(['mine-1 50']);
});

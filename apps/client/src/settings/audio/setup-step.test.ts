import { expect, test } from 'vitest';
import { mayGoOn, type SetupFacts, setupStep } from './setup-step.ts';

const browser = { kind: 'browser', platform: 'mac' } as const;
const windows = { kind: 'desktop', platform: 'windows' } as const;
const mac = { kind: 'desktop', platform: 'mac' } as const;

const fresh = { wentOn: false, wasGranted: false } as const;
const old = { wentOn: false, wasGranted: true } as const;

test.each<[string, SetupFacts, ReturnType<typeof setupStep>]>([
  ['nothing is known yet', { machine: browser, microphone: null, wentOn: false, wasGranted: null }, null],
  ['SONB-014: a browser asks for both', { machine: browser, microphone: 'prompt', ...fresh }, 'permissions'],
  ['SONB-014: so does Windows', { machine: windows, microphone: 'denied', ...fresh }, 'permissions'],
  ['SONB-028: allowed just now', { machine: browser, microphone: 'granted', ...fresh }, 'form'],
  ['SONB-019: allowed before, in a browser', { machine: browser, microphone: 'granted', ...old }, 'permissions'],
  ['SONB-028: Next there', { machine: browser, microphone: 'granted', ...old, wentOn: true }, 'form'],
  ['SONB-030: allowed before, on the desktop', { machine: windows, microphone: 'granted', ...old }, 'form'],
  ['SONB-020: a Mac explains first', { machine: mac, microphone: 'prompt', ...fresh }, 'macMicrophone'],
  ['SONB-021: and says that it is blocked', { machine: mac, microphone: 'denied', ...fresh }, 'macMicrophone'],
  ['SONB-027: allowed on a Mac', { machine: mac, microphone: 'granted', ...fresh }, 'form'],
  ['SONB-030: allowed before on a Mac', { machine: mac, microphone: 'granted', ...old }, 'form'],
])('%s', (_, facts, step) => {
  expect(setupStep(facts)).toBe(step);
});

test('SONB-019: there is a Next button once neither permission is in prompt', () => {
  expect(mayGoOn({ microphone: 'prompt', notifications: 'granted' }, [])).toBe(false);
  expect(mayGoOn({ microphone: 'denied', notifications: 'prompt' }, [])).toBe(false);
  expect(mayGoOn({ microphone: 'denied', notifications: null }, [])).toBe(false);
  expect(mayGoOn({ microphone: 'granted', notifications: 'denied' }, [])).toBe(true);
});

test('users who closed a question without an answer can go on', () => {
  expect(mayGoOn({ microphone: 'denied', notifications: 'prompt' }, ['notifications'])).toBe(true);
  expect(mayGoOn({ microphone: 'prompt', notifications: 'prompt' }, ['notifications'])).toBe(false);
});

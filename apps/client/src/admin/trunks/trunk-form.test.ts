import type { Trunk } from '@sidetone/contract/entities/trunk.ts';
import { expect, test } from 'vitest';
import { trunkBody, trunkValues } from './trunk-form.ts';

const entered = {
  name: 'sip.nowhere.example',
  host: 'sip.nowhere.example',
  sourceAddresses: [] as readonly string[],
} as Trunk;

const bodyOf = (before: Trunk | null, typed: { name?: string; host?: string }) => {
  const values = trunkValues(before);
  return trunkBody({ ...values, ...typed }, (number) => number, before);
};

test.each([
  ['the host that was corrected', entered, { host: 'sip.here.example' }, 'sip.here.example'],
  ['what was typed', entered, { host: 'sip.here.example', name: 'My provider' }, 'My provider'],
  ['what it was called', { ...entered, name: 'My provider' }, { host: 'sip.here.example' }, 'My provider'],
  ['its host, which stayed', entered, {}, 'sip.nowhere.example'],
  ['what a new one is called', null, { host: 'sip.here.example', name: 'New' }, 'New'],
])('a trunk that the set-up named after its host is then called %s', (_about, before, typed, name) => {
  expect(bodyOf(before, typed)).toMatchObject({ name });
});

import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { permissionState } from './audio-device.ts';
import { callState } from './call.ts';
import { channelKind } from './channel.ts';
import { direction, timestamp } from './common.ts';
import { contactScope } from './contact.ts';
import { partStatus, speaker, speakerNames, voicemail } from './documentation.ts';
import { flagNames, flags } from './flags.ts';
import { inboxCallState } from './inbox-event.ts';
import { phoneState } from './phone.ts';
import { presenceStatus } from './presence.ts';

test('ENT-057 to -059, SENT-006: every flag is off unless it is on, and a strange one is dropped', () => {
  expect(Object.values(flags.parse({}))).toEqual(flagNames.map(() => false));
  expect(flags.parse({ hasNeoPbx: true, hasTeleport: true })).toEqual({ ...flags.parse({}), hasNeoPbx: true });
  expect(flags.safeParse({ hasNeoPbx: 'yes' }).success).toBe(false);
});

describe('a value that is not in the list', () => {
  test.each<[string, z.ZodType]>([
    ['a direction', direction],
    ['a part status', partStatus],
    ['an inbox state', inboxCallState],
    ['a call state', callState],
    ['a channel type', channelKind],
    ['a scope', contactScope],
  ])('%s is refused', (_what, schema) => {
    expect(schema.safeParse('SOMETHING_NEW').success).toBe(false);
    expect(schema.safeParse(undefined).success).toBe(false);
  });

  test('a presence or phone state of a newer server reads UNKNOWN', () => {
    expect(presenceStatus.parse('ON_THE_MOON')).toBe('UNKNOWN');
    expect(phoneState.parse('ON_THE_MOON')).toBe('UNKNOWN');
  });
});

test('ENT-029, SENT-054: a message on the machine is pending, failed, deleted or processed with its sound', () => {
  for (const status of ['pending', 'failed', 'deleted']) {
    expect(voicemail.parse({ visual: { status } }).visual).toEqual({ status });
  }
  const processed = { status: 'processed', waveform: [0, 0.5, 1], duration: 3.2 };
  expect(voicemail.parse({ visual: processed }).visual).toEqual(processed);
  expect(voicemail.safeParse({ visual: { status: 'processed' } }).success).toBe(false);
  expect(voicemail.safeParse({ visual: { status: 'lost' } }).success).toBe(false);
});

test('SENT-049: a speaker is 0, our user, or 1, the other side', () => {
  expect(speakerNames[speaker.parse(0)]).toBe('USER');
  expect(speakerNames[speaker.parse(1)]).toBe('REMOTE');
  expect(speaker.safeParse(2).success).toBe(false);
});

test('SENT-070: a permission is unknown until it was asked for', () => {
  expect(permissionState.parse(null)).toBeNull();
});

test.each([
  ['2025-11-18T09:30:00Z', true],
  ['2025-11-18T09:30:00.123+05:45', true],
  ['2025-11-18T09:30:00-15:59', true],
  ['0001-01-01T00:00:00Z', true],
  ['9999-12-31T23:59:59Z', true],
  ['0000-12-31T23:59:59Z', false],
  ['0001-01-01T00:00:00+01:00', false],
  ['9999-12-31T23:59:59-01:00', false],
  ['2025-11-18T09:30:00+16:00', false],
  ['2025-11-18T09:30:00-23:59', false],
])('%s is a moment that a database keeps: %s', (text, isOne) => {
  expect(timestamp.safeParse(text).success).toBe(isOne);
});

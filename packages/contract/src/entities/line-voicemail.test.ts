import { expect, test } from 'vitest';
import { channelRouting } from './channel-routing.ts';
import { lineRingSeconds, lineVoicemailOf, routingOfNewLine, withLineVoicemail } from './line-voicemail.ts';

const plain = channelRouting.parse({});
const elsewhere = { kind: 'channel', channelId: 'other' } as const;

test('switched on, the voicemail takes what nobody takes and what comes outside the hours, after a time of its own', () => {
  const on = withLineVoicemail(plain, { enabled: true });
  expect(on).toMatchObject({ overflow: { kind: 'voicemail' }, closed: { kind: 'voicemail' } });
  expect(lineVoicemailOf(on)).toEqual({ enabled: true, ringSeconds: lineRingSeconds, sentElsewhere: false });
  expect(channelRouting.parse(on)).toEqual(on);
});

test('a time that was chosen stays when something else changes', () => {
  const on = withLineVoicemail(plain, { enabled: true, ringSeconds: 40 });
  expect(withLineVoicemail(on, { enabled: true }).ringSeconds).toBe(40);
  expect(withLineVoicemail(on, { ringSeconds: 15 })).toMatchObject({
    ringSeconds: 15,
    overflow: { kind: 'voicemail' },
  });
});

test('switched off, nothing of the line leads to a voicemail', () => {
  const holiday = { from: '2026-12-24', until: '2026-12-24', name: 'Eve', destination: { kind: 'voicemail' } as const };
  const on = { ...withLineVoicemail(plain, { enabled: true }), holidays: [holiday] };
  const off = withLineVoicemail(on, { enabled: false });
  expect(off).toMatchObject({ overflow: { kind: 'none' }, closed: { kind: 'none' }, voicemail: { enabled: false } });
  expect(off.holidays[0]?.destination).toBeNull();
  expect(channelRouting.parse(off)).toEqual(off);
});

test('calls that are sent elsewhere still are', () => {
  const sent = withLineVoicemail({ ...plain, overflow: elsewhere }, { enabled: true });
  expect(sent.overflow).toEqual(elsewhere);
  expect(lineVoicemailOf(sent)).toMatchObject({ enabled: false, sentElsewhere: true });
});

test('the line of a new person has a voicemail where the account wants it', () => {
  expect(lineVoicemailOf(routingOfNewLine(true))).toMatchObject({ enabled: true, ringSeconds: lineRingSeconds });
  expect(routingOfNewLine(false)).toEqual(plain);
});

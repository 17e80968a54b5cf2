import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { documentation } from '@sidetone/contract/entities/documentation.ts';
import { expect, test } from 'vitest';
import { soundOfTranscript } from './sound-of-transcript.ts';

const heard = { status: 'success', duration: 9 };
const kindOf = (parts: object) =>
  soundOfTranscript(
    { channelId: 'c', id: 'd', call: { terminatedAt: null }, documentation: documentation.parse(parts) } as InboxRow,
    String,
  )?.key.kind ?? null;

test('a transcript of captured sound runs in step with no recording, as its seconds are others', () => {
  expect(kindOf({ manualRecording: heard, transcription: { status: 'success', sound: 'captured' } })).toBeNull();
  expect(kindOf({ manualRecording: heard, transcription: { status: 'success', sound: 'manual' } })).toBe('manual');
});

test('where the sound was deleted, another one is not played in its place', () => {
  expect(kindOf({ manualRecording: heard, transcription: { status: 'success', sound: 'automatic' } })).toBeNull();
});

test('an older transcript is of the first sound, and a message has one too', () => {
  expect(kindOf({ automaticRecording: heard, transcription: { status: 'success' } })).toBe('automatic');
  const voicemail = { visual: { status: 'processed', waveform: [], duration: 9 } };
  expect(kindOf({ voicemail, transcription: { status: 'success', sound: 'voicemail' } })).toBe('voicemail');
  expect(kindOf({ transcription: { status: 'success' } })).toBeNull();
});

import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { callErrorCodes } from '../call-errors.ts';
import { callStates } from '../rules/call-states.ts';
import { terminationReasons } from '../rules/termination-reasons.ts';
import { assistantFeedback, assistantResult, assistantTopic, topicColors } from './assistant.ts';
import { audioDevice, permissionState } from './audio-device.ts';
import { infoBanner } from './banner.ts';
import { callState, recordingState } from './call.ts';
import { channelKind } from './channel.ts';
import { direction, timestamp } from './common.ts';
import { contactScope } from './contact.ts';
import { partStatus, speaker, speakerNames, voicemail } from './documentation.ts';
import { callFeedback, callFeedbackTags, callRating } from './feedback.ts';
import { experimentalFlagNames, featureFlagNames, flagNames, flags } from './flags.ts';
import { inboxCallState, inboxOnlyStates, transferTarget } from './inbox-event.ts';
import { configurationKeys, contactAttributeNames, entityTypes, integrationFeatures } from './integration.ts';
import { phoneState, phoneStates } from './phone.ts';
import { presenceStatus, presenceStatuses } from './presence.ts';
import { avatarType } from './remote.ts';
import { withheldSenders } from './sender.ts';
import { storedRecording } from './sound-cache.ts';
import { webhookConfig } from './webhook.ts';

const words = (text: string): string[] => text.split(' ');

describe('an enumeration has exactly the values of the specification', () => {
  test.each<[row: string, values: readonly unknown[], expected: readonly unknown[]]>([
    ['ENT-011', direction.options, words('INCOMING OUTGOING')],
    ['ENT-013', recordingState.options, words('NoRecording Recording StoppedRecording')],
    ['ENT-023', transferTarget.shape.type.options, words('external channel mobile register')],
    ['ENT-024 SENT-053', partStatus.options, words('waiting loading error success disabled')],
    ['ENT-050', callFeedback.shape.rating.options, words('GOOD BAD')],
    ['ENT-051', callFeedbackTags, words('NO_CONNECTION NO_SOUND BAD_AUDIO OTHER')],
    [
      'ENT-053 SENT-015',
      presenceStatuses,
      words('ONLINE OFFLINE ONLINE_MOBILE_ONLY RINGING IN_CALL DND BUSY FOLLOW_UP PERSONALLY_NOT_AVAILABLE UNKNOWN'),
    ],
    ['ENT-054', avatarType.options, words('contact anonymous unknown organization invalid_favorite')],
    [
      'ENT-055',
      terminationReasons,
      words(
        'DECLINED REJECTED BUSY_HERE BUSY_EVERYWHERE CANCELLED NOT_FOUND TEMPORARILY_UNAVAILABLE TERMINATED ACCEPTED_ELSEWHERE HANGUP REQUEST_TIMEOUT PRECONDITION_FAILURE',
      ),
    ],
    ['ENT-056 STATE-002', inboxOnlyStates, words('MISSED REJECTED FINISHED')],
    ['ENT-057', featureFlagNames, words('hasNeoPbx isTestAccount hasCallAnalysisV2')],
    [
      'ENT-058',
      experimentalFlagNames,
      words(
        'hasTestPool hasCallSentimentAnalysis hasCallTopicsAnalysis hasCallbackList hasCallbackListWidget hasTranscriptEmbeddingsSearch hasCallActionItems hasCallConversationShareStatistics hasCallSmallTalk hasCallHeadline hasSmartAnswers hasCustomWords hasAiProviderPreferenceMistral hasWebhook hasAiInsightsChat',
      ),
    ],
    [
      'STATE-001',
      callState.options,
      words(
        'Initial Ringing Establishing Established Terminating Terminated Transferring Transferred TransferFailed WarmTransferStarted AcceptedElsewhere ContinuedElsewhere',
      ),
    ],
    ['STATE-001 STATE-002', inboxCallState.options, [...callStates, ...inboxOnlyStates]],
    [
      'SENT-010',
      phoneStates,
      words('CREATED REGISTER REGISTER_SUCCESS UNREGISTER_SUCCESS UNREGISTER_FAILED REGISTER_FAILED UNKNOWN'),
    ],
    ['SENT-019', withheldSenders, words('anonymous suppressed')],
    ['SENT-026', contactScope.options, words('all contacts team')],
    [
      'SENT-028',
      integrationFeatures,
      words(
        'CONTACT_CREATE CONTACT_UPDATE CONTACT_DELETE event-call-integration-entities-create event-call-integration-entities-update',
      ),
    ],
    ['SENT-029', contactAttributeNames, words('FULL_NAME FIRST_NAME LAST_NAME EMAIL ORGANIZATION')],
    ['SENT-030', configurationKeys, words('key user_name url account_url sub_domain')],
    [
      'SENT-031',
      entityTypes,
      words(
        'contacts deals tickets companies accounts leads opportunities cases building_objects building_object_leads',
      ),
    ],
    ['SENT-032', audioDevice.shape.type.options, words('input output')],
    ['SENT-039', webhookConfig.shape.payload_type.options, words('JSON VCON')],
    ['SENT-041', infoBanner.shape.type.options, words('SUCCESS INFO WARNING ERROR')],
    ['SENT-044', storedRecording.shape.recordingType.options, words('manual automatic')],
    ['SENT-049', speakerNames, words('USER REMOTE')],
    ['SENT-062', assistantResult.shape.state.options, words('OPEN DONE')],
    ['SENT-065', topicColors, words('BLUE YELLOW RED PURPLE')],
    ['SENT-068', callRating.shape.call_rating_value.options, words('good bad')],
    ['SENT-070', permissionState.unwrap().options, words('prompt granted denied')],
    [
      'ERR-001 to -018',
      callErrorCodes,
      words(
        'ALREADY_IN_CALL AUDIO_CREATION_ERROR INVALID_STATE_ERROR CALL_ACCEPTING_ERROR PLAY_AUDIO_FAILED DIAL_FAILED HOLD_FAILED REJECT_FAILED TERMINATE_FAILED UNHOLD_FAILED INVALID_PHONE_NUMBER UNKNOWN MISSING_OUTPUT_STREAM MAX_CALLS_REACHED RECORDING_START_FAILED RECORDING_STOP_FAILED MICROPHONE_NOT_FOUND MICROPHONE_ERROR',
      ),
    ],
  ])('%s', (_row, values, expected) => {
    expect([...values].sort()).toEqual([...expected].sort());
  });
});

test('ENT-057 to -059, SENT-006: every flag is off unless it is on, and a strange one is dropped', () => {
  for (const name of words(
    'hasTestPool hasCallActionItems hasCallConversationShareStatistics hasCallbackListWidget hasCallSmallTalk hasCustomWords hasAiProviderPreferenceMistral hasWebhook hasAiInsightsChat hasCallTranscription hasCallSummary hasCallHeadline hasSmartAnswers isTestAccount isPremium hasNeoPbx hasAiDisabled hasMicrosoftPresenceConnector',
  )) {
    expect(flagNames).toContain(name);
  }
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

test('SENT-064, -065: a topic is blue unless it has a colour, in whatever case', () => {
  expect(assistantTopic.parse({ label: 'Delivery' }).color).toBe('BLUE');
  expect(assistantTopic.parse({ label: 'Delivery', color: 'red' }).color).toBe('RED');
  expect(assistantTopic.safeParse({ label: 'Delivery', color: 'pink' }).success).toBe(false);
});

test('SENT-063: a rating is 1 or 0', () => {
  expect(assistantFeedback.safeParse({ rating: 1, comment: null }).success).toBe(true);
  expect(assistantFeedback.safeParse({ rating: 0, comment: 'No.' }).success).toBe(true);
  expect(assistantFeedback.safeParse({ rating: 5, comment: null }).success).toBe(false);
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

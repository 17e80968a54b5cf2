import { describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { account } from './account.ts';
import { appExtension, sipExtension } from './app-extension.ts';
import * as assistant from './assistant.ts';
import { audioDevice, hidDevice } from './audio-device.ts';
import { infoBanner } from './banner.ts';
import * as calls from './call.ts';
import * as logs from './call-log.ts';
import { channel, channelMember, channelUser } from './channel.ts';
import { contact, contactNumber, relatedEntity, searchResult } from './contact.ts';
import { contactCreate, contactEdit } from './contact-change.ts';
import { device } from './device.ts';
import * as parts from './documentation.ts';
import { failedDial } from './failed-dial.ts';
import { favorite } from './favorite.ts';
import { customWord, featureDefinition } from './feature.ts';
import * as feedback from './feedback.ts';
import { inboxCall, inboxEvent, transferPartner, transferTarget } from './inbox-event.ts';
import { integration, supportedIntegrations } from './integration.ts';
import { memberInfo } from './member-info.ts';
import { phone } from './phone.ts';
import { plan, quota } from './plan.ts';
import { localFlags, preferences } from './preferences.ts';
import * as sender from './sender.ts';
import * as smart from './smart-answers.ts';
import * as sounds from './sound-cache.ts';
import { onboarding, signInClaims, user } from './user.ts';
import { webhookDraft } from './webhook.ts';
import { webuser } from './webuser.ts';

type Described = { readonly shape: Record<string, z.core.$ZodType> };

describe('an entity has the fields that the specification gives it', () => {
  test.each<[row: string, schema: Described, fields: string]>([
    ['ENT-001', account, 'name logoUrl'],
    [
      'ENT-002 ENT-003 SENT-012',
      channel,
      'id name icon type channelType unresolvedCalls phoneNumbers members directDial followUpTime',
    ],
    ['ENT-005', webuser, 'firstName lastName email avatarUrl userStatus neoPbxStatus admin'],
    ['ENT-006', phone, 'id name username state registrar outboundProxy isDisconnectedByUser callerId'],
    ['ENT-007', plan, 'displayName allowedIntegrations grants integrationGrants link quotas'],
    ['ENT-007 SENT-034', quota, 'grant limit'],
    ['ENT-008', user, 'id masterSipId webUserId locale isDnd plan usedQuotas skipRecordingConsent'],
    [
      'ENT-009',
      calls.call,
      'id inboxEventIdentifier userId remotePhoneNumber onPhoneNumber direction state terminationReason contact establishedAt phoneId actions',
    ],
    [
      'ENT-010',
      calls.inboxEventIdentifier,
      'accountId channelId docId originalIncomingChannelId isUserInOriginalIncomingChannel phoneId',
    ],
    ['ENT-012', calls.callActions, 'isHolding isMuted recordingState dtmf'],
    ['ENT-014', calls.callBaseEvent, 'toNumber fromNumber callId sessionId apiCall deviceId targetChannelId'],
    ['ENT-015', calls.apiCall, 'id state direction from to toContact fromContact preferredIdentity'],
    ['ENT-019', sipExtension, 'username password sipServer sipServerWebsocketUrl'],
    ['ENT-020', inboxEvent, 'id day contactId unresolved unresolvedCalls owner call documentation'],
    [
      'ENT-021',
      inboxCall,
      'sessionId onPhoneNumber remotePhoneNumber startedAt establishedAt terminatedAt terminatedReason direction state transferredTo transferredFrom transferTarget',
    ],
    ['ENT-022', transferPartner, 'accountId channelId docId remotePhoneNumber'],
    ['ENT-023', transferTarget, 'type'],
    [
      'ENT-025 to -037 SENT-045',
      parts.documentation,
      'note summary transcription recording voicemail manualRecording automaticRecording actionItem smallTalk smartAnswers callHeadline integrationInfo',
    ],
    ['ENT-025', parts.note, 'status content extractedData createdAt updatedAt'],
    ['ENT-026', parts.summary, 'status topics text keyPoints'],
    ['ENT-027 SENT-048', parts.transcription, 'status items'],
    ['ENT-027 SENT-048', parts.transcriptionItem, 'speaker startTime endTime text sentiment'],
    ['ENT-028', parts.recording, 'status'],
    ['ENT-029 ENT-030 SENT-047', parts.voicemail, 'status visual transcription'],
    ['ENT-031', parts.manualRecording, 'status waveform duration'],
    ['ENT-032', parts.automaticRecording, 'status waveform duration'],
    ['ENT-033', parts.actionItem, 'status items'],
    ['ENT-034 SENT-052', parts.smallTalk, 'status items'],
    ['ENT-034 SENT-052', parts.smallTalk.shape.items.unwrap().element, 'id topic description pinned dismissed'],
    ['ENT-035 SENT-051', parts.smartAnswers, 'status items setId'],
    ['ENT-035 SENT-051', parts.smartAnswers.shape.items.unwrap().element, 'questionId question answer userId title'],
    ['ENT-033 SENT-050', parts.actionItem.shape.items.unwrap().element, 'id text checked'],
    ['ENT-036', parts.callHeadline, 'status'],
    ['ENT-037', parts.integrationInfo.shape.entries.unwrap().valueType, 'taskId loggedEntities selectedOutcome'],
    ['ENT-038 SENT-023', favorite, 'id contactId integrationName displayName isTeam'],
    [
      'ENT-040 SENT-020',
      contact,
      'id contactUrl avatarUrl name firstName lastName organization email source phoneNumbers readonly type relatesTo priority isTeam displayName',
    ],
    ['ENT-041', contactNumber, 'id type label localized e164'],
    ['SENT-020', relatedEntity, 'id type label'],
    ['ENT-043', integration, 'name features isEnabled isTestAccountOnly'],
    ['ENT-043', supportedIntegrations, 'integrations allowlist'],
    ['ENT-044', device, 'id name pushToken platform state updatedAt version os'],
    ['ENT-045 SENT-036', smart.smartAnswersQuestion, 'id question createdAt title'],
    ['ENT-046 SENT-036', smart.smartAnswersSet, 'id title questions createdAt autoCopyToNote'],
    ['ENT-047 SENT-037', smart.smartAnswersAssignment, 'inboundSetId outboundSetId'],
    ['ENT-048 SENT-072', memberInfo, 'status accountId webuserId dialedIn endpointIds'],
    ['ENT-050', feedback.callFeedback, 'callId tags text rating'],
    ['ENT-052', failedDial, 'accountId channelId owner targetPhoneNumber senderPhoneNumber sessionId'],
    ['ENT-061 SENT-003', signInClaims, 'masterSipId webuserId'],
    [
      'SENT-001',
      user,
      'id webUserId masterSipId firstName lastName email avatarUrl locale plan hasCallSummary hasCallTranscription turnPhonesOfflineOnDisconnect loggedCallDuration defaultCallLoggingEntityTypes usedQuotas isDnd defaultPhoneId assistantIds canSeeAssistantTranscripts acknowledgedSharedInboxAt skipRecordingConsent onboarding grants',
    ],
    ['SENT-001', onboarding, 'completed path'],
    ['SENT-002', plan, 'id'],
    ['SENT-005', webuser, 'id admin'],
    [
      'SENT-008',
      featureDefinition,
      'title description flag dependsOn usesLLM provider hasSettings openSettingsAfterActivation adminOnly testAccountOnly tutorial',
    ],
    ['SENT-009', phone, 'id name state isDisconnectedByUser callerId phoneNumbers'],
    ['SENT-011', channel, 'id name type phoneNumbers directDial unresolvedCalls users icon'],
    ['SENT-011', channelUser, 'id deviceIds'],
    ['SENT-013', sender.channelSettings, 'selectedPhoneId selectedPhoneNumber dialedIn isAppExtensionActive'],
    ['SENT-014', channelMember, 'id firstName lastName dialedIn status avatar'],
    ['SENT-016', sender.senderOption, 'id phoneNumber phoneNumberLabel phoneId channelId channelName displayValue'],
    ['SENT-017', sender.classicClick2Dial, 'channelId phoneId channelPhoneId'],
    ['SENT-018', sender.click2Dial, 'channelId phoneNumber channelPhoneId'],
    ['SENT-021', contactCreate, 'email firstName lastName name organization phoneNumbers'],
    ['SENT-021', contactCreate.shape.phoneNumbers.unwrap().element, 'label phoneNumber'],
    ['SENT-022', contactEdit, 'id type email firstName lastName name organization phoneNumbers'],
    ['SENT-025', searchResult, 'document highlights score'],
    [
      'SENT-027',
      integration,
      'id name displayName features contactAttributes limitations phoneNumberLabels authenticationRequired isOAuth configurationValues callLoggingEntityTypes isTestAccountOnly',
    ],
    ['SENT-032', audioDevice, 'id name displayValue type hidDevice'],
    ['SENT-033', hidDevice, 'productName productId'],
    ['SENT-035', customWord, 'id value enabled'],
    ['SENT-038', webhookDraft, 'id url method headers payload_type channels deleted'],
    ['SENT-040', appExtension, 'username password sipServer sipServerWebsocketUrl'],
    [
      'SENT-041',
      infoBanner,
      'enabled testAccountOnly expires os product registrars crm toVersion fromVersion priority message type link linkText',
    ],
    ['SENT-042', sounds.storedVoicemail, 'id callId createdAt buffer duration'],
    ['SENT-043', sounds.storedRecording, 'channelId callId recordingType buffer duration createdAt'],
    ['SENT-045', inboxEvent, 'id owner call documentation'],
    [
      'SENT-046',
      inboxCall,
      'sessionId startedAt terminatedAt establishedAt direction state terminatedReason remotePhoneNumber onPhoneNumber',
    ],
    ['SENT-055', logs.callLogKey, 'accountId channelId sessionId'],
    ['SENT-056', logs.callLog, 'note owner selectedOutcome isDefaultEntitySelectionApplied'],
    ['SENT-057', logs.callLogEntity, 'id type source owner logId'],
    ['SENT-059', logs.taskDraft, 'owner due content title type'],
    ['SENT-060', logs.taskRequest, 'callReference content dueAt title type integrationEntities'],
    [
      'SENT-061',
      assistant.assistantResult,
      'id assistantId state primaryTopic results topics keyPoints note feedback files',
    ],
    ['SENT-063', assistant.assistantFeedback, 'rating comment'],
    ['SENT-064', assistant.assistantTopic, 'label color'],
    ['SENT-066', feedback.feedback, 'text subject imageUrls logfileUrl'],
    ['SENT-067', feedback.imageUpload, 'id file loading dataURL'],
    ['SENT-068', feedback.callRating, 'call_rating_value reason call_id call_duration call_engine call_direction'],
    ['SENT-069', preferences, 'shortcutsEnabled callWindowBehaviorIncoming callWindowBehaviorOutgoing'],
    ['SENT-071', localFlags, 'audioSetupCompleted welcome-notification'],
  ])('%s', (_row, schema, fields) => {
    const missing = fields.split(' ').filter((field) => !(field in schema.shape));
    expect(missing).toEqual([]);
  });
});

import { describe, expect, test } from 'vitest';
import { locale } from '../entities/common.ts';
import * as sounds from './call-sounds.ts';
import * as calls from './call-timing.ts';
import * as defaults from './defaults.ts';
import * as ids from './doc-id.ts';
import * as limits from './limits.ts';
import * as measures from './screen-measures.ts';
import * as timing from './screen-timing.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

describe('constants have the values of the specification', () => {
  test.each<[row: string, is: unknown, value: unknown]>([
    ['CONST-001 CONST-067 SCONST-022', limits.maxFavorites, 30],
    ['CONST-002', limits.contactPageSize, 100],
    ['CONST-003 CONST-067 SCONST-023', limits.maxCalls, 2],
    ['CONST-004', limits.maxSipSessions, 1],
    ['CONST-005', calls.incomingRingTimeoutMs, 180 * second],
    ['CONST-006', calls.sipNoAnswerTimeoutMs, 120 * second],
    ['CONST-007', calls.hangingCallCheckMs, 60 * second],
    ['CONST-008', calls.webrtcConnectTimeoutMs, 10 * second],
    ['CONST-009', calls.classicIceGatheringTimeoutMs, 2 * second],
    ['CONST-010', calls.sipIceGatheringTimeoutMs, 500],
    ['CONST-011', calls.warmTransferDigitDelayMs, 2 * second],
    ['CONST-012', calls.dtmfBatchMs, 500],
    ['CONST-013', calls.statsPollingMs, 30],
    ['CONST-014', calls.goodJitterSeconds, 0.03],
    ['CONST-015', calls.goodRoundTripSeconds, 0.3],
    ['CONST-016', calls.normalAudioLevel, 0.1],
    ['CONST-017', calls.sipKeepAliveSeconds, 5],
    ['CONST-018', calls.sipKeepAliveDebounceSeconds, 2],
    ['CONST-019', calls.sipConnectionTimeoutMs, 5 * second],
    ['CONST-020', calls.sipReconnectionMaxAttempts, 4],
    ['CONST-021', calls.sipReconnectionDelayMs, 2 * second],
    ['CONST-022', calls.sipOptionsPingMs, 20 * second],
    ['CONST-023', calls.sipTransport, 'wss'],
    ['CONST-024', calls.realtimeReconnectMaxAttempts, 10],
    ['CONST-025', calls.backendPingMs, 10 * second],
    ['CONST-027', limits.inboxEventQueryLimit, 1000],
    ['CONST-028 SCONST-062', limits.inboxSubscriptionLimit, 100],
    ['CONST-029', limits.batchWriteLimit, 500],
    ['CONST-030', timing.searchDebounceMs, 500],
    ['CONST-031 SCONST-007', timing.omnibarSearchDebounceMs, 300],
    ['CONST-032', calls.healthTimeoutMs, 5 * second],
    ['CONST-033', timing.introCutOffDay, '2025-08-11'],
    ['CONST-034', timing.startSpinnerAfterMs, 500],
    ['CONST-035', timing.noiseSuppressionHz, 48_000],
    ['CONST-036', calls.recordingSavingShownMs, 2000],
    ['CONST-037', timing.feedbackOverlayClosesAfterMs, 300],
    ['CONST-038', timing.slideOverDetailDelayMs, 200],
    ['CONST-039', limits.dialpadVisibleCharacters, 14],
    ['CONST-040 SCONST-005', timing.noteAutosaveMs, 500],
    ['CONST-041', timing.clockTickMs, 30 * second],
    ['CONST-042', timing.toastShownMs, 5000],
    ['CONST-043', timing.toastAppearsAfterMs, 300],
    ['CONST-044', timing.toastClosesAfterButtonMs, 100],
    ['CONST-045', limits.slideOverHintMaxCount, 5],
    ['CONST-046', timing.callHeaderAnimationMs, 180],
    ['CONST-047', measures.inboxRowHeightPx, 52],
    ['CONST-048', [measures.inboxDayHeaderHeightPx, measures.inboxDayHeaderSpacePx], [24, 8]],
    ['CONST-049', measures.inboxRowGapPx, 8],
    ['CONST-051', measures.avatarSizePx.xlarge, 52],
    ['CONST-052', measures.avatarSizePx.large, 44],
    ['CONST-053', measures.avatarSizePx.medium, 36],
    ['CONST-054', measures.avatarSizePx.small, 32],
    ['CONST-055', measures.avatarSizePx.xsmall, 28],
    ['CONST-056', measures.avatarSizePx.aismall, 16],
    ['CONST-057', ids.callDocIdPrefix, 'pbx-'],
    ['CONST-058', ids.specialDialDocIdPrefix, 'sda-'],
    ['CONST-059 SCONST-063', timing.contactCacheMs, 30 * minute],
    ['CONST-060 SCONST-020', limits.contactUnpinnedSmallTalkCount, 3],
    ['CONST-061 SCONST-021', limits.favoriteShortcutCount, 10],
    ['CONST-062 SCONST-028', timing.popoverDelayMs, 120],
    ['CONST-063 to -065', sounds.callSounds, ['waitingTone', 'busyTone', 'silenceKeepAlive']],
    ['SCONST-004', timing.customCallerIdDebounceMs, 500],
    ['SCONST-012', timing.ratingDialogClosesAfterMs, 8 * second],
    ['SCONST-013', limits.ratingDialogsPerWeek, 4],
    ['SCONST-014', limits.ratingDialogGapHours, 24],
    ['SCONST-015', limits.ratingDayPartHours, [0, 10, 14, 24]],
    ['SCONST-016', limits.feedbackMinCharacters, 10],
    ['SCONST-017', limits.feedbackMaxImages, 4],
    ['SCONST-018', limits.feedbackMaxImageBytes, 20_000_000],
    ['SCONST-019', limits.badgeMaxCount, 9],
    ['SCONST-024', defaults.privateChannelDigit, 1],
    ['SCONST-025', defaults.sharedChannelDigits, [2, 3, 4, 5, 6, 7, 8, 9]],
    ['SCONST-026', timing.savedIndicatorShownMs, 2 * second],
    ['SCONST-027', timing.dialogCloseMs, 120],
    ['SCONST-029', measures.contextMenuAbovePointerPx, 16],
    ['SCONST-030', limits.appExtensionFetchRetries, 3],
    ['SCONST-031', timing.invalidFavoritesStaleMs, 60 * second],
    ['SCONST-034', timing.streamRefreshMs, 10 * minute],
    ['SCONST-035', [timing.classicRecordingRefetchMs, timing.classicRecordingOldMs], [10 * minute, 24 * hour]],
    ['SCONST-036', limits.sentimentWindowUtterances, 3],
    ['SCONST-037', limits.sentimentAxis, [-1, 1]],
    ['SCONST-039', timing.mainViewReadyMs, 500],
    ['SCONST-040', timing.userLoadTimeoutMs, 30_000],
    ['SCONST-041', timing.leaveAudioSetupDelayMs, 500],
    ['SCONST-042', limits.onboardingStepCount, 3],
    ['SCONST-043', measures.snackbarGapPx, 8],
    ['SCONST-044', measures.snackbarTopPx('mac'), 24],
    ['SCONST-045', measures.snackbarTopPx('other'), 32 + 24 + 8],
    ['SCONST-045, the title bar', measures.titleBarDefaultHeightPx, 32],
    ['SCONST-045, another title bar', measures.snackbarTopPx('other', 40), 40 + 24 + 8],
    ['SCONST-046', measures.snackbarRightPx, 24],
    ['SCONST-047', [timing.audioAnalyserFftSize, timing.audioAnalyserSmoothing], [512, 0.55]],
    ['SCONST-048', [measures.volumeMeterWidthPx, measures.volumeMeterSegments], [245, 25]],
    ['SCONST-049', measures.playProgressWidthPx, 245],
    ['SCONST-050', measures.playerHeightPx, 42],
    ['SCONST-051', [measures.waveformBarWidthPx, measures.waveformBarGapPx], [2.6, 2]],
    ['SCONST-052', measures.slideOverWidthPx, 684],
    ['SCONST-053', measures.scrollFadeThresholdPx, 3],
    ['SCONST-054', locale.options, ['de', 'en']],
    ['SCONST-055', defaults.themes, ['system', 'dark', 'light']],
    ['SCONST-058', limits.privateChannelId, 'private'],
    ['SCONST-059', defaults.searchTypes.map(defaults.omnibarScope), ['all', 'all', 'team', 'all']],
    ['SCONST-060', defaults.defaultCallStartingPoint, 'Omnibar'],
    ['SCONST-064', measures.avatarSkeletonPx, 36],
  ])('%s', (_row, is, value) => {
    expect(is).toEqual(value);
  });
});

test('CONST-026: the backend is pinged only while the window is in sight and has the focus', () => {
  for (const hidden of [true, false]) {
    for (const focused of [true, false]) {
      expect(calls.isBackendPinged({ hidden, focused })).toBe(!hidden && focused);
    }
  }
});

test('the names that stand for a starting point are known', () => {
  expect(defaults.callStartingPoints).toContain(defaults.defaultCallStartingPoint);
});

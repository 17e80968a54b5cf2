/** Durations and thresholds of calls, SIP and WebRTC. Every name ends in its unit. */

/** An incoming call that nobody takes ends after this. CONST-005 */
export const incomingRingTimeoutMs = 180_000;
/** An outgoing INVITE without an answer ends after this. CONST-006 */
export const sipNoAnswerTimeoutMs = 120_000;
/** After a hang-up the event is looked at again; if it is still open, it is closed by force. CONST-007 */
export const hangingCallCheckMs = 60_000;
/** A WebRTC connection has to come up within this. CONST-008 */
export const webrtcConnectTimeoutMs = 10_000;
/** ICE gathering of the classic engine counts as complete after this. CONST-009 */
export const classicIceGatheringTimeoutMs = 2_000;
/** ICE gathering of the SIP engine counts as complete after this. CONST-010 */
export const sipIceGatheringTimeoutMs = 500;
/** The classic engine waits this long between star-3 and the target's digits. CONST-011 */
export const warmTransferDigitDelayMs = 2_000;
/** Keys pressed within this are sent together. CONST-012 */
export const dtmfBatchMs = 500;
/** A running call's figures and audio levels are read this often. CONST-013 */
export const statsPollingMs = 30;
/** The recording button shows that it saves for this long. CONST-036 */
export const recordingSavingShownMs = 2_000;

/** Jitter up to this, inclusive, is good. CONST-014 */
export const goodJitterSeconds = 0.03;
/** A round trip up to this, inclusive, is good. CONST-015 */
export const goodRoundTripSeconds = 0.3;
/** An audio level, from 0 to 1, above this is normal. CONST-016 */
export const normalAudioLevel = 0.1;

/** The SIP transport asks this often whether its connection still lives. CONST-017 */
export const sipKeepAliveSeconds = 5;
/** Requests to keep alive that come closer together than this count as one. CONST-018 */
export const sipKeepAliveDebounceSeconds = 2;
/** A SIP connection has to open within this. CONST-019 */
export const sipConnectionTimeoutMs = 5_000;
/** Attempts of the fast phase of reconnecting; a slow one follows it. CONST-020 */
export const sipReconnectionMaxAttempts = 4;
/** Time between two of those attempts. CONST-021 */
export const sipReconnectionDelayMs = 2_000;
/** An OPTIONS is sent this often. CONST-022 */
export const sipOptionsPingMs = 20_000;
/**
 * Scheme of the SIP transport: WebSocket over TLS. Only pages without TLS, on this machine itself, use `ws`.
 * CONST-023
 */
export const sipTransport = 'wss';

/** Attempts of the fast phase after the realtime socket was lost with code 1006 or 4009. CONST-024 */
export const realtimeReconnectMaxAttempts = 10;
/** The backend is pinged this often. CONST-025 */
export const backendPingMs = 10_000;
/** A health request that takes longer has failed. CONST-032 */
export const healthTimeoutMs = 5_000;

/** The backend is pinged only while the window is in sight and has the focus. */
export function isBackendPinged(window: { readonly hidden: boolean; readonly focused: boolean }): boolean {
  return !window.hidden && window.focused;
}

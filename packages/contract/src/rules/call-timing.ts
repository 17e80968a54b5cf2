/** Durations and thresholds of calls, SIP and WebRTC. Every name ends in its unit. */

/** An incoming call that nobody takes ends after this. */
export const incomingRingTimeoutMs = 180_000;
/** An outgoing INVITE without an answer ends after this. */
export const sipNoAnswerTimeoutMs = 120_000;
/** After a hang-up the event is looked at again; if it is still open, it is closed by force. */
export const hangingCallCheckMs = 60_000;
/** A WebRTC connection has to come up within this. */
export const webrtcConnectTimeoutMs = 10_000;
/** ICE gathering of the classic engine counts as complete after this. */
export const classicIceGatheringTimeoutMs = 2_000;
/** ICE gathering of the SIP engine counts as complete after this. */
export const sipIceGatheringTimeoutMs = 500;
/** The classic engine waits this long between star-3 and the target's digits. */
export const warmTransferDigitDelayMs = 2_000;
/** Keys pressed within this are sent together. */
export const dtmfBatchMs = 500;
/** A running call's figures and audio levels are read this often. */
export const statsPollingMs = 30;
/** The recording button shows that it saves for this long. */
export const recordingSavingShownMs = 2_000;

/** Jitter up to this, inclusive, is good. */
export const goodJitterSeconds = 0.03;
/** A round trip up to this, inclusive, is good. */
export const goodRoundTripSeconds = 0.3;
/** An audio level, from 0 to 1, above this is normal. */
export const normalAudioLevel = 0.1;

/** The SIP transport asks this often whether its connection still lives. */
export const sipKeepAliveSeconds = 5;
/** Requests to keep alive that come closer together than this count as one. */
export const sipKeepAliveDebounceSeconds = 2;
/** A SIP connection has to open within this. */
export const sipConnectionTimeoutMs = 5_000;
/** Attempts of the fast phase of reconnecting; a slow one follows it. */
export const sipReconnectionMaxAttempts = 4;
/** Time between two of those attempts. */
export const sipReconnectionDelayMs = 2_000;
/** An OPTIONS is sent this often. */
export const sipOptionsPingMs = 20_000;
/** Scheme of the SIP transport: WebSocket over TLS. Only pages without TLS, on this machine itself, use `ws`. */
export const sipTransport = 'wss';

/** Attempts of the fast phase after the realtime socket was lost with code 1006 or 4009. */
export const realtimeReconnectMaxAttempts = 10;
/** The backend is pinged this often. */
export const backendPingMs = 10_000;
/** A health request that takes longer has failed. */
export const healthTimeoutMs = 5_000;

/** The backend is pinged only while the window is in sight and has the focus. */
export function isBackendPinged(window: { readonly hidden: boolean; readonly focused: boolean }): boolean {
  return !window.hidden && window.focused;
}

import type { IceServer } from '@sidetone/contract/entities/ice-server.ts';
import type { RealtimeEvent } from '#live/line/realtime.ts';

/** A call to be started by the server on this client's behalf. */
interface PhoneCallOrder {
  readonly phoneNumber: string;
  readonly senderPhoneNumber: string | null;
  readonly deviceId: string;
  readonly clientId: string;
  readonly sessionId: string;
  readonly channelId: string | null;
  readonly phoneId: string | null;
}

/** The HTTP side of the classic generation. Calls go by the Call-ID of the user's leg. Each throws `ApiError`. */
export interface ClassicServer {
  iceServers(): Promise<readonly IceServer[]>;
  /** Returns the Call-ID that names the call from now on, in events and commands. */
  startCall(order: PhoneCallOrder): Promise<string>;
  /** Lets the events of calls that ring come again. */
  tellRinging(): Promise<void>;
  /** Takes an incoming call for this client; CONFLICT when another one has it. */
  accept(sipCallId: string, clientId: string): Promise<void>;
  reject(sipCallId: string, reason: 'busy' | 'declined'): Promise<void>;
  end(sipCallId: string): Promise<void>;
  hold(sipCallId: string, value: boolean): Promise<void>;
  /** Tones, or one feature code. */
  tones(sipCallId: string, sequence: string): Promise<void>;
  /** Keys that a person typed: a feature code without a meaning now is sent on as tones. */
  typed(sipCallId: string, sequence: string): Promise<void>;
  record(sipCallId: string, on: boolean, clientId: string): Promise<void>;
  transfer(sipCallId: string, number: string): Promise<void>;
  /** Joins the other sides of two calls, by their sessions. */
  joinCalls(sessionId: string, otherSessionId: string): Promise<void>;
  /** Chooses lines by name, where no feature code says which ones, or where one may not come twice. */
  markTransfer(sessionId: string, transferId: string, option: 'INITIAL' | 'TARGET' | 'BOTH'): Promise<void>;
  /** The server's offer for the audio of a call. */
  openPeer(deviceId: string, sipCallId: string): Promise<string>;
  answerPeer(deviceId: string, sdp: string): Promise<void>;
  /** A new offer of ours (ICE restart); returns the answer. */
  offerPeer(deviceId: string, sdp: string): Promise<string>;
  closePeer(deviceId: string): Promise<void>;
}

/** Where the classic engine hears what happens. Events may be missed, or come twice. */
export interface ClassicFeed {
  /** The browser is online and events arrive. */
  isOnline(): boolean;
  /** Several attempts have failed: the slow phase of reconnecting has begun. */
  isSlow(): boolean;
  watchOnline(onChange: () => void): () => void;
  hear(listener: (event: RealtimeEvent) => void): () => void;
  /** Tries to connect immediately. */
  hurry(): void;
}

/** The phone that calls go out by. */
export interface SenderPhone {
  readonly id: string;
  /** The number that its calls show; null for its own. */
  readonly callerId: string | null;
}

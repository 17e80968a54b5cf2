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

/** The HTTP side of the classic generation. Each throws `ApiError`. */
export interface ClassicServer {
  iceServers(): Promise<readonly IceServer[]>;
  /** Gives the id by which the call goes from now on, in events and commands. */
  startCall(order: PhoneCallOrder): Promise<string>;
  /** Lets the events of calls that ring come again. */
  tellRinging(): Promise<void>;
  /** Takes an incoming call for this client; CONFLICT when another one has it. */
  accept(callId: string, clientId: string): Promise<void>;
  reject(callId: string, reason: 'busy' | 'declined'): Promise<void>;
  end(callId: string): Promise<void>;
  hold(callId: string, value: boolean): Promise<void>;
  /** Tones, or one feature code. */
  tones(callId: string, sequence: string): Promise<void>;
  /** What a person typed: a feature code that means nothing now is sent on as tones. */
  typed(callId: string, sequence: string): Promise<void>;
  record(callId: string, on: boolean, clientId: string): Promise<void>;
  transfer(callId: string, number: string): Promise<void>;
  /** Chooses lines by name, where no feature code says which ones, or where one may not come twice. */
  markTransfer(sessionId: string, transferId: string, option: 'INITIAL' | 'TARGET' | 'BOTH'): Promise<void>;
  /** The server's offer for the audio of a call. */
  openPeer(deviceId: string, callId: string): Promise<string>;
  answerPeer(deviceId: string, sdp: string): Promise<void>;
  /** A new offer of ours (ICE restart); gives the answer. */
  offerPeer(deviceId: string, sdp: string): Promise<string>;
  closePeer(deviceId: string): Promise<void>;
}

/** Where the classic engine hears what happens. Events may be missed, or come twice. */
export interface ClassicFeed {
  /** The browser is online and events arrive. */
  isOnline(): boolean;
  /** Several failed attempts lie behind: the slow phase of reconnecting has begun. */
  isSlow(): boolean;
  watchOnline(onChange: () => void): () => void;
  hear(listener: (event: RealtimeEvent) => void): () => void;
  /** Tries to connect at once. */
  hurry(): void;
}

/** The phone that calls go out by. */
export interface SenderPhone {
  readonly id: string;
  /** The number that its calls show; null for its own. */
  readonly callerId: string | null;
}

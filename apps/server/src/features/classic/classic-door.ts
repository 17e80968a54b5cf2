import type { TransferLine } from '@sidetone/contract/entities/ongoing-call.ts';

/** What the routes of the classic generation need of the exchange: the legs that are steered by commands. */
export interface ClassicCalls {
  /** A client of the user hears events from now on: it is told of the calls that ring. */
  clientCame(userId: string): void;
  start(
    who: { readonly userId: string; readonly accountId: string },
    call: {
      readonly number: string;
      readonly ownNumber: string | null;
      readonly channelId: string | null;
      readonly sessionId: string;
      readonly phoneId: string | null;
      readonly deviceId: string;
      readonly clientId: string;
      readonly address: string;
    },
  ): string;
  openPeer(
    who: { readonly userId: string; readonly accountId: string },
    deviceId: string,
    callId: string,
  ): Promise<string>;
  answerPeer(userId: string, deviceId: string, sdp: string): void;
  restartPeer(userId: string, deviceId: string, sdp: string): Promise<string>;
  closePeer(userId: string, deviceId: string): void;
  accept(userId: string, callId: string, clientId: string): void;
  reject(userId: string, callId: string, reason: 'busy' | 'declined', signIn: string): void;
  hangUp(userId: string, callId: string): void;
  find(userId: string, callId: string): { readonly sipCallId: string; readonly sessionId: string } | null;
  tellOfTransfer(
    userId: string,
    callId: string,
    what: 'transferring' | 'transferred' | 'transfer-failed',
    transferId: string | null,
  ): void;
}

interface ById {
  readonly id: string;
}

/** Of what both generations can do to a call, what these routes use. */
export interface CommonCommands {
  hold(userId: string, call: ById, held: boolean): Promise<void>;
  sendTones(userId: string, call: ById, digits: string): Promise<void>;
  startRecording(
    userId: string,
    call: ById,
    how?: { readonly speakers: readonly ('USER' | 'REMOTE')[]; readonly mode: 'manual' | 'automatic' },
  ): Promise<{ readonly recordingId: string }>;
  changeRecording(userId: string, call: ById, recordingId: null, state: 'stopped'): Promise<void>;
  startTransfer(
    userId: string,
    call: ById,
    target: { readonly number: string; readonly ownNumber: null; readonly sessionId: null },
  ): Promise<{ readonly transferId: string }>;
  setLines(userId: string, call: ById, transferId: string, lines: readonly TransferLine[]): Promise<void>;
  dropTransfer(userId: string, call: ById, transferId: string): Promise<void>;
  transferBlindly(userId: string, call: ById, number: string): Promise<void>;
  joinCalls(userId: string, call: ById, other: ById): Promise<void>;
  hangUp(userId: string, call: ById): Promise<void>;
  /** Where the exchange can: rings the user's devices, then the number. */
  startCall?(
    userId: string,
    target: {
      readonly number: string;
      readonly ownNumber: string | null;
      readonly channelId: string | null;
      readonly sessionId: string | null;
    },
  ): Promise<{ readonly callId: string; readonly sessionId: string }>;
}

/** What the routes of the classic generation need of the exchange. */
export interface ClassicDoor {
  readonly calls: ClassicCalls;
  readonly commands: CommonCommands;
}

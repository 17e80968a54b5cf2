import type { DialOrder } from './conductor/dialling.ts';
import type { HandedOver } from './conductor/transfers/transfers.ts';

/** What a user can ask of the phone, in this tab or through another. */
export interface Commands {
  /** Beside an established call a warm transfer begins. Throws `CallError` when the call cannot be started. */
  dial(order: DialOrder): Promise<void>;
  accept(id: string): Promise<void>;
  decline(id: string): void;
  /**
   * Ends a call, gives up one that rings out, or declines one that rings in. The first call of a warm transfer is
   * handed over: the two others are connected, or the first waits for the second. The second call of one is given up.
   */
  hangUp(id: string): void;
  toggleMute(id: string): void;
  toggleHold(id: string): Promise<void>;
  /**
   * Starts recording, continues it, or stops it. Throws `CallError` CONSENT_NEEDED when the user has to be reminded
   * first: show the dialog, then `confirmRecording`. Nothing is recorded before.
   */
  toggleRecording(id: string): Promise<void>;
  /** Starts recording after the dialog; `remember` saves that this user is not reminded again. */
  confirmRecording(id: string, how: { readonly remember: boolean }): Promise<void>;
  /** Switches to this call of a warm transfer, or with null to the one that the user does not hear now. */
  switchLine(id: string | null): Promise<void>;
  /** Brings both calls of a warm transfer together. */
  startConference(): Promise<void>;
  /**
   * Hands a call over without asking. Throws `CallError` INVALID_PHONE_NUMBER, NO_VOICEMAIL or TRANSFER_FAILED; the call then
   * continues.
   */
  transferTo(id: string, target: HandedOver): Promise<void>;
  /** Joins the other sides of two calls, and leaves both. Throws `CallError` TRANSFER_FAILED. */
  joinCalls(id: string, otherId: string): Promise<void>;
  /** Gives a warm transfer up and returns to the first call. */
  abortTransfer(): Promise<void>;
  /**
   * Sends digits, star and hash; anything else, or anything too early, is dropped. Throws `CallError` CONSENT_NEEDED
   * where they are the code for a recording and the user has to be reminded first.
   */
  sendTones(id: string, text: string): Promise<void>;
  /** Connects the line immediately instead of waiting for the next attempt. */
  reconnect(): void;
  /** Has the server give this app a phone where it has none. Throws `CallError` PHONE_NOT_FOUND. */
  setUp(): Promise<void>;
}

export type Command = keyof Commands;

/** The name of a command with its parameters, as tabs pass it on. */
export type Order = {
  [Name in Command]: { readonly do: Name; readonly args: Readonly<Parameters<Commands[Name]>> };
}[Command];

/** An order of this command. */
export function orderOf<Name extends Command>(name: Name, ...args: Parameters<Commands[Name]>): Order {
  return { do: name, args } as Order;
}

/** Does what was ordered. Throws what the command throws. */
export async function perform(commands: Commands, order: Order): Promise<void> {
  const command = commands[order.do] as (...args: Order['args']) => void | Promise<void>;
  await command(...order.args);
}

import type { SkillNeed } from '@sidetone/contract/entities/skill.ts';
/** The inbox event of a caller who is to be called back. */
export interface CallBackName {
  readonly channelId: string;
  readonly docId: string;
}

/** A place in a queue that is kept for a caller who hung up and is called back; times in ms since 1970. */
export interface KeptPlace extends CallBackName {
  readonly accountId: string;
  /** E.164. */
  readonly number: string;
  readonly name: string | null;
  /** The number that they called. */
  readonly calledNumber: string | null;
  /** When they came into the queue, and their rank there as in `QueuePlace`. */
  readonly since: number;
  readonly rank: number;
  /** Nobody calls them after it. */
  readonly until: number;
  /** How often they were called back, and when that may be done again. */
  readonly tries: number;
  readonly notBefore: number;
  /** The skills that they need besides what the queue asks for; left out: none. */
  readonly skills?: readonly SkillNeed[] | undefined;
}

/**
 * How a call-back ended. `done`: the caller was reached. `calledAgain`: they called again, and a member answered. `failed`:
 * they could not be reached. `expired`: the queue closed, or it took too long.
 */
export type CallBackEnd = 'done' | 'calledAgain' | 'failed' | 'expired' | 'dismissed';

/** Keeps places: each method is durable before its promise fulfils. */
export interface CallBacks {
  /** Whether the account lets this number be called. Nothing is counted. */
  mayCall(accountId: string, e164: string): Promise<boolean>;
  /** Keeps a place; a number that has one in this queue keeps that one. False where its inbox event is gone. */
  keep(place: KeptPlace): Promise<boolean>;
  /** The places that are kept. */
  kept(): Promise<readonly KeptPlace[]>;
  /** A try begins; false where the inbox event is gone. */
  tried(place: KeptPlace): Promise<boolean>;
  ended(name: CallBackName, how: CallBackEnd): Promise<void>;
  /** One that was dismissed waits again; null where it is not there, or its time is over. */
  restored(name: CallBackName): Promise<KeptPlace | null>;
}

/** What members of a queue and administrators do about callers who are to be called back. */
export interface CallBackCommands {
  /** Nobody calls them; false where none waits. */
  dismissCallBack(name: CallBackName): Promise<boolean>;
  /** They wait again in their place; false where there was none that was dismissed. */
  restoreCallBack(name: CallBackName): Promise<boolean>;
}

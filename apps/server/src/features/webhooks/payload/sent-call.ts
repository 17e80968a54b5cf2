import type { Documentation } from '@sidetone/contract/entities/documentation.ts';

/** A person of the account who had the call. */
interface SentUser {
  readonly userId: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** A documented call of a shared channel, as payloads are made of it. */
export interface SentCall {
  readonly id: string;
  readonly accountId: string;
  readonly accountName: string;
  readonly channel: { readonly id: string; readonly name: string | null };
  readonly direction: 'INCOMING' | 'OUTGOING';
  /** Numbers as the inbox has them; null where none was given. */
  readonly ownNumber: string | null;
  readonly remoteNumber: string | null;
  readonly remoteName: string | null;
  /** When somebody began to speak; of a call that nobody took, when it began. */
  readonly startedAt: Date;
  readonly endedAt: Date;
  readonly user: SentUser | null;
  readonly parts: Documentation;
}

/** Parts that are made of what was said. */
const made = ['transcription', 'summary', 'actionItem', 'smallTalk', 'callHeadline', 'smartAnswers'] as const;

/** Whether anything was made of a call, so that there is something to send. */
export const hasSomethingToSend = (parts: Documentation): boolean =>
  made.some((part) => parts[part]?.status === 'success');

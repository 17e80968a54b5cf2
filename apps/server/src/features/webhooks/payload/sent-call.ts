import type { Documentation } from '@sidetone/contract/entities/documentation.ts';
import type { InboxEvent } from '@sidetone/contract/entities/inbox-event.ts';

/** A documented call of a shared channel, as payloads are made of it. */
export interface SentCall {
  /** It is over. */
  readonly event: InboxEvent;
  readonly account: { readonly id: string; readonly name: string };
  readonly channel: { readonly id: string; readonly name: string | null };
  /** The person of the account who had the call, if one did. */
  readonly user: { readonly userId: string; readonly firstName: string; readonly lastName: string } | null;
  readonly theirs: {
    readonly name: string | null;
    readonly organization: string | null;
    readonly isTeam: boolean;
    readonly userId: string | null;
  };
}

/** Parts that are made of what was said. */
const made = ['transcription', 'summary', 'actionItem', 'smallTalk', 'callHeadline', 'smartAnswers'] as const;

/** Whether anything was made of a call, so that there is something to send. */
export const hasSomethingToSend = (parts: Documentation): boolean =>
  made.some((part) => parts[part]?.status === 'success');

/** First and last name as one. */
export const fullNameOf = ({ firstName, lastName }: NonNullable<SentCall['user']>): string =>
  [firstName, lastName].filter((name) => name !== '').join(' ');

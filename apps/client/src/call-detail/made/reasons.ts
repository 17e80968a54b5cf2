import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { PartReason } from '@sidetone/contract/entities/documentation.ts';
import type { Flags } from '@sidetone/contract/entities/flags.ts';

/** What a person can do about it on the page of the call. */
export type NextStep = 'resume' | 'administration' | 'upgrade' | null;

/** What helps where a part is missing for this reason; null: nothing does. */
export const nextSteps: Readonly<Record<PartReason, NextStep>> = {
  skipped: 'resume',
  switchedOff: null,
  noConsent: null,
  noSound: null,
  tooShort: null,
  noRecognizer: 'administration',
  unsupportedLanguage: 'administration',
  quota: 'upgrade',
  emergency: null,
  serviceDown: 'resume',
  serviceRefused: 'administration',
  badAnswer: 'resume',
  soundGone: null,
  noQuestions: null,
};

/** Why parts of a call are missing, each reason once, in the order of the page. */
export function reasonsOf(
  { documentation }: Pick<InboxRow, 'documentation'>,
  { hasCallSmallTalk }: Pick<Flags, 'hasCallSmallTalk'>,
): PartReason[] {
  const { transcription, summary, callHeadline, actionItem, smallTalk, voicemail } = documentation;
  const parts = [
    transcription,
    voicemail?.transcription,
    summary,
    callHeadline,
    actionItem,
    hasCallSmallTalk ? smallTalk : undefined,
  ];
  const missing = parts.filter((part) => part?.status === 'disabled' || part?.status === 'error');
  return [...new Set(missing.flatMap((part) => part?.reason ?? []))];
}

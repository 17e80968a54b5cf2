import type { ChatCitation } from '@sidetone/contract/entities/chat.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { useWords } from '#i18n/use-words.ts';

/** Whom a cited call was with: a name, else the number. */
export function useCitationName(): (citation: ChatCitation) => string {
  const { t } = useWords();
  return ({ remoteName, remotePhoneNumber }) =>
    remoteName ??
    (remotePhoneNumber === null ? null : formatNumber(remotePhoneNumber)) ??
    t(($) => $.aiChat.answer.unknown);
}

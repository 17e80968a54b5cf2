import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { MadeBy } from '@sidetone/contract/entities/documentation.ts';
import { useWords } from '#i18n/use-words.ts';
import { hasLostItsWords } from './renewal.ts';

/** What made a part: quotes and rules, or a model of a service. Older parts say nothing of it. */
export function Maker({ row, maker }: { row: InboxRow; maker: MadeBy | null }) {
  const { t } = useWords();
  const service = maker?.service;
  if (maker?.kind === 'basic') return t(($) => $.callDetail.ai.quotes);
  if (hasLostItsWords(row, maker)) return t(($) => $.callDetail.made.wordsGone, { service: service ?? '' });
  return service ? t(($) => $.callDetail.ai.sourceNamed, { service }) : t(($) => $.callDetail.ai.source);
}

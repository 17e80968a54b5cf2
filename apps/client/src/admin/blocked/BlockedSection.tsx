import { BlockedCallers } from '#blocked/BlockedCallers.tsx';
import { useWords } from '#i18n/use-words.ts';
import { PageBody } from '../PageBody.tsx';
import { SectionFrame } from '../SectionFrame.tsx';
import { NuisanceCalls } from './NuisanceCalls.tsx';

/** Callers whose calls to any number of the company are refused. */
export function BlockedSection() {
  const { t } = useWords();
  const title = t(($) => $.admin.sections.blocked);
  return (
    <SectionFrame title={title}>
      <PageBody label={title}>
        <BlockedCallers of="company" />
        <NuisanceCalls />
      </PageBody>
    </SectionFrame>
  );
}

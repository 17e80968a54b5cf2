import { ApiTokens } from '#api-tokens/ApiTokens.tsx';
import { useWords } from '#i18n/use-words.ts';
import { Group } from '../EditorPanel.tsx';
import { PageBody } from '../PageBody.tsx';
import { SectionFrame } from '../SectionFrame.tsx';
import { Directory } from './Directory.tsx';

/** What programs may do in the company: their tokens, and the directory that keeps its users. */
export function AccessSection() {
  const { t } = useWords();
  const title = t(($) => $.admin.sections.access);
  return (
    <SectionFrame title={title}>
      <PageBody label={title}>
        <Group title={t(($) => $.admin.access.tokens)} text={t(($) => $.admin.access.tokensText)}>
          <ApiTokens owner="company" />
        </Group>
        <Directory />
      </PageBody>
    </SectionFrame>
  );
}

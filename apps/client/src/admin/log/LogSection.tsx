import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { TabBar } from '#ui/Tabs.tsx';
import { SectionFrame } from '../SectionFrame.tsx';
import { AuditLog } from './AuditLog.tsx';
import { BanTable } from './BanTable.tsx';
import { RefusalTable } from './RefusalTable.tsx';
import { ReceiverPage } from './receiver/ReceiverPage.tsx';

const pages = {
  changes: AuditLog,
  refusals: RefusalTable,
  bans: BanTable,
  receiver: ReceiverPage,
} as const;
type Page = keyof typeof pages;

/** Changes and who made them, refusals, blocked addresses, and where all of it is sent. */
export function LogSection() {
  const { t } = useWords();
  const [page, setPage] = useState<Page>('changes');
  const Shown = pages[page];
  return (
    <SectionFrame title={t(($) => $.admin.sections.log)}>
      <TabBar<Page>
        label={t(($) => $.admin.sections.log)}
        value={page}
        onChange={setPage}
        tabs={(Object.keys(pages) as Page[]).map((value) => ({
          value,
          label: t(($) => $.admin.log.pages[value]),
        }))}
      >
        <Shown />
      </TabBar>
    </SectionFrame>
  );
}

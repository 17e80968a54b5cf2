import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { TabBar } from '#ui/Tabs.tsx';
import { SectionFrame } from '../SectionFrame.tsx';
import { AuditLog } from './AuditLog.tsx';
import { BanTable } from './BanTable.tsx';
import { RefusalTable } from './RefusalTable.tsx';

type Page = 'changes' | 'refusals' | 'bans';

/** Changes and who made them, refusals, and blocked addresses. */
export function LogSection() {
  const { t } = useWords();
  const [page, setPage] = useState<Page>('changes');
  return (
    <SectionFrame title={t(($) => $.admin.sections.log)}>
      <TabBar<Page>
        label={t(($) => $.admin.sections.log)}
        value={page}
        onChange={setPage}
        tabs={(['changes', 'refusals', 'bans'] as const).map((value) => ({
          value,
          label: t(($) => $.admin.log.pages[value]),
        }))}
      >
        {page === 'changes' ? <AuditLog /> : page === 'refusals' ? <RefusalTable /> : <BanTable />}
      </TabBar>
    </SectionFrame>
  );
}

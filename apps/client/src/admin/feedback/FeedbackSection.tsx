import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import { adminFeedbackRoutes } from '@sidetone/contract/http/admin/feedback-routes.ts';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { download } from '#live/line/download.ts';
import { useLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Select } from '#ui/Select.tsx';
import { TabBar } from '#ui/Tabs.tsx';
import { useRun } from '../run.ts';
import { SectionFrame } from '../SectionFrame.tsx';
import { useOpen } from '../use-open.ts';
import { CallTable } from './CallTable.tsx';
import { type FeedbackState, feedbackPage, type Listing, mostFeedback } from './listing.ts';
import { ProductTable } from './ProductTable.tsx';

type Page = 'product' | 'calls';
const states: readonly FeedbackState[] = ['all', 'open', 'done'];

/** The users' feedback on the product and on their calls. */
export function FeedbackSection() {
  const { t } = useWords();
  const { run, busy } = useRun();
  const { open, setOpen } = useOpen();
  const [typed, setTyped] = useState('');
  const [state, setState] = useState<FeedbackState>('all');
  const [limit, setLimit] = useState(feedbackPage);
  const [chosen, setChosen] = useState<Page | null>(null);
  const product = useLive(adminQueries.adminFeedback, { limit }).rows;
  const calls = useLive(adminQueries.adminCallFeedback, { limit }).rows;
  // An address of feedback on a call leads to it.
  const page = chosen ?? (calls.some(({ id }) => id === open) ? 'calls' : 'product');
  const openOf = (rows: readonly { doneAt: string | null }[]) => rows.filter(({ doneAt }) => doneAt === null).length;
  const listing: Listing = {
    typed,
    state,
    limit,
    onMore: () => setLimit((before) => Math.min(before + feedbackPage, mostFeedback)),
  };
  const exportAll = () =>
    run(() => download(adminFeedbackRoutes.exportFeedback, { query: { of: page } }, `feedback-${page}.csv`), null);

  return (
    <SectionFrame
      title={t(($) => $.admin.sections.feedback)}
      search={{ label: t(($) => $.admin.feedback.filter), value: typed, onChange: setTyped }}
      actions={
        <>
          <Select
            label={t(($) => $.admin.feedback.show)}
            hideLabel
            value={state}
            onChange={(event) => setState(event.target.value as FeedbackState)}
            options={states.map((value) => ({ value, label: t(($) => $.admin.feedback[value]) }))}
          />
          <Button size="l" disabled={busy} onClick={() => void exportAll()}>
            <Icon of={Download} />
            {t(($) => $.admin.feedback.export)}
          </Button>
        </>
      }
    >
      <TabBar<Page>
        label={t(($) => $.admin.sections.feedback)}
        value={page}
        onChange={(next) => {
          setChosen(next);
          if (open !== null) setOpen(null);
        }}
        tabs={[
          { value: 'product', label: t(($) => $.admin.feedback.pages.product), count: openOf(product) },
          { value: 'calls', label: t(($) => $.admin.feedback.pages.calls), count: openOf(calls) },
        ]}
      >
        {page === 'product' ? <ProductTable listing={listing} /> : <CallTable listing={listing} />}
      </TabBar>
    </SectionFrame>
  );
}

import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import { Ellipsis, Trash2 } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Empty } from '#ui/Empty.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { PartLine } from '../PartLine.tsx';
import { Scroller } from '../Scroller.tsx';
import { ViewHead } from '../ViewHead.tsx';
import { answeredOf } from './answers.ts';

interface AnswersViewProps {
  row: InboxRow;
  /** Null where the reader may not: answers are for their owner. */
  onDelete: (() => void) | null;
  onBack: () => void;
  onClose: () => void;
}

/** The questions about a call, each with its answer. */
export function AnswersView({ row, onDelete, onBack, onClose }: AnswersViewProps) {
  const { t } = useWords();
  const part = row.documentation.smartAnswers;
  const items = part?.items ?? [];
  const { answered, all } = answeredOf(items);
  const title = t(($) => $.callDetail.ai.answers);
  return (
    <>
      <ViewHead
        title={title}
        onBack={onBack}
        onClose={onClose}
        end={
          onDelete === null || answered === 0 ? null : (
            <Menu align="end" trigger={<IconButton icon={Ellipsis} label={t(($) => $.callDetail.answersView.more)} />}>
              <MenuItem icon={Trash2} onSelect={onDelete}>
                {t(($) => $.callDetail.answersView.deleteAll)}
              </MenuItem>
            </Menu>
          )
        }
      />
      <Scroller label={title}>
        {part && part.status !== 'success' ? (
          <PartLine
            status={part.status}
            words={{
              coming: t(($) => $.callDetail.answersView.coming),
              failed: t(($) => $.callDetail.answersView.failed),
              off: t(($) => $.callDetail.answersView.off),
            }}
          />
        ) : all === 0 ? (
          <Empty title={t(($) => $.callDetail.answersView.none)} />
        ) : (
          <>
            <p className="text-12 text-ink-3">{t(($) => $.callDetail.answersView.count, { answered, all })}</p>
            <ul className="flex flex-col gap-2">
              {items.map(({ questionId, title: heading, question, answer }) => (
                <li key={questionId} className="rounded-m border border-line p-4">
                  {heading ? <h3 className="font-semi">{heading}</h3> : null}
                  <p className={heading ? 'text-12 text-ink-3' : 'font-med text-ink-2'}>{question}</p>
                  {answer === null || answer.trim() === '' ? (
                    <p className="mt-1.5 text-ink-3">{t(($) => $.callDetail.ai.notMentioned)}</p>
                  ) : (
                    <p className="mt-1.5 whitespace-pre-line text-14">{answer}</p>
                  )}
                </li>
              ))}
            </ul>
          </>
        )}
      </Scroller>
    </>
  );
}

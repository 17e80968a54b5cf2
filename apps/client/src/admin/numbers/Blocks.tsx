import type { AdminNumberBlock } from '@sidetone/contract/entities/admin-channel.ts';
import { adminChannelRoutes } from '@sidetone/contract/http/admin/channel-routes.ts';
import { Filter, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { MenuItem } from '#ui/Menu.tsx';
import { ConfirmDialog, type Question } from '../ConfirmDialog.tsx';
import { useCompanyFacts } from '../directory.ts';
import { RowMenu } from '../RowMenu.tsx';
import { useRun } from '../run.ts';
import { BlockPanel } from './BlockPanel.tsx';
import { nameOfBlock } from './block-words.ts';

interface BlocksProps {
  blocks: readonly AdminNumberBlock[];
  /** The block whose numbers alone are shown, by its id. */
  shown: string | null;
  onShow: (blockId: string | null) => void;
}

/** The blocks of the account: what each is, what of it is in use, and the trunk that it belongs to. */
export function Blocks({ blocks, shown, onShow }: BlocksProps) {
  const { t } = useWords();
  const { run } = useRun();
  const runsServer = useCompanyFacts()?.runsServer ?? false;
  const [question, setQuestion] = useState<Question | null>(null);
  const [edited, setEdited] = useState<AdminNumberBlock | null>(null);
  if (blocks.length === 0) return null;
  const remove = async (blockId: string) => {
    const done = await run(() => call(adminChannelRoutes.removeNumberBlock, { params: { blockId } }), {
      title: t(($) => $.admin.numbers.block.removed),
    });
    if (done && shown === blockId) onShow(null);
  };
  /** Only users who assign numbers can bring them back, so others are told before. */
  const removalOf = ({ total, used }: AdminNumberBlock) => {
    const text = t(($) => $.admin.numbers.block.remove.text, { free: total - used, used });
    return runsServer ? text : `${text} ${t(($) => $.admin.numbers.block.remove.fromServer)}`;
  };
  return (
    <>
      <ul aria-label={t(($) => $.admin.numbers.block.title)} className="flex flex-1 flex-wrap gap-2">
        {blocks.map((block) => {
          const name = nameOfBlock(
            block,
            t(($) => $.admin.numbers.block.to),
          );
          const use = t(($) => $.admin.numbers.block.use, { used: block.used, total: block.total });
          return (
            <li
              key={block.id}
              data-shown={shown === block.id || undefined}
              className="flex items-center gap-2 rounded-m border border-line-strong bg-raised py-1 pr-1 pl-3 data-shown:bg-accent-tint"
            >
              <span className="min-w-0">
                <span className="block font-med">{block.label === null ? name : `${block.label}: ${name}`}</span>
                <span className="block text-12 text-ink-3">
                  {[use, block.trunkName].filter((text) => text !== null).join(' · ')}
                </span>
              </span>
              <RowMenu name={name}>
                <MenuItem icon={Filter} onSelect={() => onShow(shown === block.id ? null : block.id)}>
                  {t(($) => (shown === block.id ? $.admin.numbers.block.showAll : $.admin.numbers.block.show))}
                </MenuItem>
                <MenuItem icon={Pencil} onSelect={() => setEdited(block)}>
                  {t(($) => $.admin.edit)}
                </MenuItem>
                <MenuItem
                  icon={Trash2}
                  onSelect={() =>
                    setQuestion({
                      title: t(($) => $.admin.numbers.block.remove.title, { name }),
                      text: removalOf(block),
                      action: t(($) => $.admin.numbers.block.remove.action),
                      run: () => remove(block.id),
                    })
                  }
                >
                  {t(($) => $.admin.numbers.block.remove.action)}
                </MenuItem>
              </RowMenu>
            </li>
          );
        })}
      </ul>
      {edited === null ? null : <BlockPanel block={edited} onClose={() => setEdited(null)} />}
      <ConfirmDialog question={question} onClose={() => setQuestion(null)} />
    </>
  );
}

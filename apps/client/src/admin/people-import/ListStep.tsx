import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { Button } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { Group } from '../EditorPanel.tsx';
import { formatMoment } from '../format.ts';
import { type Draft, draftOf } from './draft.ts';
import { decodeTable, largestFileBytes, type TableProblem, tableLimits } from './read-table.ts';

interface ListStepProps {
  onDraft: (draft: Draft) => void;
  onShow: (importId: string) => void;
}

/** Where a list comes from: a file, or what was copied from a table or a mail. Earlier imports are below. */
export function ListStep({ onDraft, onShow }: ListStepProps) {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const [problem, setProblem] = useState<TableProblem | null>(null);
  const take = (draft: ReturnType<typeof draftOf>) => {
    if ('problem' in draft) setProblem(draft.problem);
    else onDraft(draft);
  };
  const takeFile = async (file: File | undefined) => {
    if (file === undefined) return;
    setProblem(null);
    const decoded = await decodedFile(file);
    take('problem' in decoded ? decoded : draftOf(file.name.slice(0, 200), decoded.text));
  };
  return (
    <div className="min-h-0 flex-1 overflow-auto p-6 max-[559px]:p-4">
      <div className="grid max-w-[800px] gap-6">
        <div className="grid grid-cols-2 gap-4 max-[699px]:grid-cols-1">
          <ListFile onFile={(file) => void takeFile(file)} />
          <form
            className="grid content-start gap-3"
            onSubmit={(event) => {
              event.preventDefault();
              setProblem(null);
              take(draftOf(null, typed));
            }}
          >
            <TextArea
              label={t(($) => $.admin.people.paste)}
              placeholder={t(($) => $.admin.people.pasteExample)}
              rows={6}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
            <Button type="submit" className="justify-self-start" disabled={typed.trim() === ''}>
              {t(($) => $.admin.people.read)}
            </Button>
          </form>
        </div>
        {problem === null ? (
          <p className="text-ink-2">{t(($) => $.admin.people.needed)}</p>
        ) : (
          <p role="alert" className="text-missed">
            {t(($) => $.admin.people.problems[problem], tableLimits)}
          </p>
        )}
        <Earlier onShow={onShow} />
      </div>
    </div>
  );
}

/** The text of a file. One that is too large is not read, and one that cannot be read, such as a folder, is no table. */
async function decodedFile(file: File): Promise<ReturnType<typeof decodeTable>> {
  if (file.size > largestFileBytes) return { problem: 'tooLarge' };
  try {
    return decodeTable(new Uint8Array(await file.arrayBuffer()));
  } catch {
    return { problem: 'notATable' };
  }
}

function ListFile({ onFile }: { onFile: (file: File | undefined) => void }) {
  const { t } = useWords();
  const field = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for pointers, and the button in it does the same
    <div
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        onFile(event.dataTransfer.files[0]);
      }}
      className={cn(
        'flex flex-col items-center justify-center gap-2 rounded-m border border-dashed p-6 text-center',
        isOver ? 'border-accent bg-accent-tint' : 'border-line-control bg-well',
      )}
    >
      <Icon of={FileUp} size={20} className="text-ink-3" />
      <p className="font-med">{t(($) => $.admin.people.drop)}</p>
      <Button onClick={() => field.current?.click()}>{t(($) => $.admin.people.choose)}</Button>
      <p className="text-12 text-ink-2">{t(($) => $.admin.people.kinds, tableLimits)}</p>
      <input
        ref={field}
        type="file"
        hidden
        accept=".csv,.tsv,.txt,text/csv,text/plain,text/tab-separated-values"
        onChange={({ currentTarget }) => {
          onFile(currentTarget.files?.[0]);
          // Choosing the same file again counts as well.
          currentTarget.value = '';
        }}
      />
    </div>
  );
}

function Earlier({ onShow }: { onShow: (importId: string) => void }) {
  const { t, language } = useWords();
  const { rows } = useLive(adminQueries.adminPeopleImports, {});
  if (rows.length === 0) return null;
  return (
    <Group title={t(($) => $.admin.people.earlier)}>
      <ul className="divide-y divide-line border-line border-y">
        {rows.map(({ id, name, startedAt, created, total }) => (
          <li key={id} className="flex min-h-11 flex-wrap items-center gap-3">
            <span className="min-w-0 flex-1">
              <span className="block truncate font-med">{name ?? t(($) => $.admin.people.pasted)}</span>
              <span className="block text-12 text-ink-3">
                {t(($) => $.admin.people.earlierRow, { when: formatMoment(startedAt, language), created, total })}
              </span>
            </span>
            <Button
              size="s"
              aria-label={`${t(($) => $.admin.people.showImport)}: ${name ?? t(($) => $.admin.people.pasted)}`}
              onClick={() => onShow(id)}
            >
              {t(($) => $.admin.people.showImport)}
            </Button>
          </li>
        ))}
      </ul>
    </Group>
  );
}

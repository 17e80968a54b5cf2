import type { ContactImport, ImportProblem } from '@sidetone/contract/entities/contact-import.ts';
import { mostNumbersOfOwnContact } from '@sidetone/contract/rules/limits.ts';
import { CircleCheck, CircleX, Undo2 } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { canBeUndone } from './import-news.ts';
import { useImportWords, useUndo } from './use-imports.ts';

/** Problems of an import that the server keeps. */
const mostProblems = 100;

/**
 * The state of an import: its progress while it runs, then its result, the problems of the file, and the way to undo
 * it.
 */
export function ImportState({ of }: { of: ContactImport }) {
  const { t } = useWords();
  const words = useImportWords();
  const { busy, undo } = useUndo();
  const isRunning = of.state === 'RUNNING';
  const counts = words.counts(of);
  return (
    <section aria-label={of.fileName} className="flex flex-col gap-2">
      <div role="status" className="flex items-center gap-2">
        {isRunning ? null : (
          <Icon
            of={of.state === 'FAILED' ? CircleX : CircleCheck}
            className={of.state === 'FAILED' ? 'text-missed' : 'text-live'}
          />
        )}
        <h3 className="min-w-0 break-words font-med">{words.headline(of)}</h3>
      </div>
      {isRunning ? <Bar of={of} /> : null}
      {counts.length > 0 ? (
        <ul className="flex flex-wrap gap-x-4 text-ink-2">
          {counts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      ) : null}
      {of.state === 'DONE' && of.created + of.updated === 0 ? (
        <p className="text-ink-2">{t(($) => $.contactFiles.nothing)}</p>
      ) : null}
      {isRunning ? <p className="text-12 text-ink-3">{t(($) => $.contactFiles.goesOn)}</p> : null}
      {canBeUndone(of) ? (
        <span>
          <Button size="s" disabled={busy} onClick={() => void undo(of)}>
            <Icon of={Undo2} size={14} />
            {t(($) => (busy ? $.contactFiles.undoing : $.contactFiles.undo))}
          </Button>
        </span>
      ) : null}
      <Problems of={of} />
    </section>
  );
}

function Bar({ of }: { of: ContactImport }) {
  const { t, language } = useWords();
  const words = useImportWords();
  const number = new Intl.NumberFormat(language);
  const done = number.format(of.done);
  const text =
    of.total === null
      ? t(($) => $.contactFiles.progressUnknown, { done })
      : t(($) => $.contactFiles.progress, { done, total: number.format(of.total) });
  return (
    <span className="flex items-center gap-3">
      <progress
        {...(of.total === null ? {} : { value: of.done, max: Math.max(of.total, 1) })}
        aria-label={words.headline(of)}
        aria-valuetext={text}
        className="h-1.5 min-w-0 flex-1 accent-accent"
      />
      <span className="text-12 text-ink-2 tabular-nums">{text}</span>
    </span>
  );
}

function Problems({ of }: { of: ContactImport }) {
  const { t } = useWords();
  if (of.problems.length === 0 || of.state === 'UNDONE') return null;
  return (
    <div className="min-w-0">
      <h4 className="mb-1 font-med text-12 text-ink-2">{t(($) => $.contactFiles.problems)}</h4>
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys have to reach it
        tabIndex={0}
        aria-label={t(($) => $.contactFiles.problems)}
        className="max-h-52 overflow-y-auto rounded-s border border-line"
      >
        {of.problems.map((problem, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
          <li key={at} className="flex gap-3 border-line border-b px-3 py-1.5 text-12 last:border-b-0">
            <span className="w-20 flex-none text-ink-3 tabular-nums">{placeOf(problem)}</span>
            <span className="min-w-0 break-words">
              {t(($) => $.contactFiles.problem[problem.code], {
                text: problem.text,
                place: problem.place,
                most: mostNumbersOfOwnContact,
              })}
            </span>
          </li>
        ))}
      </ul>
      {of.problems.length >= mostProblems ? (
        <p className="mt-1 text-12 text-ink-3">{t(($) => $.contactFiles.firstProblems)}</p>
      ) : null}
    </div>
  );

  function placeOf({ code, place }: ImportProblem): string {
    if (code === 'IGNORED_COLUMNS' || code === 'CUT_OFF' || code === 'PHOTOS')
      return t(($) => $.contactFiles.wholeFile);
    return t(($) => (of.format === 'csv' ? $.contactFiles.line : $.contactFiles.entry), { place });
  }
}

import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { ContactImport } from '@sidetone/contract/entities/contact-import.ts';
import { contactRoutes } from '@sidetone/contract/http/contact-routes.ts';
import { useEffect, useRef, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { toast } from '#ui/toasts.ts';
import { canBeUndone, countsOf, endedSince, headlineOf } from './import-news.ts';

/** The user's newest import: the one that runs, or the last of today. */
export function useNewestImport(): { status: 'loading' | 'ready' | 'failed'; newest: ContactImport | null } {
  const { status, rows } = useLive(phoneQueries.contactImports, {});
  const newest = rows.toSorted((a, b) => b.startedAt.localeCompare(a.startedAt))[0];
  return { status, newest: newest ?? null };
}

/** The result of an import, in one line each. */
export function useImportWords() {
  const { t, language } = useWords();
  const number = new Intl.NumberFormat(language);
  return {
    headline: (of: ContactImport): string => t(($) => $.contactFiles[headlineOf(of)], { file: of.fileName }),
    counts: (of: ContactImport): string[] =>
      countsOf(of).map(({ kind, count }) => t(($) => $.contactFiles[kind], { count, formatted: number.format(count) })),
  };
}

/** Undoes an import, and tells how that went. */
export function useUndo(): { busy: boolean; undo: (of: ContactImport) => Promise<void> } {
  const { t } = useWords();
  const words = useImportWords();
  const [busy, setBusy] = useState(false);
  const undo = async (of: ContactImport): Promise<void> => {
    setBusy(true);
    try {
      // Undoing a large one takes a while.
      const undone = await call(
        contactRoutes.undoContactImport,
        { params: { importId: of.id } },
        { timeoutMs: 120_000 },
      );
      toast({ tone: 'ok', title: words.headline(undone), text: words.counts(undone)[0] ?? '' });
    } catch (error) {
      toast({
        tone: 'error',
        title: t(($) => $.contactFiles.notUndone),
        text: t(($) => $.errors[codeOf(error)]),
      });
    } finally {
      setBusy(false);
    }
  };
  return { busy, undo };
}

/** Shows a toast when an import ends, unless its dialog is open. `onShow` leads to that dialog. */
export function useImportNews({ isLookedAt, onShow }: { isLookedAt: boolean; onShow: () => void }): void {
  const { t } = useWords();
  const { status, rows } = useLive(phoneQueries.contactImports, {});
  const words = useImportWords();
  const { undo } = useUndo();
  const before = useRef<readonly ContactImport[]>([]);
  useEffect(() => {
    if (status !== 'ready') return;
    const news = endedSince(before.current, rows);
    before.current = rows;
    if (isLookedAt) return;
    for (const of of news) {
      const told = words.counts(of).join(', ');
      toast({
        id: `import ${of.id}`,
        tone: of.state === 'FAILED' ? 'error' : of.problems.length > 0 ? 'warn' : 'ok',
        title: words.headline(of),
        text: told === '' ? t(($) => $.contactFiles.nothing) : told,
        ...(canBeUndone(of) && of.problems.length === 0
          ? { action: { label: t(($) => $.contactFiles.undoShort), run: () => void undo(of) } }
          : { action: { label: t(($) => $.contactFiles.show), run: onShow } }),
      });
    }
  });
}

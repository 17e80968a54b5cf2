import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { ApiError, codeOf } from '#live/line/api-error.ts';
import { toast } from '#ui/toasts.ts';

/**
 * Runs a request and says how it went. A failure is told in words, with the name that `whose` gives before them. `done`
 * null says nothing of success. `refusal` has words for reasons of the server that its code does not tell.
 */
export function useRun() {
  const { t } = useWords();
  const [busy, setBusy] = useState(false);
  const run = async <Result>(
    work: () => Promise<Result>,
    done: Parameters<typeof toast>[0] | null,
    whose: (error: ApiError) => string | undefined = () => undefined,
    refusal: (reason: string) => string | undefined = () => undefined,
  ) => {
    setBusy(true);
    try {
      const result = await work();
      if (done) toast({ tone: 'ok', ...done });
      return result;
    } catch (error) {
      const detail = error instanceof ApiError ? (error.integration.detail ?? '') : '';
      const who = error instanceof ApiError ? whose(error) : undefined;
      const issues = error instanceof ApiError ? error.issues : [];
      const refused = issues.map(({ message }) => refusal(message)).find((words) => words !== undefined);
      const text = refused ?? t(($) => $.errors[codeOf(error)], { detail });
      const title = t(($) => $.admin.failed);
      toast({ tone: 'error', title, text: who === undefined ? text : `${who}: ${text}` });
      return null;
    } finally {
      setBusy(false);
    }
  };
  return { run, busy };
}

interface Switching<Row> {
  change: (row: Row, isOn: boolean) => Promise<unknown>;
  /** The words once it is done. */
  done: (row: Row, isOn: boolean) => string;
}

/** Switches rows on and off; the toast offers to undo it. */
export function useSwitch<Row>({ change, done }: Switching<Row>): (row: Row, isOn: boolean) => Promise<void> {
  const { t } = useWords();
  const { run } = useRun();
  const switchRow = async (row: Row, isOn: boolean) => {
    await run(() => change(row, isOn), {
      title: done(row, isOn),
      action: { label: t(($) => $.app.undo), run: () => void switchRow(row, !isOn) },
    });
  };
  return switchRow;
}

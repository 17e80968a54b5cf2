import { type ReactNode, useState } from 'react';
import type { toast } from '#ui/toasts.ts';
import { ConfirmDialog, type Question } from './ConfirmDialog.tsx';
import { useRun } from './run.ts';

interface Removal<Row> {
  /** The question, and the words once it is done. */
  words: (row: Row) => Omit<Question, 'run'> & { done: Parameters<typeof toast>[0] };
  remove: (row: Row) => Promise<unknown>;
  /** Words for a reason that the server refuses it for; undefined where its code tells enough. */
  refusal?: (reason: string) => string | undefined;
  /** Runs after the attempt. */
  onRemoved?: (row: Row) => void;
}

/** Asks before a row is removed. `question` is drawn beside the table. */
export function useRemoval<Row>({ words, remove, refusal, onRemoved }: Removal<Row>): {
  askRemove: (row: Row) => void;
  question: ReactNode;
} {
  const { run } = useRun();
  const [question, setQuestion] = useState<Question | null>(null);
  const askRemove = (row: Row) => {
    const { done, ...asked } = words(row);
    setQuestion({
      ...asked,
      run: async () => {
        await run(() => remove(row), done, undefined, refusal);
        onRemoved?.(row);
      },
    });
  };
  return { askRemove, question: <ConfirmDialog question={question} onClose={() => setQuestion(null)} /> };
}

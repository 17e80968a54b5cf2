import { Button } from '#ui/Button.tsx';
import { useRemoval } from '../use-removal.tsx';

interface RemovalButtonProps {
  words: { title: string; text: string; action: string; done: string };
  remove: () => Promise<unknown>;
}

/** Removes a setting of the company, after a question. */
export function RemovalButton({ words: { done, ...asked }, remove }: RemovalButtonProps) {
  const { askRemove, question } = useRemoval<null>({ words: () => ({ ...asked, done: { title: done } }), remove });
  return (
    <div>
      <Button tone="ghost" size="s" className="-ml-2.5" onClick={() => askRemove(null)}>
        {asked.action}
      </Button>
      {question}
    </div>
  );
}

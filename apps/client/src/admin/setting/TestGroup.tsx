import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { type ApiErrorCode, codeOf } from '#live/line/api-error.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Group } from '../EditorPanel.tsx';

interface TestGroupProps<Result extends object> {
  words: { title: string; text: string; run: string; running: string };
  icon: LucideIcon;
  /** There is something to test. */
  isSetUp: boolean;
  test: () => Promise<Result>;
  /** What came of it, in words. */
  outcome: (result: Result) => ReactNode;
}

/** Tests a setting of the company as it is saved, and says what is wrong. */
export function TestGroup<Result extends object>({ words, icon, isSetUp, test, outcome }: TestGroupProps<Result>) {
  const { t } = useWords();
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<Result | ApiErrorCode | null>(null);
  const run = async () => {
    setBusy(true);
    setResult(null);
    try {
      setResult(await test());
    } catch (cause) {
      console.warn('[admin] a setting was not tested:', codeOf(cause));
      setResult(codeOf(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Group title={words.title} text={words.text}>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="s" disabled={!isSetUp || isBusy} onClick={() => void run()}>
          <Icon of={icon} size={14} />
          {isBusy ? words.running : words.run}
        </Button>
        <span role="status" className="min-w-0 flex-1 basis-60 text-12">
          {result === null ? null : typeof result === 'string' ? (
            <StateBadge tone="missed">{t(($) => $.errors[result], { detail: '' })}</StateBadge>
          ) : (
            outcome(result)
          )}
        </span>
      </div>
    </Group>
  );
}

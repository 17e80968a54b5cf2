import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { Button } from '#ui/Button.tsx';
import { Logo } from './Logo.tsx';

/** What stands where a part of the window failed; in development with the error itself. */
export function Failure({ error, reset }: ErrorComponentProps) {
  const { t } = useWords();
  useEffect(() => console.error(error), [error]);
  return (
    <main role="alert" className="grid h-full min-h-0 flex-1 place-items-center overflow-auto bg-canvas">
      <div className="flex max-w-[480px] flex-col items-center gap-1 p-6 text-center">
        <Logo className="size-9" />
        <h1 className="mt-5 font-semi text-16">{t(($) => $.app.failed.title)}</h1>
        <p className="max-w-[300px] text-ink-2">{t(($) => $.app.failed.text)}</p>
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          <Button tone="primary" onClick={() => location.reload()}>
            {t(($) => $.app.failed.reload)}
          </Button>
          <Button onClick={reset}>{t(($) => $.app.tryAgain)}</Button>
        </div>
        {import.meta.env.DEV ? (
          <pre className="mt-6 max-w-full overflow-auto rounded-m bg-well p-3 text-left text-11">
            {error instanceof Error ? error.stack : String(error)}
          </pre>
        ) : null}
      </div>
    </main>
  );
}

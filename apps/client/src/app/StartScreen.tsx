import { useWords } from '#i18n/use-words.ts';
import { AfterAMoment } from '#ui/Skeleton.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { Logo } from './Logo.tsx';

/** Before the app is there, one sentence says what it is waiting for. */
export function StartScreen() {
  const { t } = useWords();
  return (
    <main className="grid h-full place-items-center bg-sidebar">
      <div className="flex flex-col items-center gap-6">
        <Logo className="size-9" />
        <p role="status" className="flex h-5 items-center gap-2 text-ink-2">
          <AfterAMoment>
            <Spinner />
            {t(($) => $.app.starting)}
          </AfterAMoment>
        </p>
      </div>
    </main>
  );
}

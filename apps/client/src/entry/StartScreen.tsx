import { useWords } from '#i18n/use-words.ts';
import { Logo } from '#ui/Logo.tsx';
import { AfterAMoment } from '#ui/Skeleton.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { SetupFrame } from './SetupFrame.tsx';

interface StartScreenProps {
  /** The look of the next page: the app, or a page of its setup. */
  layout?: 'app' | 'setup';
}

/** Before the app is there, one sentence says what it is waiting for. */
export function StartScreen({ layout = 'app' }: StartScreenProps) {
  const { t } = useWords();
  const waiting = (
    <p role="status" className="flex h-5 items-center gap-2 text-ink-2">
      <AfterAMoment>
        <Spinner />
        {t(($) => (layout === 'setup' ? $.start.setup.loading : $.app.starting))}
      </AfterAMoment>
    </p>
  );
  if (layout === 'setup') {
    return (
      <SetupFrame>
        <div className="my-auto">{waiting}</div>
      </SetupFrame>
    );
  }
  return (
    <main className="grid h-full place-items-center bg-sidebar">
      <div className="flex flex-col items-center gap-6">
        <Logo className="size-9" />
        {waiting}
      </div>
    </main>
  );
}

import { Link } from '@tanstack/react-router';
import { useWords } from '#i18n/use-words.ts';
import { useTitle } from '#pages/use-title.ts';
import { Empty } from '#ui/Empty.tsx';

/** An address that leads nowhere. */
export function NotFound() {
  const { t } = useWords();
  useTitle(t(($) => $.app.notFound.title));
  return (
    <main className="grid h-full place-items-center bg-canvas">
      <Empty
        page
        title={t(($) => $.app.notFound.title)}
        text={t(($) => $.app.notFound.text)}
        action={
          <Link to="/" className="font-med text-accent">
            {t(($) => $.app.notFound.action)}
          </Link>
        }
      />
    </main>
  );
}

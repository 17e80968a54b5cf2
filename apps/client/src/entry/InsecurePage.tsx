import { useWords } from '#i18n/use-words.ts';

/**
 * Without a secure connection browsers give neither the microphone nor the means for a sign-in: this says what to do.
 */
export function InsecurePage({ entry }: { entry: string | null }) {
  const { t } = useWords();
  return (
    <>
      <p className="mb-5 max-w-[380px] text-missed">{t(($) => $.app.insecure.why)}</p>
      {entry === null ? null : (
        <a className="font-med text-accent underline" href={entry}>
          {t(($) => $.app.insecure.goOn)}
        </a>
      )}
    </>
  );
}

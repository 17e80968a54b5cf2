import { useEffect, useState } from 'react';
import { formatLongDuration } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { secondsUntil } from './seconds-until.ts';

/** The time that a user still has to wait, second by second. Read once by screen readers, and again when it is over. */
export function TryAgainIn({ until }: { until: number }) {
  const { t } = useWords();
  const [now, setNow] = useState(Date.now);
  const [atFirst] = useState(() => secondsUntil(until, Date.now()));
  const left = secondsUntil(until, now);
  const isOver = left === 0;
  useEffect(() => {
    if (isOver) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isOver]);
  if (isOver) return t(($) => $.signIn.tryAgainNow);
  const told = (seconds: number) => t(($) => $.signIn.tooManyAttempts, { wait: formatLongDuration(seconds) });
  return (
    <>
      <span className="sr-only">{told(atFirst)}</span>
      <span aria-hidden>{told(left)}</span>
    </>
  );
}

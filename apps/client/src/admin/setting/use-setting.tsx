import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { Button } from '#ui/Button.tsx';
import { AfterAMoment, Skeleton } from '#ui/Skeleton.tsx';

interface Loading<Setting> {
  /** Asks the server; stable. */
  load: () => Promise<Setting>;
  /** What it is, for the log. */
  name: string;
  /** The words once it could not be loaded. */
  problem: string;
}

interface Loaded<Setting> {
  /** Null until it is there. */
  setting: Setting | null;
  setSetting: (setting: Setting) => void;
  /** Loads it again, and shows the one from before until then. */
  reload: () => void;
  /** What is drawn while there is no setting: an outline, or what went wrong with a way to try again. */
  instead: ReactNode;
}

/** A setting of the company that no live query keeps up to date. */
export function useSetting<Setting>({ load, name, problem }: Loading<Setting>): Loaded<Setting> {
  const [setting, setSetting] = useState<Setting | null>(null);
  const [isFailed, setFailed] = useState(false);
  const ask = useCallback(async () => {
    setFailed(false);
    try {
      setSetting(await load());
    } catch (cause) {
      console.warn(`[admin] ${name} could not be loaded:`, codeOf(cause));
      setFailed(true);
    }
  }, [load, name]);
  useEffect(() => void ask(), [ask]);
  const reload = () => void ask();
  return { setting, setSetting, reload, instead: <Instead problem={isFailed ? problem : null} onRetry={reload} /> };
}

interface InsteadProps {
  /** Null: it is on its way. */
  problem: string | null;
  onRetry: () => void;
}

/** In place of something that is being loaded, or could not be. */
export function Instead({ problem, onRetry }: InsteadProps) {
  const { t } = useWords();
  if (problem === null) {
    return (
      <AfterAMoment>
        <Skeleton className="h-24" />
      </AfterAMoment>
    );
  }
  return (
    <div className="flex flex-wrap items-center gap-3">
      <p role="alert">{problem}</p>
      <Button size="s" onClick={onRetry}>
        {t(($) => $.app.tryAgain)}
      </Button>
    </div>
  );
}

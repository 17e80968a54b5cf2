import type { OwnMail } from '@sidetone/contract/entities/mail.ts';
import { mailRoutes } from '@sidetone/contract/http/mail-routes.ts';
import { useCallback, useEffect, useState } from 'react';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';

/** What the user gets emails about, as the server has it; null until it is there. */
export function useOwnMail() {
  const [own, setOwn] = useState<OwnMail | null>(null);
  const [isFailed, setFailed] = useState(false);
  const load = useCallback(async (): Promise<void> => {
    setFailed(false);
    try {
      setOwn(await call(mailRoutes.ownMail, {}));
    } catch (cause) {
      console.warn('[settings] the wishes for emails were not loaded:', codeOf(cause));
      setFailed(true);
    }
  }, []);
  useEffect(() => void load(), [load]);
  return { own, isFailed, load: () => void load(), hear: setOwn };
}

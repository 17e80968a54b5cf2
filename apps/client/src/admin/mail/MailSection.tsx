import type { MailServer } from '@sidetone/contract/entities/mail.ts';
import { adminMailRoutes } from '@sidetone/contract/http/mail-routes.ts';
import { useCallback, useEffect, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { AfterAMoment, Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toasts.ts';
import { PageBody } from '../PageBody.tsx';
import { SectionFrame } from '../SectionFrame.tsx';
import { Deliveries } from './Deliveries.tsx';
import { ServerForm } from './ServerForm.tsx';
import { ServerTest } from './ServerTest.tsx';

interface MailSetUp {
  server: MailServer | null;
  operatorFrom: string | null;
}

/** The mail server of the account, a test of it, and what became of mails. */
export function MailSection() {
  const { t } = useWords();
  const [setUp, setSetUp] = useState<MailSetUp | null>(null);
  const [isFailed, setFailed] = useState(false);
  const load = useCallback(async () => {
    setFailed(false);
    try {
      setSetUp(await call(adminMailRoutes.mailServer, {}));
    } catch (cause) {
      console.warn('[admin] the mail server was not loaded:', codeOf(cause));
      setFailed(true);
    }
  }, []);
  useEffect(() => void load(), [load]);
  const title = t(($) => $.admin.sections.mail);
  return (
    <SectionFrame title={title}>
      <PageBody label={title}>
        {setUp === null && !isFailed ? (
          <AfterAMoment>
            <Skeleton className="h-48" />
          </AfterAMoment>
        ) : null}
        {setUp === null && isFailed ? (
          <div className="flex flex-wrap items-center gap-3">
            <p role="alert">{t(($) => $.admin.mail.notLoaded)}</p>
            <Button size="s" onClick={() => void load()}>
              {t(($) => $.app.tryAgain)}
            </Button>
          </div>
        ) : null}
        {setUp === null ? null : (
          <>
            <ServerForm
              key={setUp.server?.rev ?? 0}
              {...setUp}
              onSaved={(server) => setSetUp({ ...setUp, server })}
              onOutdated={() => {
                // The form is drawn again with what the other administrator saved, and its own message goes with it.
                toast({ tone: 'error', title: t(($) => $.admin.failed), text: t(($) => $.errors.CONFLICT) });
                void load();
              }}
            />
            <ServerTest
              key={`test ${setUp.server?.rev ?? 0}`}
              isSetUp={setUp.server !== null || setUp.operatorFrom !== null}
            />
            <Deliveries />
          </>
        )}
      </PageBody>
    </SectionFrame>
  );
}

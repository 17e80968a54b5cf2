import type { MailServer } from '@sidetone/contract/entities/mail.ts';
import { adminMailRoutes } from '@sidetone/contract/http/mail-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { PageBody } from '../PageBody.tsx';
import { SectionFrame } from '../SectionFrame.tsx';
import { useSetting } from '../setting/use-setting.tsx';
import { Deliveries } from './Deliveries.tsx';
import { ServerForm } from './ServerForm.tsx';
import { ServerTest } from './ServerTest.tsx';

interface MailSetUp {
  server: MailServer | null;
  operatorFrom: string | null;
}

const load = () => call(adminMailRoutes.mailServer, {});

/** The mail server of the account, a test of it, and what became of mails. */
export function MailSection() {
  const { t } = useWords();
  const { setting, setSetting, reload, instead } = useSetting<MailSetUp>({
    load,
    name: 'the mail server',
    problem: t(($) => $.admin.mail.notLoaded),
  });
  const title = t(($) => $.admin.sections.mail);
  return (
    <SectionFrame title={title}>
      <PageBody label={title}>
        {setting === null ? (
          instead
        ) : (
          <>
            <ServerForm {...setting} onSaved={(server) => setSetting({ ...setting, server })} onOutdated={reload} />
            <ServerTest
              key={setting.server?.rev ?? 0}
              isSetUp={setting.server !== null || setting.operatorFrom !== null}
            />
            <Deliveries />
          </>
        )}
      </PageBody>
    </SectionFrame>
  );
}

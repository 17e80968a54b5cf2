import type { AuditStream } from '@sidetone/contract/entities/audit-stream.ts';
import type { WebhookTestResult } from '@sidetone/contract/entities/webhook.ts';
import { auditStreamRoutes } from '@sidetone/contract/http/admin/audit-stream-routes.ts';
import { Send } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { StateBadge } from '#ui/StateBadge.tsx';
import { PageBody } from '../../PageBody.tsx';
import { TestGroup } from '../../setting/TestGroup.tsx';
import { useSetting } from '../../setting/use-setting.tsx';
import { ReceiverForm } from './ReceiverForm.tsx';
import { ReceiverStanding } from './ReceiverStanding.tsx';

const load = () => call(auditStreamRoutes.auditStream, {});
/** A receiver that answers late. */
const testTimeoutMs = 70_000;

/** Where the audit log is sent, how far the receiver is, and a test of it. */
export function ReceiverPage() {
  const { t } = useWords();
  const { setting, setSetting, reload, instead } = useSetting<{ stream: AuditStream | null }>({
    load,
    name: 'the receiver of the audit log',
    problem: t(($) => $.admin.auditStream.notLoaded),
  });
  return (
    <PageBody label={t(($) => $.admin.log.pages.receiver)}>
      {setting === null ? (
        instead
      ) : (
        <>
          <ReceiverForm stream={setting.stream} onSaved={(stream) => setSetting({ stream })} onOutdated={reload} />
          {setting.stream === null ? null : (
            <>
              <ReceiverStanding rev={setting.stream.rev} />
              <TestGroup
                key={setting.stream.rev}
                words={{
                  title: t(($) => $.admin.auditStream.test.title),
                  text: t(($) => $.admin.auditStream.test.text),
                  run: t(($) => $.admin.auditStream.test.send),
                  running: t(($) => $.admin.auditStream.test.sending),
                }}
                icon={Send}
                isSetUp
                test={() => call(auditStreamRoutes.testAuditStream, {}, { timeoutMs: testTimeoutMs })}
                outcome={(result) => <Outcome result={result} />}
              />
            </>
          )}
        </>
      )}
    </PageBody>
  );
}

function Outcome({ result: { problem, milliseconds } }: { result: WebhookTestResult }) {
  const { t } = useWords();
  if (problem === null) {
    return <StateBadge tone="live">{t(($) => $.admin.auditStream.test.worked, { milliseconds })}</StateBadge>;
  }
  const words = t(($) => $.admin.webhook.problem[problem]);
  return <StateBadge tone="missed">{t(($) => $.admin.auditStream.test.failed, { problem: words })}</StateBadge>;
}

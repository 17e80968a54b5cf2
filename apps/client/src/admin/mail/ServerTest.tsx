import type { MailTestResult } from '@sidetone/contract/entities/mail.ts';
import { adminMailRoutes } from '@sidetone/contract/http/mail-routes.ts';
import { Send } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { StateBadge } from '#ui/StateBadge.tsx';
import { TestGroup } from '../setting/TestGroup.tsx';

/** Sends a test to the administrator who asks, and says how the mail server answered. */
export function ServerTest({ isSetUp }: { isSetUp: boolean }) {
  const { t } = useWords();
  return (
    <TestGroup
      words={{
        title: t(($) => $.admin.mail.test.title),
        text: t(($) => $.admin.mail.test.text),
        run: t(($) => $.admin.mail.test.send),
        running: t(($) => $.admin.mail.test.sending),
      }}
      icon={Send}
      isSetUp={isSetUp}
      test={() => call(adminMailRoutes.testMail, {})}
      outcome={(result) => <Outcome result={result} />}
    />
  );
}

function Outcome({ result: { to, problem, status } }: { result: MailTestResult }) {
  const { t } = useWords();
  if (problem === null) return <StateBadge tone="live">{t(($) => $.admin.mail.test.worked, { to })}</StateBadge>;
  return (
    <span className="grid gap-1">
      <StateBadge tone="missed">
        {t(($) => $.admin.mail.problem[problem])}
        {status === null ? null : ` (${status})`}
      </StateBadge>
      <span className="text-ink-2">{t(($) => $.admin.mail.hint[problem])}</span>
    </span>
  );
}

import type { MailTestResult } from '@sidetone/contract/entities/mail.ts';
import { adminMailRoutes } from '@sidetone/contract/http/mail-routes.ts';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { type ApiErrorCode, codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Group } from '../EditorPanel.tsx';

/** Sends a test to the administrator who asks, and says how the mail server answered. */
export function ServerTest({ isSetUp }: { isSetUp: boolean }) {
  const { t } = useWords();
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<MailTestResult | ApiErrorCode | null>(null);
  const send = async () => {
    setBusy(true);
    setResult(null);
    try {
      setResult(await call(adminMailRoutes.testMail, {}));
    } catch (cause) {
      console.warn('[admin] the mail server was not tested:', codeOf(cause));
      setResult(codeOf(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Group title={t(($) => $.admin.mail.test.title)} text={t(($) => $.admin.mail.test.text)}>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="s" disabled={!isSetUp || isBusy} onClick={() => void send()}>
          <Icon of={Send} size={14} />
          {t(($) => (isBusy ? $.admin.mail.test.sending : $.admin.mail.test.send))}
        </Button>
        <span role="status" className="min-w-0 flex-1 basis-60 text-12">
          <Outcome result={result} />
        </span>
      </div>
    </Group>
  );
}

function Outcome({ result }: { result: MailTestResult | ApiErrorCode | null }) {
  const { t } = useWords();
  if (result === null) return null;
  if (typeof result === 'string')
    return <StateBadge tone="missed">{t(($) => $.errors[result], { detail: '' })}</StateBadge>;
  const { to, problem, status } = result;
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

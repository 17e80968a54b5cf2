import type { WebhookTestResult } from '@sidetone/contract/entities/webhook.ts';
import { adminWebhookRoutes } from '@sidetone/contract/http/admin/webhook-routes.ts';
import { KeyRound, Send } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { type ApiErrorCode, codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';

interface TestLineProps {
  accountId: string;
  webhookId: string;
  /** Nothing differs from what is saved, which is what is tested. */
  isSaved: boolean;
  onRenewSecret: () => void;
}

/** Sends an invented call, and says how the receiver answered. */
export function TestLine({ accountId, webhookId, isSaved, onRenewSecret }: TestLineProps) {
  const { t } = useWords();
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<WebhookTestResult | ApiErrorCode | null>(null);
  const send = async () => {
    setBusy(true);
    setResult(null);
    try {
      setResult(await call(adminWebhookRoutes.testWebhook, { params: { accountId, webhookId } }));
    } catch (cause) {
      console.warn('[settings] the webhook was not tested:', codeOf(cause));
      setResult(codeOf(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button size="s" disabled={!isSaved || isBusy} onClick={() => void send()}>
        <Icon of={Send} size={14} />
        {isBusy ? t(($) => $.admin.webhook.test.sending) : t(($) => $.admin.webhook.test.send)}
      </Button>
      <Button tone="ghost" size="s" disabled={!isSaved} onClick={onRenewSecret}>
        <Icon of={KeyRound} size={14} />
        {t(($) => $.admin.webhook.secret.renew)}
      </Button>
      <span role="status" className="min-w-0 flex-1 basis-60 text-12">
        {isSaved ? <Outcome result={result} /> : t(($) => $.admin.webhook.test.needsSave)}
      </span>
    </div>
  );
}

function Outcome({ result }: { result: WebhookTestResult | ApiErrorCode | null }) {
  const { t } = useWords();
  if (result === null) return null;
  if (typeof result === 'string')
    return <StateBadge tone="missed">{t(($) => $.errors[result], { detail: '' })}</StateBadge>;
  const { status, problem, milliseconds } = result;
  if (problem === null)
    return <StateBadge tone="live">{t(($) => $.admin.webhook.test.worked, { status, milliseconds })}</StateBadge>;
  const words = t(($) => $.admin.webhook.problem[problem]);
  return (
    <StateBadge tone="missed">
      {status === null
        ? t(($) => $.admin.webhook.test.failed, { problem: words })
        : t(($) => $.admin.webhook.test.failedWithStatus, { problem: words, status })}
    </StateBadge>
  );
}

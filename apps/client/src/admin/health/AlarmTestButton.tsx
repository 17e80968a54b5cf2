import type { AlarmTest } from '@sidetone/contract/entities/alarm.ts';
import { mailProblem } from '@sidetone/contract/entities/mail.ts';
import { webhookProblem } from '@sidetone/contract/entities/webhook.ts';
import { adminAlarmRoutes } from '@sidetone/contract/http/admin/alarm-routes.ts';
import { Send } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { useRun } from '../run.ts';

/** A slow mail server and a slow webhook, in milliseconds. */
const testTimeoutMs = 120_000;

/** Sends a test to all recipients of alarms, and says how each went. */
export function AlarmTestButton() {
  const { t } = useWords();
  const { run, busy } = useRun();
  const [tests, setTests] = useState<readonly AlarmTest[]>([]);
  const send = async () => {
    setTests([]);
    const sent = await run(() => call(adminAlarmRoutes.testAlarm, {}, { timeoutMs: testTimeoutMs }), null);
    if (sent) setTests(sent.tests);
  };
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button size="s" disabled={busy} onClick={() => void send()}>
        <Icon of={Send} size={14} />
        {t(($) => (busy ? $.admin.alarms.test.sending : $.admin.alarms.test.send))}
      </Button>
      <div role="status" className="min-w-0 flex-1 basis-60 text-12">
        <ul className="flex flex-wrap gap-2">
          {tests.map((test) => (
            <li key={`${test.way} ${test.to}`}>
              <Outcome test={test} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Outcome({ test: { to, way, problem } }: { test: AlarmTest }) {
  const { t } = useWords();
  if (problem === null) return <StateBadge tone="live">{t(($) => $.admin.alarms.test.arrived, { to })}</StateBadge>;
  const ofMail = way === 'mail' ? mailProblem.safeParse(problem).data : undefined;
  const ofWebhook = way === 'webhook' ? webhookProblem.safeParse(problem).data : undefined;
  const words = ofMail
    ? t(($) => $.admin.mail.problem[ofMail])
    : ofWebhook
      ? t(($) => $.admin.webhook.problem[ofWebhook])
      : problem;
  return <StateBadge tone="missed">{t(($) => $.admin.alarms.test.failed, { to, problem: words })}</StateBadge>;
}

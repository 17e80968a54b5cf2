import type { SignOnTest } from '@sidetone/contract/entities/single-sign-on.ts';
import { adminSignOnRoutes } from '@sidetone/contract/http/single-sign-on-routes.ts';
import { Plug } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { type ApiErrorCode, codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { StateBadge } from '#ui/StateBadge.tsx';
import { Group } from '../EditorPanel.tsx';

/** Asks the provider as it is saved, and says what is wrong. */
export function ProviderTest({ isSetUp }: { isSetUp: boolean }) {
  const { t } = useWords();
  const [isBusy, setBusy] = useState(false);
  const [result, setResult] = useState<SignOnTest | ApiErrorCode | null>(null);
  const test = async () => {
    setBusy(true);
    setResult(null);
    try {
      setResult(await call(adminSignOnRoutes.testSingleSignOn, {}));
    } catch (cause) {
      console.warn('[admin] the provider was not tested:', codeOf(cause));
      setResult(codeOf(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Group title={t(($) => $.admin.sso.test.title)} text={t(($) => $.admin.sso.test.text)}>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="s" disabled={!isSetUp || isBusy} onClick={() => void test()}>
          <Icon of={Plug} size={14} />
          {t(($) => (isBusy ? $.admin.sso.test.testing : $.admin.sso.test.run))}
        </Button>
        <span role="status" className="min-w-0 flex-1 basis-60 text-12">
          <Outcome result={result} />
        </span>
      </div>
    </Group>
  );
}

function Outcome({ result }: { result: SignOnTest | ApiErrorCode | null }) {
  const { t } = useWords();
  if (result === null) return null;
  if (typeof result === 'string')
    return <StateBadge tone="missed">{t(($) => $.errors[result], { detail: '' })}</StateBadge>;
  const { problem, detail } = result;
  if (problem === null) return <StateBadge tone="live">{t(($) => $.admin.sso.test.worked)}</StateBadge>;
  return (
    <span className="grid gap-1">
      <StateBadge tone="missed">{t(($) => $.admin.sso.problem[problem])}</StateBadge>
      <span className="break-words text-ink-2">
        {t(($) => $.admin.sso.hint[problem])}
        {detail === null ? null : ` (${detail})`}
      </span>
    </span>
  );
}

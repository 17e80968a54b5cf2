import type { SignOnTest } from '@sidetone/contract/entities/single-sign-on.ts';
import { adminSignOnRoutes } from '@sidetone/contract/http/sign-in/single-sign-on-routes.ts';
import { Plug } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { StateBadge } from '#ui/StateBadge.tsx';
import { TestGroup } from '../setting/TestGroup.tsx';

/** Asks the provider as it is saved, and says what is wrong. */
export function ProviderTest({ isSetUp }: { isSetUp: boolean }) {
  const { t } = useWords();
  return (
    <TestGroup
      words={{
        title: t(($) => $.admin.sso.test.title),
        text: t(($) => $.admin.sso.test.text),
        run: t(($) => $.admin.sso.test.run),
        running: t(($) => $.admin.sso.test.testing),
      }}
      icon={Plug}
      isSetUp={isSetUp}
      test={() => call(adminSignOnRoutes.testSingleSignOn, {})}
      outcome={(result) => <Outcome result={result} />}
    />
  );
}

function Outcome({ result: { problem, detail } }: { result: SignOnTest }) {
  const { t } = useWords();
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

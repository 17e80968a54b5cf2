import { useParams, useSearch } from '@tanstack/react-router';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useEffect } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useTitle } from '#pages/use-title.ts';
import { microsoftTeams, signInProblem, tellFailedSignIn } from '#settings/crm-sign-in-news.ts';
import { Icon } from '#ui/Icon.tsx';
import { Logo } from '#ui/Logo.tsx';

/**
 * What came of a sign-in at the page of a CRM or of Microsoft, in the window of the browser where it was done. The app is in another
 * one, perhaps in another program; nobody need be signed in to Sidetone here.
 */
export function CrmSignInPage() {
  const { name = '', outcome } = useParams({ strict: false });
  const { problem } = useSearch({ strict: false });
  const { t } = useWords();
  const isDone = outcome === 'done';
  const why = signInProblem.parse(problem);
  useEffect(() => {
    if (!isDone) tellFailedSignIn({ name, problem: why });
  }, [isDone, name, why]);
  const title = t(($) => (isDone ? $.integrations.signIn.done : $.integrations.signIn.failed));
  useTitle(title);
  return (
    <main className="grid h-full place-items-center overflow-y-auto bg-canvas px-6 py-10">
      <div className="w-full max-w-[420px] rounded-l border border-line bg-raised p-8">
        <p className="mb-6 flex items-center gap-2 font-semi text-16">
          <Logo className="size-7" />
          Sidetone
        </p>
        <div role={isDone ? 'status' : 'alert'} className="flex items-start gap-3">
          <Icon
            of={isDone ? CircleCheck : CircleAlert}
            size={20}
            className={isDone ? 'mt-0.5 text-live' : 'mt-0.5 text-missed'}
          />
          <div className="min-w-0">
            <h1 className="font-semi text-16">{title}</h1>
            {isDone ? null : (
              <p className="mt-1">
                {t(($) => (name === microsoftTeams ? $.extensions.teams : $.integrations.signIn).problems[why])}
              </p>
            )}
            <p className="mt-1 text-ink-2">
              {t(($) => (isDone ? $.integrations.signIn.doneText : $.integrations.signIn.failedText))}
            </p>
          </div>
        </div>
      </div>
    </main>
  );
}

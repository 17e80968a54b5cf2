import type { SingleSignOn } from '@sidetone/contract/entities/single-sign-on.ts';
import { adminSignOnRoutes } from '@sidetone/contract/http/single-sign-on-routes.ts';
import { useCallback, useEffect, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { Button } from '#ui/Button.tsx';
import { AfterAMoment, Skeleton } from '#ui/Skeleton.tsx';
import { toast } from '#ui/toasts.ts';
import { CopyField } from '../CopyField.tsx';
import { Group } from '../EditorPanel.tsx';
import { PageBody } from '../PageBody.tsx';
import { SectionFrame } from '../SectionFrame.tsx';
import { DomainProofs } from './DomainProofs.tsx';
import { ProviderForm } from './ProviderForm.tsx';
import { ProviderGuides } from './ProviderGuides.tsx';
import { ProviderTest } from './ProviderTest.tsx';

interface Addresses {
  redirect: string;
  start: string;
  logout: string;
  afterLogout: string;
}

interface SignOnSetUp {
  settings: SingleSignOn | null;
  addresses: Addresses | null;
}

/** How users of the company sign in at a provider of its own. */
export function SignOnSection() {
  const { t } = useWords();
  const [setUp, setSetUp] = useState<SignOnSetUp | null>(null);
  const [isFailed, setFailed] = useState(false);
  const load = useCallback(async () => {
    setFailed(false);
    try {
      setSetUp(await call(adminSignOnRoutes.singleSignOn, {}));
    } catch (cause) {
      console.warn('[admin] the single sign-on was not loaded:', codeOf(cause));
      setFailed(true);
    }
  }, []);
  useEffect(() => void load(), [load]);
  const title = t(($) => $.admin.sections.sso);
  const outdated = () => {
    // The form is drawn again with what the other administrator saved, and its own message goes with it.
    toast({ tone: 'error', title: t(($) => $.admin.failed), text: t(($) => $.errors.CONFLICT) });
    void load();
  };
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
            <p role="alert">{t(($) => $.admin.sso.notLoaded)}</p>
            <Button size="s" onClick={() => void load()}>
              {t(($) => $.app.tryAgain)}
            </Button>
          </div>
        ) : null}
        {setUp !== null && setUp.addresses === null ? <p role="alert">{t(($) => $.admin.sso.noAddress)}</p> : null}
        {setUp !== null && setUp.addresses !== null ? (
          <SetUp
            {...setUp}
            addresses={setUp.addresses}
            onSaved={(settings) => setSetUp({ ...setUp, settings })}
            onOutdated={outdated}
          />
        ) : null}
      </PageBody>
    </SectionFrame>
  );
}

interface SetUpProps {
  settings: SingleSignOn | null;
  addresses: Addresses;
  onSaved: (settings: SingleSignOn | null) => void;
  onOutdated: () => void;
}

function SetUp({ settings, addresses, onSaved, onOutdated }: SetUpProps) {
  const { t } = useWords();
  return (
    <>
      <Group title={t(($) => $.admin.sso.addresses.title)} text={t(($) => $.admin.sso.addresses.text)}>
        <CopyField label={t(($) => $.admin.sso.addresses.redirect)} value={addresses.redirect} />
        {settings === null ? null : <CopyField label={t(($) => $.admin.sso.addresses.start)} value={addresses.start} />}
        <CopyField label={t(($) => $.admin.sso.addresses.logout)} value={addresses.logout} />
        <CopyField label={t(($) => $.admin.sso.addresses.afterLogout)} value={addresses.afterLogout} />
      </Group>
      <ProviderForm key={settings?.rev ?? 0} settings={settings} onSaved={onSaved} onOutdated={onOutdated} />
      {settings === null ? null : <DomainProofs key={`proofs ${settings.rev}`} proofs={settings.proofs} />}
      <ProviderTest key={`test ${settings?.rev ?? 0}`} isSetUp={settings !== null} />
      <ProviderGuides />
    </>
  );
}

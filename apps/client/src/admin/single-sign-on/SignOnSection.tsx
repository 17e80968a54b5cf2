import type { SingleSignOn } from '@sidetone/contract/entities/single-sign-on.ts';
import { adminSignOnRoutes } from '@sidetone/contract/http/sign-in/single-sign-on-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { CopyField } from '../CopyField.tsx';
import { Group } from '../EditorPanel.tsx';
import { PageBody } from '../PageBody.tsx';
import { SectionFrame } from '../SectionFrame.tsx';
import { useSetting } from '../setting/use-setting.tsx';
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

const load = () => call(adminSignOnRoutes.singleSignOn, {});

/** How users of the company sign in at a provider of its own. */
export function SignOnSection() {
  const { t } = useWords();
  const { setting, setSetting, reload, instead } = useSetting<SignOnSetUp>({
    load,
    name: 'the single sign-on',
    problem: t(($) => $.admin.sso.notLoaded),
  });
  const title = t(($) => $.admin.sections.sso);
  return (
    <SectionFrame title={title}>
      <PageBody label={title}>
        {setting === null ? (
          instead
        ) : setting.addresses === null ? (
          <p role="alert">{t(($) => $.admin.sso.noAddress)}</p>
        ) : (
          <SetUp
            settings={setting.settings}
            addresses={setting.addresses}
            onSaved={(settings) => setSetting({ ...setting, settings })}
            onOutdated={reload}
          />
        )}
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
      <ProviderForm settings={settings} onSaved={onSaved} onOutdated={onOutdated} />
      {settings === null ? null : <DomainProofs key={`proofs ${settings.rev}`} proofs={settings.proofs} />}
      <ProviderTest key={settings?.rev ?? 0} isSetUp={settings !== null} />
      <ProviderGuides />
    </>
  );
}

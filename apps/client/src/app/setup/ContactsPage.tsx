import { SetupCard } from '#entry/SetupFrame.tsx';
import { useWords } from '#i18n/use-words.ts';
import { SetupIntegrations } from '#settings/SetupIntegrations.tsx';
import type { SetupPageProps } from './setup-page-props.ts';

/** The integrations of the settings, below `/setup/integrations`. */
export function ContactsPage({ headingId, rest, onGo }: SetupPageProps) {
  const { t } = useWords();
  return (
    <SetupCard headingId={headingId} title={t(($) => $.start.contacts.title)} text={t(($) => $.start.contacts.text)}>
      <div className="-mx-8 flex h-[420px] min-h-0 flex-col max-[559px]:-mx-4">
        <SetupIntegrations rest={rest} onGo={onGo} />
      </div>
    </SetupCard>
  );
}

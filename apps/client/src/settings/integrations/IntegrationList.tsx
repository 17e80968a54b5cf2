import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { mayConnect } from '@sidetone/contract/rules/grants.ts';
import { Lock, Search } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useMe } from '#live/queries/me.ts';
import { Banner } from '#ui/Banner.tsx';
import { Button } from '#ui/Button.tsx';
import { Icon } from '#ui/Icon.tsx';
import { TabBar } from '#ui/Tabs.tsx';
import { SettingsPage } from '../SettingsPage.tsx';
import { beginsHere } from '../sign-in-place.ts';
import { CallNotes } from './call-notes/CallNotes.tsx';
import { callNotesPath } from './call-notes/logging-integrations.ts';
import { fieldsOf } from './connect-input.ts';
import { DisconnectDialog } from './DisconnectDialog.tsx';
import { IntegrationRow } from './IntegrationRow.tsx';
import { foundIntegrations, type ListedIntegration, rowStateOf } from './integration-list.ts';
import { useSignIn } from './sign-in/use-sign-in.ts';
import { useDisconnect } from './use-disconnect.ts';

export type IntegrationsTab = 'contacts' | 'callNotes';

interface IntegrationListProps {
  listed: readonly ListedIntegration[];
  /** Those in which calls can be logged; without any there are no call notes. */
  logging: readonly ConnectedIntegration[];
  tab: IntegrationsTab;
  status: 'loading' | 'ready' | 'failed';
  onRetry: () => void;
  /** Opens the form of the integration with this name, or another page of the section. */
  onOpen: (name: string) => void;
  onClose: (() => void) | null;
}

/** All integrations in a tab, and what is logged of calls in another. */
export function IntegrationList(props: IntegrationListProps) {
  const { t } = useWords();
  const { logging, tab, onOpen, onClose } = props;
  const tabs: readonly IntegrationsTab[] = logging.length === 0 ? ['contacts'] : ['contacts', 'callNotes'];
  return (
    <SettingsPage title={t(($) => $.integrations.title)} onClose={onClose}>
      <div className="flex min-h-0 flex-1 flex-col px-2 max-[559px]:px-0">
        <TabBar<IntegrationsTab>
          inset
          label={t(($) => $.integrations.tabs.label)}
          value={tab}
          onChange={(next) => onOpen(next === 'callNotes' ? callNotesPath : '')}
          tabs={tabs.map((value) => ({ value, label: t(($) => $.integrations.tabs[value]) }))}
        >
          {tab === 'callNotes' ? <CallNotes integrations={logging} /> : <Contacts {...props} />}
        </TabBar>
      </div>
    </SettingsPage>
  );
}

/** Integrations with their state, connected ones first, each with its actions. */
function Contacts({ listed, status, onRetry, onOpen }: IntegrationListProps) {
  const { t } = useWords();
  const me = useMe();
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<ListedIntegration | null>(null);
  const { leaving, disconnect } = useDisconnect();
  const signIn = useSignIn();
  const mayWrite = mayConnect(me);
  const found = foundIntegrations(listed, search);
  return (
    <>
      {me !== null && !mayWrite ? (
        <div className="px-6 pt-4 max-[559px]:px-4">
          <div className="overflow-hidden rounded-s">
            <Banner icon={Lock}>{t(($) => $.integrations.readOnly)}</Banner>
          </div>
        </div>
      ) : null}
      <div className="relative mx-6 mt-4 mb-3 flex-none max-[559px]:mx-4">
        <Icon of={Search} className="pointer-events-none absolute top-2 left-3 text-ink-3" />
        <input
          data-first-focus
          type="search"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          aria-label={t(($) => $.integrations.search, { count: listed.length })}
          placeholder={t(($) => $.integrations.search, { count: listed.length })}
          className="h-8 w-full rounded-s border border-line-control bg-raised pr-2.5 pl-9 placeholder:text-ink-3 focus-visible:outline-offset-[-1px]"
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard */}
      <div className="focus-inset min-h-0 flex-1 overflow-y-auto px-6 pb-6 max-[559px]:px-4" tabIndex={0}>
        {status === 'failed' ? <LoadFailed onRetry={onRetry} /> : null}
        <ul aria-label={t(($) => $.integrations.title)} aria-busy={status === 'loading'}>
          {found.map((one) => (
            <IntegrationRow
              key={one.integration.name}
              listed={one}
              state={rowStateOf(one, leaving, signIn.waiting)}
              mayWrite={mayWrite}
              onConnect={() => {
                // Where it has to be known whose CRM it is, a form asks for its address first.
                const asksNothing = fieldsOf(one.integration).length === 0 || !beginsHere();
                if (one.integration.isOAuth && asksNothing) void signIn.begin(one);
                else onOpen(one.integration.name);
              }}
              onDisconnect={() => setAsked(one)}
              onCancel={() => {
                if (signIn.waiting.has(one.integration.name)) signIn.forget(one.integration.name);
                else void disconnect(one);
              }}
              onOpenAgain={() => signIn.openAgain(one.integration.name)}
            />
          ))}
        </ul>
        {status === 'ready' && found.length === 0 ? (
          <p className="py-8 text-center text-ink-2">{t(($) => $.integrations.noneFound)}</p>
        ) : null}
      </div>
      <DisconnectDialog listed={asked} onClose={() => setAsked(null)} onConfirm={(one) => void disconnect(one)} />
    </>
  );
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const { t } = useWords();
  return (
    <div role="alert" className="flex items-center gap-3 py-3">
      <span className="flex-1 text-missed">{t(($) => $.integrations.loadFailed)}</span>
      <Button size="s" onClick={onRetry}>
        {t(($) => $.integrations.retry)}
      </Button>
    </div>
  );
}

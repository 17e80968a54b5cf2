import type { ConnectedIntegration } from '@sidetone/contract/entities/integration.ts';
import { mayLogCalls } from '@sidetone/contract/rules/crm/log-grant.ts';
import { Lock } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useMe } from '#live/queries/me.ts';
import { useUpgradeLink } from '#live/queries/upgrade-link.ts';
import { Banner } from '#ui/Banner.tsx';
import { SavedMark } from '../../SavedMark.tsx';
import { useSaved } from '../../use-saved.ts';
import { ChannelModes } from './ChannelModes.tsx';
import { EntityTypes } from './EntityTypes.tsx';
import { LogTexts } from './LogTexts.tsx';
import { ShortestCall } from './ShortestCall.tsx';
import { useTypes } from './use-types.ts';

type Me = NonNullable<ReturnType<typeof useMe>>;

/** What is logged of calls in connected CRMs, and how. SINTEG-004 */
export function CallNotes({ integrations }: { integrations: readonly ConnectedIntegration[] }) {
  const me = useMe();
  return me === null ? null : <Settings me={me} integrations={integrations} />;
}

function Settings({ me, integrations }: { me: Me; integrations: readonly ConnectedIntegration[] }) {
  const { t } = useWords();
  const may = mayLogCalls(me);
  const [savedOf, setSavedOf] = useState('');
  const { saved, tell } = useSaved();
  const duration = useSaved();
  const { types, choose } = useTypes(me, (name) => {
    setSavedOf(name);
    tell();
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
    <div className="focus-inset min-h-0 flex-1 overflow-y-auto px-6 pt-4 pb-6 max-[559px]:px-4" tabIndex={0}>
      <div className="flex max-w-[760px] flex-col gap-5">
        {may ? null : <Upsell me={me} />}
        <div className="flex flex-wrap items-start gap-2">
          <p className="min-w-0 max-w-[62ch] flex-1 basis-60 text-ink-2">{t(($) => $.callNotes.text)}</p>
          <SavedMark saved={duration.saved} />
        </div>
        <ShortestCall me={me} disabled={!may} onSaved={duration.tell} />
        {integrations.map((integration) => (
          <EntityTypes
            key={integration.id}
            integration={integration}
            types={types}
            disabled={!may}
            saved={saved && savedOf === integration.name}
            onChoose={(type, isOn) => choose(integration, type, isOn)}
          />
        ))}
        <ChannelModes disabled={!may} />
        {me.admin ? <LogTexts disabled={!may} /> : null}
      </div>
    </div>
  );
}

/** The plan of the account does not have this. SPERM-017 */
function Upsell({ me }: { me: Me }) {
  const { t } = useWords();
  const link = useUpgradeLink(me);
  return (
    <div className="overflow-hidden rounded-s">
      <Banner
        tone="info"
        icon={Lock}
        action={
          link === null ? undefined : (
            <a href={link} target="_blank" rel="noreferrer" className="font-med text-accent">
              {t(($) => $.callNotes.upsellAction)}
            </a>
          )
        }
      >
        {t(($) => $.callNotes.upsell)}
      </Banner>
    </div>
  );
}

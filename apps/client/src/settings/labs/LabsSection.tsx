import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import { ExternalLink, FlaskConical, Info } from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { confirmed } from '#live/queries/confirmed.ts';
import { useExternalLink } from '#live/queries/external-links.ts';
import { useFlags } from '#live/queries/flags.ts';
import { patchLive, useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { LinkButton } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { Empty } from '#ui/Empty.tsx';
import { Icon } from '#ui/Icon.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Switch } from '#ui/Switch.tsx';
import { SavedMark } from '../SavedMark.tsx';
import { SettingBody, SettingGroup, settingLine } from '../SettingGroup.tsx';
import { SettingsPage } from '../SettingsPage.tsx';
import type { SectionProps } from '../section-props.ts';
import { useNotSaved } from '../use-not-saved.ts';
import { useSaved } from '../use-saved.ts';
import { type Experiment, experimentsFor, missingFor } from './experiments.ts';
import { WebhookSwitch } from './WebhookSwitch.tsx';

const WebhookPage = lazyPart(() => import('./webhook/WebhookPage.tsx').then((part) => part.WebhookPage));

/** Its page, as addresses name it. */
const webhookPage = 'hasWebhook';

/** New and unfinished features: users switch them on for themselves. Deeper addresses lead back here. */
export function LabsSection(props: SectionProps) {
  const { rest, onGo, onClose } = props;
  const me = useMe();
  const { status, rows } = useLive(phoneQueries.flags, {});
  const mayHaveWebhook = me?.admin === true && rows[0]?.flags.hasAiDisabled !== true;
  const isWebhook = rest.length === 1 && rest[0] === webhookPage;
  // Before it is known who asks, nobody is led away.
  const isAstray = rest.length > 0 && (!isWebhook || (me !== null && status === 'ready' && !mayHaveWebhook));
  useEffect(() => {
    if (isAstray) onGo('');
  }, [isAstray, onGo]);
  if (isWebhook && me !== null && mayHaveWebhook) {
    return (
      <Suspense>
        <WebhookPage accountId={me.masterSipId} onBack={() => onGo('')} onClose={onClose} />
      </Suspense>
    );
  }
  return <Experiments {...props} webhookOf={mayHaveWebhook ? me.masterSipId : null} />;
}

interface ExperimentsProps extends SectionProps {
  /** The account whose webhook the user may set up; null: none. */
  webhookOf: string | null;
}

function Experiments({ onGo, onClose, onFeedback, webhookOf }: ExperimentsProps) {
  const { t } = useWords();
  const flags = useFlags();
  const { status, rows } = useLive(phoneQueries.flags, {});
  const isKnown = status === 'ready';
  const admin = useMe()?.admin ?? false;
  const { saved, tell } = useSaved();
  const shown = experimentsFor({ flags, admin });
  const [row] = rows;
  const count = shown.length + (webhookOf === null ? 0 : 1);
  return (
    <SettingsPage title={t(($) => $.labs.title)} onClose={onClose} status={<SavedMark saved={saved} />}>
      <SettingBody>
        <Flows />
        {isKnown && count === 0 ? (
          <Empty
            drawing={<Icon of={FlaskConical} size={20} className="text-ink-3" />}
            title={t(($) => $.labs.empty)}
            text={t(($) => $.labs.emptyText)}
          />
        ) : null}
        {isKnown && count > 0 ? (
          <SettingGroup
            title={
              <>
                {t(($) => $.labs.experiments)}{' '}
                <span className="ml-1 font-reg text-ink-3">{t(($) => $.labs.mayGo)}</span>
              </>
            }
          >
            {webhookOf === null || row === undefined ? null : (
              <WebhookSwitch accountId={webhookOf} row={row} onSaved={tell} onSettings={() => onGo(webhookPage)} />
            )}
            {shown.map((experiment) => (
              <ExperimentSwitch key={experiment.flag} experiment={experiment} all={shown} onSaved={tell} />
            ))}
          </SettingGroup>
        ) : null}
        <p className="text-pretty text-12 text-ink-2">
          {t(($) => $.labs.odd)}{' '}
          <button type="button" onClick={onFeedback} className="font-med text-accent hover:underline">
            {t(($) => $.labs.feedback)}
          </button>
        </p>
      </SettingBody>
    </SettingsPage>
  );
}

/** The place to build flows on top of calls: the operator's website for it, else the interface of this server. */
function Flows() {
  const { t } = useWords();
  const builder = useExternalLink('flowBuilder');
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-m border border-accent-tint-2 bg-accent-tint px-4 py-2.5">
      <Icon of={Info} className="text-accent" />
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-med">{t(($) => $.labs.flows)}</p>
        <p className="text-pretty text-12 text-ink-2">
          {builder === null ? t(($) => $.labs.flowsHere) : t(($) => $.labs.flowsText)}
        </p>
      </div>
      <LinkButton href={builder ?? '/api/docs'} target="_blank" rel="noreferrer">
        {builder === null ? t(($) => $.labs.openInterface) : t(($) => $.labs.openFlows)}
        <Icon of={ExternalLink} size={14} />
      </LinkButton>
    </div>
  );
}

interface ExperimentSwitchProps {
  experiment: Experiment;
  all: readonly Experiment[];
  onSaved: () => void;
}

function ExperimentSwitch({ experiment, all, onSaved }: ExperimentSwitchProps) {
  const { t } = useWords();
  const notSaved = useNotSaved();
  const row = useLive(phoneQueries.flags, {}).rows[0];
  if (row === undefined) return null;
  const { flag, words } = experiment;
  const missing = missingFor(experiment, row.flags);
  const needed = missing === null ? undefined : all.find((other) => other.flag === missing);
  const choose = async (on: boolean) => {
    const shown = patchLive(phoneQueries.flags, row.id, { flags: { ...row.flags, [flag]: on } });
    try {
      await confirmed([shown], () => call(sessionRoutes.updateLabFlags, { body: { [flag]: on } }));
      onSaved();
    } catch (cause) {
      console.warn('[settings] an experiment was not switched:', codeOf(cause));
      notSaved(codeOf(cause));
    }
  };
  return (
    <Switch
      className={settingLine}
      label={
        <span className="inline-flex flex-wrap items-center gap-1.5">
          {t(($) => $.labs[words].title)}
          <Chip line>{t(($) => $.labs.beta)}</Chip>
          {experiment.adminOnly ? <Chip line>{t(($) => $.labs.adminOnly)}</Chip> : null}
        </span>
      }
      help={
        missing === null
          ? t(($) => $.labs[words].text)
          : t(($) => $.labs.needs, { feature: needed ? t(($) => $.labs[needed.words].title) : missing })
      }
      checked={row.flags[flag] && missing === null}
      disabled={missing !== null}
      onChange={(event) => void choose(event.target.checked)}
    />
  );
}

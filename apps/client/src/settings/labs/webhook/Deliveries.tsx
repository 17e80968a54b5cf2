import { adminQueries } from '@sidetone/contract/documents/admin-queries.ts';
import type { WebhookDelivery } from '@sidetone/contract/entities/webhook.ts';
import { dayOf, formatDay, formatTime } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx';
import { SettingGroup, SettingLine } from '../../SettingGroup.tsx';
import { useDeliveries } from './use-webhooks.ts';

const tones: Readonly<Record<WebhookDelivery['state'], StateTone>> = {
  delivered: 'live',
  waiting: 'ring',
  failed: 'missed',
};
const mostShown = 20;

/** What became of the calls that were sent, newest first. */
export function Deliveries({ accountId }: { accountId: string }) {
  const { t } = useWords();
  const deliveries = useDeliveries(accountId);
  const { rows: channels } = useLive(adminQueries.adminChannels, {});
  if (deliveries === null) return null;
  return (
    <SettingGroup
      title={
        <>
          {t(($) => $.admin.webhook.deliveries.title)}{' '}
          <span className="ml-1 font-reg text-ink-3">{t(($) => $.admin.webhook.deliveries.about)}</span>
        </>
      }
    >
      {deliveries.length === 0 ? <SettingLine label={t(($) => $.admin.webhook.deliveries.none)} /> : null}
      {deliveries.slice(0, mostShown).map((delivery) => (
        <DeliveryLine
          key={delivery.id}
          delivery={delivery}
          channel={channels.find(({ id }) => id === delivery.channelId)?.name ?? null}
        />
      ))}
    </SettingGroup>
  );
}

function DeliveryLine({ delivery, channel }: { delivery: WebhookDelivery; channel: string | null }) {
  const { t, language } = useWords();
  const { state, tries, status, problem, nextAt, createdAt } = delivery;
  const when = (moment: string) => {
    const day = formatDay(dayOf(new Date(moment)), language, new Date().getFullYear());
    return `${day}, ${formatTime(moment, language)}`;
  };
  const facts = [
    problem === null ? null : t(($) => $.admin.webhook.problem[problem]),
    status === null ? null : t(($) => $.admin.webhook.deliveries.status, { status }),
    tries === 0 ? null : t(($) => $.admin.webhook.deliveries.tries, { count: tries }),
    nextAt === null ? null : t(($) => $.admin.webhook.deliveries.next, { when: when(nextAt) }),
  ].filter((fact) => fact !== null);
  return (
    <SettingLine
      label={
        <>
          {when(createdAt)}
          {channel === null ? null : <span className="ml-2 font-reg text-ink-2">{channel}</span>}
        </>
      }
      help={facts.join(' · ')}
    >
      <StateBadge tone={tones[state]}>{t(($) => $.admin.webhook.deliveries[state])}</StateBadge>
    </SettingLine>
  );
}

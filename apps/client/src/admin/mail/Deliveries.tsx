import type { MailDelivery } from '@sidetone/contract/entities/mail.ts';
import { adminMailRoutes } from '@sidetone/contract/http/mail-routes.ts';
import { useQuery } from '@tanstack/react-query';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { StateBadge, type StateTone } from '#ui/StateBadge.tsx';
import { useChannelNames, useUserNames } from '../directory.ts';
import { Group } from '../EditorPanel.tsx';
import { formatMoment } from '../format.ts';

const tones: Readonly<Record<MailDelivery['state'], StateTone>> = { sent: 'live', waiting: 'ring', failed: 'missed' };
/** How often the page looks what became of mails, in milliseconds. */
const lookAgainMs = 5_000;
const mostShown = 30;

/** What became of mails, newest first. */
export function Deliveries() {
  const { t } = useWords();
  const deliveries = useDeliveries();
  const names = useUserNames();
  const channels = useChannelNames();
  if (deliveries === null) return null;
  return (
    <Group title={t(($) => $.admin.mail.deliveries.title)} text={t(($) => $.admin.mail.deliveries.text)}>
      {deliveries.length === 0 ? <p className="text-ink-3">{t(($) => $.admin.mail.deliveries.none)}</p> : null}
      <ul className="grid divide-y divide-line">
        {deliveries.slice(0, mostShown).map((delivery) => (
          <DeliveryLine
            key={delivery.id}
            delivery={delivery}
            name={
              names.get(delivery.userId ?? '') ??
              channels.get(delivery.channelId ?? '') ??
              t(($) => $.admin.mail.lostUser)
            }
          />
        ))}
      </ul>
    </Group>
  );
}

function DeliveryLine({ delivery, name }: { delivery: MailDelivery; name: string }) {
  const { t, language } = useWords();
  const { kind, state, status, problem, nextAt, createdAt } = delivery;
  const when = (moment: string) => formatMoment(moment, language);
  const facts = [
    t(($) => $.admin.mail.kinds[kind]),
    problem === null ? null : t(($) => $.admin.mail.problem[problem]),
    status === null ? null : t(($) => $.admin.mail.deliveries.status, { status }),
    nextAt === null ? null : t(($) => $.admin.mail.deliveries.next, { when: when(nextAt) }),
  ].filter((fact) => fact !== null);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
      <div className="min-w-0 flex-1 basis-60">
        <span className="font-med">{name}</span> <span className="text-ink-2">{when(createdAt)}</span>
        <div className="text-12 text-ink-3">{facts.join(' · ')}</div>
      </div>
      <StateBadge tone={tones[state]}>{t(($) => $.admin.mail.deliveries[state])}</StateBadge>
    </li>
  );
}

/** Read again while the page is looked at. Null until it is there. */
function useDeliveries(): readonly MailDelivery[] | null {
  const { data } = useQuery({
    queryKey: ['mail-deliveries'],
    queryFn: ({ signal }) => call(adminMailRoutes.mailDeliveries, {}, { signal }),
    refetchInterval: lookAgainMs,
  });
  return data?.deliveries ?? null;
}

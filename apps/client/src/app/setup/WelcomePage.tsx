import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { Link } from '@tanstack/react-router';
import { BookUser, Inbox, ShieldCheck } from 'lucide-react';
import { useChannels } from '#channels/channels.ts';
import { useColleagues } from '#contacts/colleagues.ts';
import { SetupCard } from '#entry/SetupFrame.tsx';
import { SetupLine } from '#entry/SetupLine.tsx';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { cn } from '#ui/cn.ts';
import type { SetupPageProps } from './setup-page-props.ts';

/** The purpose of the app, and the user's prepared account. */
export function WelcomePage({ me, headingId }: SetupPageProps) {
  const { t } = useWords();
  const company = useLive(phoneQueries.account, {}).rows[0]?.name ?? '';
  const self = useColleagues().get(me.webUserId);
  const channels = useChannels().shared.map(({ name }) => name ?? '');
  const facts = [
    {
      name: t(($) => $.start.welcome.number),
      value: self?.number ? formatNumber(self.number) : t(($) => $.start.welcome.noNumber),
      isNumber: self?.number != null,
    },
    { name: t(($) => $.start.welcome.extension), value: self?.extension ?? '–', isNumber: true },
    {
      name: t(($) => $.start.welcome.channels),
      value: channels.length > 0 ? channels.join(', ') : t(($) => $.start.welcome.noChannels),
      isNumber: false,
    },
  ];
  return (
    <SetupCard
      headingId={headingId}
      title={t(($) => $.start.welcome.title, { name: me.firstName })}
      text={t(($) => $.start.welcome.text, { company })}
    >
      <dl className="mb-2 grid grid-cols-[1.2fr_1fr_1fr] gap-4 rounded-m bg-well px-4 py-3 max-[559px]:grid-cols-1">
        {facts.map(({ name, value, isNumber }) => (
          <div key={name} className="min-w-0">
            <dt className="text-12 text-ink-2">{name}</dt>
            <dd className={cn('font-med tabular-nums', isNumber ? 'text-16' : 'text-14')}>{value}</dd>
          </div>
        ))}
      </dl>
      <ul>
        <SetupLine
          icon={Inbox}
          title={t(($) => $.start.welcome.calls.title)}
          text={t(($) => $.start.welcome.calls.text)}
        />
        <SetupLine
          icon={BookUser}
          title={t(($) => $.start.welcome.names.title)}
          text={t(($) => $.start.welcome.names.text)}
        >
          <Link
            to="/setup/$"
            params={{ _splat: 'integrations' }}
            className="inline-flex h-7 flex-none items-center rounded-s border border-line-strong bg-raised px-2.5 font-med hover:bg-hover"
          >
            {t(($) => $.start.welcome.names.connect)}
          </Link>
        </SetupLine>
        <SetupLine
          icon={ShieldCheck}
          title={t(($) => $.start.welcome.recording.title)}
          text={t(($) => $.start.welcome.recording.text)}
        />
      </ul>
    </SetupCard>
  );
}

import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { formatNumber } from '@sidetone/contract/rules/numbers/dialable.ts';
import { ExternalLink, Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiTokens } from '#api-tokens/ApiTokens.tsx';
import { fullName, useColleagues } from '#contacts/colleagues.ts';
import { useOwnPresence } from '#contacts/use-own-presence.ts';
import { useWords } from '#i18n/use-words.ts';
import { useExternalLink } from '#live/queries/external-links.ts';
import { useFlags, useIsTestAccount } from '#live/queries/flags.ts';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { useUpgradeLink } from '#live/queries/upgrade-link.ts';
import { Avatar } from '#ui/Avatar.tsx';
import { LinkButton } from '#ui/Button.tsx';
import { Chip } from '#ui/Chip.tsx';
import { Icon } from '#ui/Icon.tsx';
import { Skeleton } from '#ui/Skeleton.tsx';
import { SettingBody, SettingGroup } from '../SettingGroup.tsx';
import { SettingsPage } from '../SettingsPage.tsx';
import type { SectionProps } from '../section-props.ts';
import { Assistants } from './assistants/Assistants.tsx';
import { DebugInfo } from './DebugInfo.tsx';
import { OwnPassword } from './PasswordForm.tsx';
import { OwnPicture } from './picture/OwnPicture.tsx';
import { SignIns } from './SignIns.tsx';
import { SecondFactor } from './second-factor/SecondFactor.tsx';

/** Accounts with this plan have nothing left to book. */
const largestPlan = 'PREMIUM_TIER_B';

/** Who is signed in here, with what, and where else. */
export function ProfileSection({ onClose }: SectionProps) {
  const { t } = useWords();
  const me = useMe();
  const isTestAccount = useIsTestAccount();
  return (
    <SettingsPage title={t(($) => $.profile.title)} onClose={onClose}>
      <SettingBody>
        {me === null ? <Skeleton className="h-13" /> : <Person me={me} />}
        {me === null ? null : <OwnPicture address={me.avatarUrl ?? null} />}
        {me === null ? null : <OwnPassword email={me.email} />}
        <SecondFactor />
        <SignIns />
        <Assistants />
        <SettingGroup title={t(($) => $.apiTokens.title)}>
          <ApiTokens owner="user" />
        </SettingGroup>
        {me !== null && isTestAccount ? <DebugInfo me={me} /> : null}
      </SettingBody>
    </SettingsPage>
  );
}

function Person({ me }: { me: NonNullable<ReturnType<typeof useMe>> }) {
  const { t } = useWords();
  const flags = useFlags();
  const account = useLive(phoneQueries.account, {}).rows[0];
  const colleague = useColleagues().get(me.webUserId);
  const facts = { webUserId: me.webUserId, accountId: me.masterSipId };
  const elsewhere = useExternalLink('personalSettings', facts);
  // Without a page of the operator's own, administrators have the one that comes with the server.
  const manage = elsewhere ?? (me.admin ? '/admin/company' : null);
  const more = useUpgradeLink(me);
  const upgrade = me.plan.id === largestPlan ? null : more;
  const name = fullName(me);
  const { mark } = useOwnPresence(me);
  const type = flags.isTestAccount ? 'testAccount' : flags.isPremium ? 'premium' : 'standard';
  return (
    <>
      <div className="flex flex-wrap items-center gap-4 py-1">
        <Avatar name={name} imageUrl={me.avatarUrl ?? null} size="xl" presence={mark} />
        <div className="min-w-0 flex-1">
          <div className="truncate font-semi text-20">{name}</div>
          <div className="truncate text-ink-2">{me.email}</div>
        </div>
        {manage === null ? null : (
          <LinkButton href={manage} target="_blank" rel="noreferrer">
            {t(($) => $.profile.manage)}
            <Icon of={ExternalLink} size={14} />
          </LinkButton>
        )}
      </div>
      <SettingGroup>
        <dl>
          <Fact name={t(($) => $.profile.customerNumber)}>{me.masterSipId}</Fact>
          {account === undefined ? null : <Fact name={t(($) => $.profile.company)}>{account.name}</Fact>}
          <Fact name={t(($) => $.profile.accountType)}>
            {t(($) => $.profile[type])}
            {me.admin ? <Chip line>{t(($) => $.profile.admin)}</Chip> : null}
          </Fact>
          <Fact name={t(($) => $.profile.plan)}>
            {me.plan.displayName}
            {upgrade === null ? null : (
              <a
                href={upgrade}
                target="_blank"
                rel="noreferrer"
                className="ml-auto font-med text-accent hover:underline"
              >
                {t(($) => $.profile.upgrade)}
              </a>
            )}
          </Fact>
          {colleague?.extension ? <Fact name={t(($) => $.profile.extension)}>{colleague.extension}</Fact> : null}
          {colleague?.number ? (
            <Fact name={t(($) => $.profile.directDial)}>{formatNumber(colleague.number)}</Fact>
          ) : null}
        </dl>
      </SettingGroup>
      <p className="flex items-start gap-2 text-12 text-ink-3">
        <Icon of={Info} size={14} className="mt-px flex-none" />
        {t(($) => $.profile.whoKeeps)}
      </p>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 border-line border-b py-2.5 last:border-b-0">
      <dt className="w-[172px] flex-none text-ink-2 max-[559px]:w-full">{name}</dt>
      <dd className="flex min-w-0 flex-1 flex-wrap items-center gap-2">{children}</dd>
    </div>
  );
}

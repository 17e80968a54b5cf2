import type { AdminSipAccount } from '@sidetone/contract/entities/sip-account.ts';
import { trunkFailure } from '@sidetone/contract/rules/trunk-failures.ts';
import { useHasNeoPbx } from '#channels/channel-setting.ts';
import { useWords } from '#i18n/use-words.ts';
import { StateBadge } from '#ui/StateBadge.tsx';
import { sipAccountState } from '../device-state.ts';
import { formatMoment } from '../format.ts';

/** The present state of a SIP account, the reason, and why its user cannot call with it. */
export function SipAccountStanding({ account }: { account: AdminSipAccount }) {
  const { t, language } = useWords();
  const isNewer = useHasNeoPbx() === true;
  const { registrar: host, failure, userName: user } = account;
  const { tone, word } = sipAccountState(account.state);
  return (
    <div className="grid gap-2" role="status">
      <p className="flex flex-wrap items-center gap-2">
        <StateBadge tone={tone}>{t(($) => $.phones.states[word])}</StateBadge>
        <span className="text-12 text-ink-3">
          {t(($) => $.admin.sipAccounts.since, { since: formatMoment(account.stateSince, language) })}
        </span>
      </p>
      {failure === null ? null : (
        <p className="text-12 text-missed">
          {t(($) => $.admin.trunks.failures[trunkFailure(failure)], { host })}
          <span className="block text-ink-3 [overflow-wrap:anywhere]">
            {t(($) => $.admin.trunks.failureSaid, { said: failure })}
          </span>
        </p>
      )}
      {account.isSwitchedOff ? <p>{t(($) => $.admin.sipAccounts.switchedOff, { user })}</p> : null}
      {isNewer ? <p>{t(($) => $.admin.sipAccounts.newerGeneration, { user })}</p> : null}
    </div>
  );
}

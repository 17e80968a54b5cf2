import type { AdminAccount } from '@sidetone/contract/entities/admin-account.ts';
import { Link } from '@tanstack/react-router';
import { useWords } from '#i18n/use-words.ts';
import { useAdminAccount } from '../directory.ts';
import { Group } from '../EditorPanel.tsx';
import { PageBody } from '../PageBody.tsx';
import { SectionFrame } from '../SectionFrame.tsx';
import { AddressForm } from './AddressForm.tsx';
import { Announcements } from './Announcements.tsx';
import { CallSettingsForm } from './CallSettingsForm.tsx';
import { CompanyForm } from './CompanyForm.tsx';
import { FlagSwitches } from './FlagSwitches.tsx';
import { NumberPlanForm } from './NumberPlanForm.tsx';
import { OutsideCallsForm } from './OutsideCallsForm.tsx';
import { ParkingForm } from './ParkingForm.tsx';
import { PauseReasonsForm } from './PauseReasonsForm.tsx';
import { RetentionForm } from './RetentionForm.tsx';
import { SignInRulesForm } from './SignInRulesForm.tsx';
import { UseOfCompany } from './UseOfCompany.tsx';

/** Settings for the whole account. Each part is saved separately. */
export function CompanySection() {
  const { t } = useWords();
  const account = useAdminAccount();
  return (
    <SectionFrame title={t(($) => $.admin.sections.company)}>
      <PageBody label={t(($) => $.admin.sections.company)}>
        {account ? (
          <>
            <CompanyForm account={account} />
            <AddressForm account={account} />
            <NumberPlanForm account={account} />
            <OutsideCallsForm account={account} />
            <CallSettingsForm account={account} />
            <ParkingForm account={account} />
            <PauseReasonsForm account={account} />
            <Announcements />
            <SignInRulesForm account={account} />
            <RetentionForm account={account} />
            <UseOfCompany />
            <PlanList plan={account.plan} />
            <FlagSwitches account={account} />
            <p>
              <Link to="/admin/$section" params={{ section: 'first-run' }} className="font-med text-accent">
                {t(($) => $.admin.company.toSetUp)}
              </Link>
            </p>
          </>
        ) : null}
      </PageBody>
    </SectionFrame>
  );
}

/** The plan of the account, and how much of it is used. */
function PlanList({ plan }: { plan: AdminAccount['plan'] }) {
  const { t, language } = useWords();
  const count = new Intl.NumberFormat(language);
  return (
    <Group title={t(($) => $.admin.company.plan)} text={plan.displayName}>
      {plan.quotas.length === 0 ? <p className="text-ink-3">{t(($) => $.admin.company.noQuotas)}</p> : null}
      <ul className="grid gap-3">
        {plan.quotas.map(({ grant, limit, used }) => (
          <li key={grant}>
            <span className="flex justify-between gap-4">
              <span className="font-med">{grant}</span>
              <span className="text-ink-2">
                {t(($) => $.admin.company.used, { used: count.format(used), limit: count.format(limit) })}
              </span>
            </span>
            <progress value={used} max={Math.max(limit, 1)} aria-label={grant} className="h-1.5 w-full accent-accent" />
          </li>
        ))}
      </ul>
      {plan.link === null ? null : (
        <a href={plan.link} target="_blank" rel="noreferrer" className="font-med text-accent">
          {t(($) => $.admin.company.planLink)}
        </a>
      )}
    </Group>
  );
}

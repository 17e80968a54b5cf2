import { companyQueries } from '@sidetone/contract/documents/company-queries.ts';
import type { Company } from '@sidetone/contract/entities/company.ts';
import { companyRoutes } from '@sidetone/contract/http/admin/company-routes.ts';
import { Pause, Play, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useLive } from '#live/queries/live.ts';
import { Empty } from '#ui/Empty.tsx';
import { MenuItem, MenuSeparator } from '#ui/Menu.tsx';
import { Segmented } from '#ui/Segmented.tsx';
import { useAdminAccount } from '../directory.ts';
import { RowMenu } from '../RowMenu.tsx';
import { useRun } from '../run.ts';
import { SectionFrame } from '../SectionFrame.tsx';
import { TableSection } from '../TableSection.tsx';
import { useRemoval } from '../use-removal.tsx';
import { AddCompanyPanel } from './AddCompanyPanel.tsx';
import { CompanyPanel } from './CompanyPanel.tsx';
import { useCompanyColumns } from './company-columns.tsx';
import { RemoveCompanyDialog } from './RemoveCompanyDialog.tsx';

const filters = ['all', 'runs', 'suspended', 'invited'] as const;

/** The companies of the server, for its operator: what they use, and nothing of what they do. */
export function CompaniesSection() {
  const { t } = useWords();
  const account = useAdminAccount();
  // Asked for by accounts that run the server alone: others are refused.
  if (account?.runsServer) return <Companies />;
  return (
    <SectionFrame title={t(($) => $.admin.sections.companies)}>
      {account === undefined ? null : (
        <Empty title={t(($) => $.admin.log.notYours)} text={t(($) => $.admin.companies.notYours)} />
      )}
    </SectionFrame>
  );
}

function Companies() {
  const { t } = useWords();
  const { rows, status } = useLive(companyQueries.adminCompanies, {});
  const [filter, setFilter] = useState<(typeof filters)[number]>('all');
  const [removing, setRemoving] = useState<Company | null>(null);
  const { run } = useRun();
  const columns = useCompanyColumns();
  const calls = rows.reduce((sum, company) => sum + company.calls, 0);
  const resume = ({ id: accountId, name }: Company) =>
    run(() => call(companyRoutes.resumeCompany, { params: { accountId } }), {
      title: t(($) => $.admin.companies.resumed, { name }),
    });
  const { askRemove: askSuspend, question } = useRemoval<Company>({
    words: (company) => ({
      title: t(($) => $.admin.companies.suspend.title, { name: company.name }),
      text: t(($) => $.admin.companies.suspend.text),
      action: t(($) => $.admin.companies.suspend.action),
      done: {
        title: t(($) => $.admin.companies.suspend.done, { name: company.name }),
        action: { label: t(($) => $.app.undo), run: () => void resume(company) },
      },
    }),
    remove: ({ id: accountId }) => call(companyRoutes.suspendCompany, { params: { accountId } }),
  });
  const note = `${t(($) => $.admin.companies.count, { count: rows.length })} · ${t(($) => $.admin.companies.running, { count: calls })}`;
  return (
    <>
      <TableSection
        title={t(($) => $.admin.sections.companies)}
        note={status === 'ready' ? note : undefined}
        search={t(($) => $.admin.companies.filter)}
        texts={({ name, publicUrl }) => [name, publicUrl]}
        add={t(($) => $.admin.companies.add)}
        rows={rows}
        isLoading={status === 'loading'}
        columns={columns}
        passes={({ state }) => filter === 'all' || state === filter}
        bar={
          <>
            <Segmented
              label={t(($) => $.admin.companies.state)}
              value={filter}
              options={filters.map((value) => ({ value, label: t(($) => $.admin.companies.filters[value]) }))}
              onChange={setFilter}
            />
            <span className="flex-1" />
            <span className="text-ink-3 max-[699px]:hidden">{t(($) => $.admin.companies.seesNothing)}</span>
          </>
        }
        menu={(company) =>
          company.runsServer ? null : (
            <RowMenu name={company.name}>
              {company.state === 'suspended' ? (
                <MenuItem icon={Play} onSelect={() => void resume(company)}>
                  {t(($) => $.admin.companies.resume)}
                </MenuItem>
              ) : (
                <MenuItem icon={Pause} onSelect={() => askSuspend(company)}>
                  {t(($) => $.admin.companies.suspend.action)}
                </MenuItem>
              )}
              <MenuSeparator />
              <MenuItem icon={Trash2} onSelect={() => setRemoving(company)}>
                {t(($) => $.admin.companies.remove.action)}
              </MenuItem>
            </RowMenu>
          )
        }
        panel={({ row, name, close }) =>
          name === 'new' ? (
            <AddCompanyPanel onClose={close} />
          ) : row ? (
            <CompanyPanel key={row.id} company={row} onClose={close} />
          ) : null
        }
      />
      {removing ? (
        <RemoveCompanyDialog
          // What is shown follows the list, such as a call that ends.
          company={rows.find(({ id }) => id === removing.id) ?? removing}
          onClose={() => setRemoving(null)}
        />
      ) : null}
      {question}
    </>
  );
}

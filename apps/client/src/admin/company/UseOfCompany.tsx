import { companyQueries } from '@sidetone/contract/documents/company-queries.ts';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { Group } from '../EditorPanel.tsx';
import { UseOfLimits } from '../operator/UseOfLimits.tsx';

/** What the company uses of what the operator of the server lets it have. */
export function UseOfCompany() {
  const { t } = useWords();
  const [use] = useLive(companyQueries.adminCompanyUse, {}).rows;
  if (!use) return null;
  return (
    <Group title={t(($) => $.admin.companies.use)} text={t(($) => $.admin.companies.useText)}>
      <UseOfLimits use={use} />
    </Group>
  );
}

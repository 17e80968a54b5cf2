import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { Flags } from '@sidetone/contract/entities/flags.ts';
import { sessionRoutes } from '@sidetone/contract/http/session-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { confirmed } from '#live/queries/confirmed.ts';
import { patchLive } from '#live/queries/live.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { useNotSaved } from '../use-not-saved.ts';

interface TestPoolProps {
  flags: Flags;
  /** Of the live row of flags. */
  rowId: string;
  onSaved: () => void;
}

/** Whether the user tries what is not for everyone yet; for test accounts only. SAI-006 */
export function TestPool({ flags, rowId, onSaved }: TestPoolProps) {
  const { t } = useWords();
  const notSaved = useNotSaved();
  if (!flags.isTestAccount && !flags.hasTestPool) return null;
  const choose = async (hasTestPool: boolean) => {
    const shown = patchLive(phoneQueries.flags, rowId, { flags: { ...flags, hasTestPool } });
    try {
      await confirmed([shown], () => call(sessionRoutes.updateLabFlags, { body: { hasTestPool } }));
      onSaved();
    } catch (cause) {
      console.warn('[settings] the test pool was not switched:', codeOf(cause));
      notSaved(codeOf(cause));
    }
  };
  return (
    <Checkbox
      label={t(($) => $.aiFeatures.testPool)}
      checked={flags.hasTestPool}
      onChange={(event) => void choose(event.target.checked)}
    />
  );
}

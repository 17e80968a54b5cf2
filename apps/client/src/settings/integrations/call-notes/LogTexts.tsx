import { adminCrmQueries } from '@sidetone/contract/documents/call-log-queries.ts';
import type { CallLogText } from '@sidetone/contract/entities/call-log.ts';
import { adminCrmRoutes } from '@sidetone/contract/http/admin/crm-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { confirmed } from '#live/queries/confirmed.ts';
import { patchLive, useLive } from '#live/queries/live.ts';
import { Switch } from '#ui/Switch.tsx';
import { SavedMark } from '../../SavedMark.tsx';
import { SettingGroup, settingLine } from '../../SettingGroup.tsx';
import { useNotSaved } from '../../use-not-saved.ts';
import { useSaved } from '../../use-saved.ts';

/** What entries in CRMs contain besides what all do: for administrators, as it holds for the whole account. */
export function LogTexts({ disabled }: { disabled: boolean }) {
  const { t } = useWords();
  const row = useLive(adminCrmQueries.adminLogText, {}).rows[0];
  const { saved, tell } = useSaved();
  const notSaved = useNotSaved();
  if (row === undefined) return null;
  const choose = async (change: Partial<Pick<CallLogText, 'smallTalk' | 'link'>>) => {
    const shown = patchLive(adminCrmQueries.adminLogText, row.id, change);
    try {
      await confirmed([shown], () => call(adminCrmRoutes.changeLogText, { body: change }));
      tell();
    } catch (error) {
      notSaved(codeOf(error));
    }
  };
  return (
    <SettingGroup title={t(($) => $.callNotes.texts)} aside={<SavedMark saved={saved} />}>
      <p className={`${settingLine} flex items-center text-12 text-ink-3`}>{t(($) => $.callNotes.textsText)}</p>
      <Switch
        className={settingLine}
        label={t(($) => $.callNotes.smallTalk)}
        help={t(($) => $.callNotes.smallTalkText)}
        disabled={disabled}
        checked={row.smallTalk}
        onChange={({ target }) => void choose({ smallTalk: target.checked })}
      />
      <Switch
        className={settingLine}
        label={t(($) => $.callNotes.link)}
        help={t(($) => $.callNotes[row.hasAddress ? 'linkText' : 'noAddress'])}
        disabled={disabled || !row.hasAddress}
        checked={row.link && row.hasAddress}
        onChange={({ target }) => void choose({ link: target.checked })}
      />
    </SettingGroup>
  );
}

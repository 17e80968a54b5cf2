import type { AdminAccount } from '@sidetone/contract/entities/admin-account.ts';
import { type FlagName, flagNames } from '@sidetone/contract/entities/flags.ts';
import { adminAccountRoutes } from '@sidetone/contract/http/admin/account-routes.ts';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { Switch } from '#ui/Switch.tsx';
import { Group } from '../EditorPanel.tsx';
import { useRun } from '../run.ts';

/** The features of the account by the names of its plan. Each applies immediately and can be undone. */
export function FlagSwitches({ account }: { account: AdminAccount }) {
  const { t } = useWords();
  const { run } = useRun();
  const set = async (name: FlagName, on: boolean) => {
    await run(() => call(adminAccountRoutes.changeAccount, { body: { flags: { [name]: on } } }), {
      id: `flag-${name}`,
      title: t(($) => (on ? $.admin.company.flagOn : $.admin.company.flagOff), { name }),
      action: { label: t(($) => $.app.undo), run: () => void set(name, !on) },
    });
  };
  return (
    <Group title={t(($) => $.admin.company.flags)} text={t(($) => $.admin.company.flagsText)}>
      <div className="grid grid-cols-2 gap-x-8 max-[699px]:grid-cols-1">
        {flagNames.map((name) => (
          <Switch
            key={name}
            label={name}
            checked={account.flags[name]}
            onChange={(event) => void set(name, event.target.checked)}
          />
        ))}
      </div>
    </Group>
  );
}

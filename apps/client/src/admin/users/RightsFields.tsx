import { type AdminRole, adminRoles, holdsRole } from '@sidetone/contract/rules/admin/admin-roles.ts';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { useWords } from '#i18n/use-words.ts';
import { useMe } from '#live/queries/me.ts';
import { Checkbox } from '#ui/Checkbox.tsx';
import { Switch } from '#ui/Switch.tsx';

interface RightsFieldsProps {
  /** Whether the user is to be an administrator, who needs no roles. */
  isAdmin: boolean;
  admin: UseFormRegisterReturn;
  roles: UseFormRegisterReturn;
}

/** Whether a user is an administrator, or which roles they hold: what the asker does not have is not offered. */
export function RightsFields({ isAdmin, admin, roles }: RightsFieldsProps) {
  const { t } = useWords();
  const me = useMe();
  const offered = adminRoles.filter((role) => holdsRole(me, role));
  return (
    <>
      {me?.admin ? (
        <Switch label={t(($) => $.admin.users.isAdmin)} help={t(($) => $.admin.users.isAdminHelp)} {...admin} />
      ) : null}
      {isAdmin || offered.length === 0 ? null : (
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-med text-12 text-ink-2">{t(($) => $.admin.roles.title)}</legend>
          {offered.map((role) => (
            <Checkbox key={role} label={<RoleWords role={role} />} value={role} {...roles} />
          ))}
        </fieldset>
      )}
    </>
  );
}

/** A role and what it is for. */
export function RoleWords({ role }: { role: AdminRole }) {
  const { t } = useWords();
  return (
    <>
      {t(($) => $.admin.roles.names[role])}
      <span className="text-ink-3"> · {t(($) => $.admin.roles.texts[role])}</span>
    </>
  );
}

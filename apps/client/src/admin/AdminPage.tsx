import { mayAdministerSomething } from '@sidetone/contract/rules/admin/admin-roles.ts';
import { sectionsFor } from '@sidetone/contract/rules/admin/role-table.ts';
import { Navigate, Outlet, useSearch } from '@tanstack/react-router';
import { addAdminWords } from '#i18n/admin-words.ts';
import { useMe } from '#live/queries/me.ts';
import { dialogSearch } from '#pages/dialogs.ts';
import { AlertBanner } from './log/AlertBanner.tsx';
import { NotForYou } from './NotForYou.tsx';

addAdminWords();

/** The administration, for administrators and those with a role: other users read whom to ask. */
export function AdminPage() {
  const me = useMe();
  if (!me) return null;
  if (!mayAdministerSomething(me)) return <NotForYou />;
  return (
    <>
      {me.admin ? <AlertBanner /> : null}
      <Outlet />
    </>
  );
}

/** Leads to the first page that the user may see. */
export function AdminHome() {
  const me = useMe();
  const search = useSearch({ strict: false, structuralSharing: true, select: (all) => dialogSearch.parse(all) });
  const [section] = me ? sectionsFor(me) : [];
  return section === undefined ? null : <Navigate to="/admin/$section" params={{ section }} search={search} replace />;
}

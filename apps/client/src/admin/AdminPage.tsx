import { privateChannelId } from '@sidetone/contract/rules/limits.ts';
import { Link, Outlet } from '@tanstack/react-router';
import { addAdminWords } from '#i18n/admin-words.ts';
import { useWords } from '#i18n/use-words.ts';
import { useMe } from '#live/queries/me.ts';
import { Empty } from '#ui/Empty.tsx';
import { AlertBanner } from './log/AlertBanner.tsx';

addAdminWords();

/** The administration, only for administrators: other users are told whom to ask. */
export function AdminPage() {
  const me = useMe();
  if (!me) return null;
  if (!me.admin) return <NotForYou />;
  return (
    <>
      <AlertBanner />
      <Outlet />
    </>
  );
}

function NotForYou() {
  const { t } = useWords();
  return (
    <div className="grid h-full place-items-center">
      <Empty
        page
        title={t(($) => $.admin.notForYou.title)}
        text={t(($) => $.admin.notForYou.text)}
        action={
          <Link
            to="/main/channels/$channelId"
            params={{ channelId: privateChannelId }}
            className="font-med text-accent"
          >
            {t(($) => $.app.notFound.action)}
          </Link>
        }
      />
    </div>
  );
}

import { privateChannelId } from '@sidetone/contract/rules/limits.ts';
import { Link } from '@tanstack/react-router';
import { useWords } from '#i18n/use-words.ts';
import { Empty } from '#ui/Empty.tsx';

/** In place of what the user may not see: who has it, and the way on. `section`: the page that the user may see instead. */
export function NotForYou({ section }: { section?: string | undefined }) {
  const { t } = useWords();
  return (
    <div className="grid h-full place-items-center">
      <Empty
        page
        title={t(($) => (section === undefined ? $.admin.notForYou.title : $.admin.roles.forbidden.title))}
        text={t(($) => (section === undefined ? $.admin.notForYou.text : $.admin.roles.forbidden.text))}
        action={
          section === undefined ? (
            <Link
              to="/main/channels/$channelId"
              params={{ channelId: privateChannelId }}
              className="font-med text-accent"
            >
              {t(($) => $.app.notFound.action)}
            </Link>
          ) : (
            <Link to="/admin/$section" params={{ section }} className="font-med text-accent">
              {t(($) => $.admin.roles.forbidden.action)}
            </Link>
          )
        }
      />
    </div>
  );
}

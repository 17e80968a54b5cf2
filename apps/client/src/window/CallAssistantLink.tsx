import { assistantQueries } from '@sidetone/contract/documents/assistant-queries.ts';
import { badgeText } from '@sidetone/contract/rules/badge-text.ts';
import { ConciergeBell } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { PageLink, PageRailLink } from './PageLink.tsx';

/** The call assistant in the left column, for users of one, with the number of open results of all of theirs. SSHELL-007 */
export function CallAssistantLink({ narrow = false }: { narrow?: boolean }) {
  const me = useMe();
  return me === null || me.assistantIds.length === 0 ? null : <CountedLink narrow={narrow} />;
}

function CountedLink({ narrow }: { narrow: boolean }) {
  const { t } = useWords();
  const counts = useLive(assistantQueries.assistantCounts, {}).rows;
  const open = counts.reduce((sum, one) => sum + one.open, 0);
  const name = t(($) => $.app.callAssistant);
  const Of = narrow ? PageRailLink : PageLink;
  return (
    <Of
      to="/main/ai-assistant"
      icon={ConciergeBell}
      name={name}
      end={
        open === 0 ? null : (
          <span
            className={
              narrow
                ? 'absolute top-[3px] right-px h-4 min-w-4 rounded-full bg-sidebar px-[3px] text-center font-semi text-11 text-ink'
                : 'ml-auto font-semi text-12'
            }
          >
            {narrow ? badgeText(open) : open}
            <span className="sr-only"> {t(($) => $.app.openResults)}</span>
          </span>
        )
      }
    />
  );
}

import type { OngoingCall } from '@sidetone/contract/entities/ongoing-call.ts';
import { transcriptionRoutes } from '@sidetone/contract/http/transcription-routes.ts';
import { hasGrant } from '@sidetone/contract/rules/grants.ts';
import { AudioLines } from 'lucide-react';
import { type MouseEvent, useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { call as ask } from '#live/line/http.ts';
import { useMe } from '#live/queries/me.ts';
import { Icon } from '#ui/Icon.tsx';

/** Says that what is said is written down afterwards, and stops that. ROLE-009, ERR-052 */
export function DocumentedLine({ call: { id, channelId } }: { call: OngoingCall }) {
  const { t } = useWords();
  const me = useMe();
  const [stopping, setStopping] = useState(false);
  const stop = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    setStopping(true);
    // The button leaves with its line; the focus stays with the call.
    currentTarget.closest('section')?.focus();
    try {
      await ask(transcriptionRoutes.skipTranscription, {
        params: { sessionId: id },
        query: channelId === null ? {} : { channelId },
      });
    } catch (error) {
      // Nothing is shown of it. ERR-052
      console.error('[calls] documentation not stopped', id, error);
      setStopping(false);
    }
  };
  return (
    <div className="flex min-h-7 items-center gap-2 border-line border-t px-3 py-1 font-med text-12 text-ink-2">
      <Icon of={AudioLines} size={14} className="text-ink-3" />
      <span className="min-w-0 flex-1">{t(($) => $.calls.documented.line)}</span>
      {hasGrant(me, 'CALL_BOOSTS') ? (
        <button
          type="button"
          aria-label={t(($) => $.calls.documented.stopIt)}
          aria-disabled={stopping}
          onClick={(event) => stopping || void stop(event)}
          className="-my-0.5 rounded-xs px-1.5 py-0.5 text-accent hover:bg-hover aria-disabled:opacity-45"
        >
          {t(($) => $.calls.documented.stop)}
        </button>
      ) : null}
    </div>
  );
}

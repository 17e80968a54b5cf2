import type { InboxRow } from '@sidetone/contract/documents/phone-queries.ts';
import type { PartReason } from '@sidetone/contract/entities/documentation.ts';
import { transcriptionRoutes } from '@sidetone/contract/http/transcription-routes.ts';
import { AudioLines, Ban, CircleAlert, Clock, Globe, type LucideIcon, Shield, TriangleAlert } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { call } from '#live/line/http.ts';
import { useFlags } from '#live/queries/flags.ts';
import { useMe } from '#live/queries/me.ts';
import { useUpgradeLink } from '#live/queries/upgrade-link.ts';
import { Button, LinkButton } from '#ui/Button.tsx';
import { cn } from '#ui/cn.ts';
import { Icon } from '#ui/Icon.tsx';
import { mayDocument } from '../facts.ts';
import { nextSteps, reasonsOf } from './reasons.ts';

const icons: Record<PartReason, LucideIcon> = {
  skipped: Ban,
  switchedOff: Ban,
  noConsent: Shield,
  noSound: AudioLines,
  tooShort: Clock,
  noRecognizer: AudioLines,
  unsupportedLanguage: Globe,
  quota: TriangleAlert,
  emergency: Shield,
  serviceDown: CircleAlert,
  serviceRefused: CircleAlert,
  badAnswer: CircleAlert,
  soundGone: Clock,
  noQuestions: CircleAlert,
};
const failures: readonly PartReason[] = ['serviceDown', 'serviceRefused', 'badAnswer'];

/** Why parts of a call are missing, a line each, with what this reader can do about it. */
export function Reasons({ row }: { row: InboxRow }) {
  const { t } = useWords();
  const reasons = reasonsOf(row, useFlags());
  if (reasons.length === 0) return null;
  return (
    <ul aria-label={t(($) => $.callDetail.made.why)} className="flex flex-col rounded-m border border-line px-3">
      {reasons.map((reason) => (
        <li key={reason} className="flex flex-wrap items-center gap-x-3 gap-y-2 border-line py-2.5 not-first:border-t">
          <Icon
            of={icons[reason]}
            className={cn(failures.includes(reason) ? 'text-missed' : reason === 'quota' ? 'text-ring' : 'text-ink-3')}
          />
          <div className="min-w-0 flex-1 basis-60">
            <p className="font-med">{t(($) => $.callDetail.reasons[reason].title)}</p>
            <p className="text-pretty text-12 text-ink-2">{t(($) => $.callDetail.reasons[reason].text)}</p>
          </div>
          <Step row={row} reason={reason} />
        </li>
      ))}
    </ul>
  );
}

function Step({ row, reason }: { row: InboxRow; reason: PartReason }) {
  const { t } = useWords();
  const me = useMe();
  const flags = useFlags();
  const upgrade = useUpgradeLink(me);
  switch (nextSteps[reason]) {
    case 'resume': {
      if (!mayDocument(me, flags)) return null;
      return (
        <Button size="s" onClick={() => void resume(row)}>
          {reason === 'skipped' ? t(($) => $.callDetail.head.document) : t(($) => $.app.tryAgain)}
        </Button>
      );
    }
    case 'administration':
      if (!me?.admin) return <Aside>{t(($) => $.callDetail.made.askAdministrator)}</Aside>;
      return (
        <LinkButton size="s" href="/admin/ai">
          {t(($) => $.callDetail.made.setUp)}
        </LinkButton>
      );
    case 'upgrade':
      if (upgrade === null) return null;
      return (
        <LinkButton size="s" href={upgrade} target="_blank" rel="noopener">
          {t(($) => $.calls.processed.summary.upgrade)}
        </LinkButton>
      );
    case null:
      return null;
  }
}

const Aside = ({ children }: { children: string }) => <span className="text-12 text-ink-3">{children}</span>;

async function resume(row: InboxRow): Promise<void> {
  try {
    await call(transcriptionRoutes.resumeTranscription, {
      params: { sessionId: row.id },
      query: { channelId: row.channelId },
    });
  } catch (error) {
    // Nothing is shown of it. ERR-052
    console.error('[call-detail] documentation not resumed', row.id, error);
  }
}

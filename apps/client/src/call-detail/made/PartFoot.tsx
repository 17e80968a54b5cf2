import { type InboxRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { MadeBy } from '@sidetone/contract/entities/documentation.ts';
import type { RenewablePart } from '@sidetone/contract/http/documentation-routes.ts';
import { documentationRoutes } from '@sidetone/contract/http/documentation-routes.ts';
import { transcriptionRoutes } from '@sidetone/contract/http/transcription-routes.ts';
import { hasGrant } from '@sidetone/contract/rules/grants.ts';
import { AudioLines, CircleAlert, Quote, RefreshCw } from 'lucide-react';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { useFlags } from '#live/queries/flags.ts';
import { useLive } from '#live/queries/live.ts';
import { useMe } from '#live/queries/me.ts';
import { Button } from '#ui/Button.tsx';
import { confirm } from '#ui/confirm.ts';
import { Icon } from '#ui/Icon.tsx';
import { IconButton } from '#ui/IconButton.tsx';
import { Menu, MenuItem } from '#ui/Menu.tsx';
import { Spinner } from '#ui/Spinner.tsx';
import { toast } from '#ui/toasts.ts';
import { Maker } from './Maker.tsx';
import { changedByPeople, madeOf, makerOf, renewalOf, waysToRenew } from './renewal.ts';

interface PartFootProps {
  row: InboxRow;
  /** Parts that are one thing to their reader. */
  parts: readonly RenewablePart[];
  /** What they are called. */
  label: string;
}

/** Who made a part, and the way to have it made once more. What there is stays until the new content has come. */
export function PartFoot({ row, parts, label }: PartFootProps) {
  const { t } = useWords();
  const made = madeOf(row, parts);
  const maker = makerOf(row, made);
  const renewal = renewalOf(row, made);
  const { ask, stop, ways, service } = useRenewal(row, made, maker);
  if (made.length === 0) return null;
  const isComing = renewal?.status === 'waiting';
  const end = isComing ? (
    stop && (
      <Button tone="ghost" size="s" onClick={() => void stop()}>
        {t(($) => $.callDetail.made.stop)}
      </Button>
    )
  ) : ways.length === 0 ? null : (
    <Menu
      align="end"
      trigger={<IconButton icon={RefreshCw} label={t(($) => $.callDetail.made.again, { part: label })} />}
    >
      {ways.map((by) => (
        <MenuItem key={by} icon={by === 'basic' ? Quote : RefreshCw} onSelect={() => void ask(by)}>
          {by === 'basic'
            ? t(($) => $.callDetail.made.byQuotes)
            : t(($) => $.callDetail.made.byService, { service: service ?? '' })}
        </MenuItem>
      ))}
    </Menu>
  );
  return (
    <div className="mt-1 flex min-h-7 items-center gap-2 text-12 text-ink-3">
      <div className="min-w-0 flex-1">
        <p className="flex items-start gap-1.5">
          <Icon of={maker?.kind === 'basic' ? Quote : AudioLines} size={14} className="mt-0.5" />
          <Maker row={row} maker={maker} />
        </p>
        {renewal === null ? null : (
          <p role="status" className="mt-0.5 flex items-start gap-1.5">
            {isComing ? <Spinner /> : <Icon of={CircleAlert} size={14} className="mt-0.5 text-missed" />}
            {isComing
              ? t(($) => $.callDetail.made.coming)
              : t(($) => $.callDetail.made.failed, {
                  why: renewal.reason ? t(($) => $.callDetail.reasons[renewal.reason ?? 'serviceDown'].text) : '',
                })}
          </p>
        )}
      </div>
      {end}
    </div>
  );
}

/** The orders that this user may give. */
function useRenewal(row: InboxRow, made: RenewablePart[], maker: MadeBy | null) {
  const { t } = useWords();
  const me = useMe();
  const flags = useFlags();
  const service = useLive(phoneQueries.aiOverview, {}).rows[0]?.language?.name ?? null;
  const mayAsk = hasGrant(me, 'CALL_BOOSTS') && !flags.hasAiDisabled;
  const hasWords = row.documentation.transcription?.status === 'success';
  const params = { channelId: row.channelId, docId: row.id };
  const ask = async (by: MadeBy['kind']) => {
    const isChanged = changedByPeople(row, made) > 0;
    const question = {
      icon: RefreshCw,
      headline: t(($) => $.callDetail.made.question.title),
      text: t(($) => $.callDetail.made.question.text),
      action: t(($) => $.callDetail.made.question.action),
    };
    if (isChanged && !(await confirm(question))) return;
    try {
      await call(documentationRoutes.renewParts, { params, body: { parts: made, by } });
    } catch (error) {
      toast({ tone: 'error', title: t(($) => $.callDetail.made.notAsked), text: t(($) => $.errors[codeOf(error)]) });
    }
  };
  const stop = async () => {
    try {
      await call(transcriptionRoutes.cancelTranscription, {
        params: { sessionId: row.id },
        query: { channelId: row.channelId },
      });
    } catch (error) {
      // Nothing is shown of it. ERR-052
      console.error('[call-detail] renewal not stopped', row.id, error);
    }
  };
  return {
    ask,
    stop: mayAsk ? stop : null,
    ways: mayAsk && hasWords ? waysToRenew(maker, service !== null) : [],
    service,
  };
}

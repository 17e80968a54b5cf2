import { type InboxRow, phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { SelectedOutcome } from '@sidetone/contract/entities/call-log.ts';
import { callLogRoutes } from '@sidetone/contract/http/crm/call-log-routes.ts';
import { hasGrant } from '@sidetone/contract/rules/grants.ts';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { Scroller } from '#call-detail/Scroller.tsx';
import { SmallTalk } from '#call-detail/SmallTalk.tsx';
import { useAhead } from '#call-detail/use-ahead.ts';
import { addCrmLoggingWords } from '#i18n/crm-logging-words.ts';
import { dayOf } from '#i18n/format.ts';
import { useWords } from '#i18n/use-words.ts';
import { codeOf } from '#live/line/api-error.ts';
import { call } from '#live/line/http.ts';
import { useFlags } from '#live/queries/flags.ts';
import { useLive } from '#live/queries/live.ts';
import { useLoggingCrms } from '#live/queries/logging-crms.ts';
import { useMe } from '#live/queries/me.ts';
import { NoteEditor } from '#notes/NoteEditor.tsx';
import { confirm } from '#ui/confirm.ts';
import { toast } from '#ui/toasts.ts';
import { isWritingKey } from '../countdown.ts';
import { type LoggingRequest, leaveLogging } from '../logging-panel.ts';
import { Associations } from './Associations.tsx';
import { FollowUp } from './FollowUp.tsx';
import { Outcome } from './Outcome.tsx';
import { PanelFoot } from './PanelFoot.tsx';
import { PanelHead } from './PanelHead.tsx';
import { textSaves } from './text-saves.ts';
import { useLogChanges } from './use-log-changes.ts';
import { type LogDocuments, useLogDocuments } from './use-log-documents.ts';
import { usePanel } from './use-panel.ts';
import { useTaskChanges } from './use-task-changes.ts';

addCrmLoggingWords();

interface LoggingPanelProps {
  request: LoggingRequest;
  /** Opens the form for a new contact, which is kept in an integration; null where there is no room for it. */
  onCreateContact: ((number: string, integrationId: string | null) => void) | null;
}

/** The log of a call: its note, what it is logged to, how it went and what follows, until it is written. SLOG-003 */
export function LoggingPanel(props: LoggingPanelProps) {
  const { request } = props;
  const { t } = useWords();
  const documents = useLogDocuments(request.call);
  const { rows } = useLive(phoneQueries.inboxEvent, {
    channelId: request.call.channelId,
    docId: request.call.docId,
  });
  const running = useMemo(() => runningRow(request), [request]);
  const row = rows[0] ?? running;
  if (documents.isUpdate !== null && documents.isOpen)
    return <Opened {...props} documents={documents} isUpdate={documents.isUpdate} row={row} isOver={row !== running} />;
  const { problem } = documents;
  return (
    <>
      <PanelHead row={row} me={request.webUserId} onClose={leaveLogging} />
      <p role={problem === null ? 'status' : 'alert'} className="px-6 py-5 text-ink-2">
        {problem === null
          ? t(($) => $.crmLogging.loading)
          : `${t(($) => $.crmLogging.failed)}. ${t(($) => $.errors[problem])}`}
      </p>
    </>
  );
}

interface OpenedProps extends LoggingPanelProps {
  documents: LogDocuments;
  isUpdate: boolean;
  row: InboxRow;
  isOver: boolean;
}

function Opened({ request, onCreateContact, documents, isUpdate, row, isOver }: OpenedProps) {
  const { t } = useWords();
  const me = useMe();
  const crms = useLoggingCrms();
  const flags = useFlags();
  const changes = useLogChanges(request.call);
  const tasks = useTaskChanges(request.call, documents);
  const ahead = useAhead<SelectedOutcome | null>(documents.log?.rev ?? 0);
  // A failed update is logged only. SERR-050
  const setOutcome = (next: SelectedOutcome | null) =>
    ahead
      .attempt('outcome', next, () => changes.setOutcome(next))
      .catch((cause) => console.error('[crm-logging] outcome not saved:', codeOf(cause)));
  const { outcome, title, flush } = useSaves(setOutcome, (text) => tasks.change({ title: text }));
  const { panel, tell } = usePanel({ request, isUpdate, isOver, flush: () => flush().then(tasks.settled) });
  const { log, entities, task } = documents;
  const crm = crms.map(({ displayName }) => displayName).join(', ');
  const isWritten = entities.some(({ logId, state }) => logId !== null || state === 'WRITTEN');
  const onKeyDown = (event: KeyboardEvent) => {
    if (isWritingKey(event)) tell({ is: 'touched' });
  };
  const takeAway = async () => {
    const sure = await confirm({
      headline: t(($) => $.crmLogging.takeAwayTitle, { crm }),
      text: t(($) => $.crmLogging.takeAwayText, { crm }),
      action: t(($) => $.crmLogging.takeAway),
      critical: true,
    });
    if (!sure) return;
    const { channelId, sessionId } = request.call;
    try {
      await call(callLogRoutes.removeCallLog, { params: { channelId, sessionId } });
      tell({ is: 'takenAway' });
    } catch (cause) {
      const code = codeOf(cause);
      console.warn('[crm-logging] entry not removed:', code);
      toast({ tone: 'error', title: t(($) => $.crmLogging.notRemoved), text: t(($) => $.errors[code]) });
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys anywhere in the panel pause its countdown
    <div className="group/call flex min-h-0 flex-1 flex-col" onKeyDown={onKeyDown}>
      <PanelHead row={row} me={request.webUserId} onClose={leaveLogging} />
      <Scroller label={row.remote.name ?? t(($) => $.crmLogging.assign)}>
        <NoteEditor row={row} me={request.webUserId} onDone={() => isOver && tell({ is: 'logged' })} />
        {crm === '' ? null : <p className="-mt-3 text-12 text-ink-3">{t(($) => $.crmLogging.writtenTo, { crm })}</p>}
        <Associations
          of={request.call}
          documents={documents}
          crms={crms}
          changes={changes}
          panel={panel}
          tell={tell}
          onCreateContact={onCreateContact}
        />
        <Outcome
          crms={crms}
          chosen={ahead.shown('outcome', log?.selectedOutcome ?? null)}
          onChoose={(next) => void setOutcome(next)}
          text={outcome}
        />
        {hasGrant(me, 'CALL_TASKS') ? (
          <FollowUp
            crms={crms}
            task={task}
            hasOwner={log === null || log.owner !== null}
            records={
              entities.filter(({ integrationId }) => task === null || integrationId === task.integrationId).length
            }
            changes={tasks}
            title={title}
            onRetry={() => void changes.retry()}
          />
        ) : null}
        {flags.hasCallSmallTalk ? <SmallTalk row={row} /> : null}
      </Scroller>
      <PanelFoot panel={panel} tell={tell} crm={crm} onTakeAway={isWritten ? () => void takeAway() : null} />
    </div>
  );
}

/** What is saved lazily, with the newest way to save it. */
function useSaves(
  setOutcome: (outcome: SelectedOutcome | null) => Promise<void>,
  setTitle: (title: string) => Promise<unknown>,
) {
  const latest = useRef({ setOutcome, setTitle });
  latest.current = { setOutcome, setTitle };
  return useMemo(
    () =>
      textSaves(
        (next) => latest.current.setOutcome(next),
        (next) => latest.current.setTitle(next),
      ),
    [],
  );
}

/** A call that is not over has no document yet: what is known of it here stands for it. */
function runningRow({ call: of, contact, webUserId }: LoggingRequest): InboxRow {
  const nobody = { name: null, organization: null, avatarType: 'unknown', isTeam: false } as const;
  return {
    id: of.docId,
    rev: 0,
    channelId: of.channelId,
    day: dayOf(new Date(of.startedAt)),
    contactId: contact?.contactId ?? null,
    unresolved: false,
    unresolvedCalls: 0,
    groupSize: 1,
    owner: webUserId,
    call: {
      sessionId: of.sessionId,
      onPhoneNumber: null,
      remotePhoneNumber: of.number,
      startedAt: of.startedAt,
      establishedAt: of.establishedAt,
      terminatedAt: null,
      terminatedReason: null,
      direction: of.direction,
      state: 'Established',
    },
    documentation: {},
    remote: contact ?? { ...nobody, contactId: null, userId: null },
  };
}

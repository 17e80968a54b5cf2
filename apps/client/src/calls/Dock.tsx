import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import { isCallBackSession } from '@sidetone/contract/rules/queues/call-back-session.ts';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { withLaterWords } from '#i18n/language.ts';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/queries/live.ts';
import { later } from '#platform/later.ts';
import { useCompact, useNarrow } from '#platform/window-size.ts';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Unharmed } from '#ui/Unharmed.tsx';
import { callLevels, order, useCallsView } from './calls.ts';
import type { Call } from './core/call.ts';
import { lastToEnd } from './core/call-list.ts';
import { isOver } from './core/call-machine.ts';
import { phaseOf } from './core/phase.ts';
import { wayOut } from './core/way-out.ts';
import { documentedCall } from './documented/documented-call.ts';
import { type EndedCall, endedCallOf } from './ended-calls.ts';
import type { CallProblem } from './engine/call-error.ts';
import { strangerInCall } from './number-in-call.ts';
import { Active } from './screens/Active.tsx';
import { announcementOf, noticeOf } from './screens/announcements.ts';
import { Bar, RingingBar } from './screens/Bar.tsx';
import { ConsentDialog } from './screens/ConsentDialog.tsx';
import { endedBadly, endedMark, endedMore, endedWords } from './screens/call-words.ts';
import { dockState } from './screens/dock-state.ts';
import { Ended, Transferring } from './screens/Ended.tsx';
import { FirewallHelp } from './screens/FirewallHelp.tsx';
import { Incoming } from './screens/Incoming.tsx';
import type { CallActions } from './screens/keys/Pad.tsx';
import { useCallHotkeys } from './screens/keys/use-call-hotkeys.ts';
import { personOf } from './screens/person.ts';
import { isRingingIn, type Running, runningOf } from './screens/running.ts';
import { useFocusInside } from './screens/use-focus-inside.ts';
import { supervisedCall } from './supervised/supervised-call.ts';
import './screens/dock.css';

const ParkedCalls = lazyPart(withLaterWords(() => import('./parked/ParkedCalls.tsx').then((part) => part.ParkedCalls)));
const SupervisionLine = lazyPart(() => import('./supervised/SupervisionLine.tsx').then((part) => part.SupervisionLine));
const DocumentedLine = lazyPart(() => import('./documented/DocumentedLine.tsx').then((part) => part.DocumentedLine));

interface DockProps {
  /** Opens the search for a person to add to the call. */
  onAddParticipant: () => void;
  /** Actions for the number of an unknown person. */
  forStranger?: (number: string) => ReactNode;
  /** What is known of a contact who rings. */
  aboutCaller?: (caller: { contactId: string; docId: string; isOwnLine: boolean }) => ReactNode;
  /** Asks what was wrong with a call that is over. */
  onRateQuality?: (call: EndedCall) => void;
}

/**
 * The calls, wherever they live: a dock at the foot of the left column, a bar at the foot of a narrow window, a sheet
 * at the foot of a very narrow one. Nothing without a call.
 */
export function Dock({ onAddParticipant, forStranger, aboutCaller, onRateQuality }: DockProps) {
  const { t } = useWords();
  const view = useCallsView();
  const phase = phaseOf(view.calls);
  const isSilent = useLive(phoneQueries.account, {}).rows[0]?.callSettings.holdMusic === 'off';
  const running = runningOf(view, isSilent ? 'silence' : 'music');
  const { documented, supervised } = useLines(running, view.calls);
  const ringing = view.calls.find(isRingingIn) ?? null;
  const shape = useShape();
  const { consentFor, keypadFor } = useStore(dockState);
  const setConsentFor = (id: string | null) => dockState.setState({ consentFor: id });
  const [inside, dock] = useFocusInside(phase);

  const stranger = strangerInCall(view.calls);
  const [leadId, firstId] = [running?.lead.id ?? '', running?.firstId ?? ''];
  const askForConsent = (problem: CallProblem | null) => {
    if (problem === 'CONSENT_NEEDED') setConsentFor(firstId);
  };
  const actions: CallActions = {
    onMute: () => void order('toggleMute', leadId),
    onKeypad: () => dockState.setState({ keypadFor: keypadFor === leadId ? null : leadId }),
    onRecord: () => void order('toggleRecording', firstId).then(askForConsent),
    onAdd: onAddParticipant,
    onHold: () => void order('toggleHold', leadId),
    onSwitch: (id) => void order('switchLine', id ?? null),
    // The key is a switch: off means back to the call that is shown first.
    onConference: () => void (running?.conference ? order('switchLine', leadId) : order('startConference')),
    onJoin: () => void order('joinCalls', leadId, running?.other?.id ?? ''),
    onHangUp: () => void order('hangUp', firstId),
    onCancelTransfer: () => void order('abortTransfer'),
    // A code that is typed may ask for a recording.
    onTone: (tone) => void order('sendTones', leadId, tone).then(askForConsent),
  };
  const answers = ringing === null ? null : answersTo(ringing.id);
  const handed = view.calls.find((call) => call.state === 'Transferring' && wayOut(call) !== 'none');
  const leave = answers?.onDecline ?? (handed ? () => void order('hangUp', handed.id) : null);
  useCallHotkeys(running, actions, answers, leave);
  const consents = view.calls.some((call) => call.id === consentFor && !isOver(call.state));
  const card = ringing !== null && answers !== null && (
    <Ringing call={ringing} second={running !== null} shape={shape} aboutCaller={aboutCaller} {...answers} />
  );
  const over = (call: Call | null | undefined) =>
    call && <Over call={call} shape={shape} onRateQuality={onRateQuality} />;
  const screen = () => {
    switch (phase) {
      case 'noCall':
        return null;
      case 'callIncoming':
        return card;
      case 'callOutgoing':
      case 'callActive':
        return (
          <>
            {card}
            {running === null ? (
              over(ringing === view.calls[0] ? null : view.calls[0])
            ) : (
              <Talking
                call={running}
                shape={shape}
                keypadOpen={keypadFor === leadId}
                readLevels={() => callLevels(leadId)}
                documented={<Lines documented={documented} supervised={supervised} />}
                aboutThem={stranger === null ? null : forStranger?.(stranger)}
                {...actions}
              />
            )}
          </>
        );
      // The call that was there first represents both.
      case 'callTransferring':
      case 'callTransferred':
      case 'callOnOtherDevice':
        return over(view.calls[0]);
      case 'callEnded':
        return over(lastToEnd(view.calls));
    }
  };

  return (
    <>
      <ParkedSlot inColumn={shape === 'dock'} />
      <p className="sr-only" aria-live={ringing === null ? 'polite' : 'assertive'}>
        {announcementOf(view)}
      </p>
      <p className="sr-only" aria-live="polite">
        {running === null ? '' : noticeOf(running)}
      </p>
      <p className="sr-only" aria-live="polite">
        {documented === null ? '' : t(($) => $.calls.documented.line)}
      </p>
      <div ref={dock} {...inside} className="contents">
        {screen()}
      </div>
      <Unharmed of={consents}>
        <ConsentDialog
          open={consents}
          onClose={() => setConsentFor(null)}
          onStart={(choice) => {
            if (consentFor !== null) void order('confirmRecording', consentFor, choice);
            setConsentFor(null);
          }}
        />
      </Unharmed>
      <Unharmed of={firstId}>
        <FirewallHelp />
      </Unharmed>
    </>
  );
}

/** Parked calls, which no first sight of the window waits for; apps of the classic generation cannot take them. */
function ParkedSlot({ inColumn }: { inColumn: boolean }) {
  const [isLater, setLater] = useState(false);
  useEffect(() => later(() => setLater(true)), []);
  const hasPlaces = useLive(phoneQueries.account, {}).rows[0]?.flags.hasNeoPbx === true;
  if (!isLater || !hasPlaces) return null;
  return (
    <Unharmed of={null}>
      <Suspense fallback={null}>
        <ParkedCalls inColumn={inColumn} />
      </Suspense>
    </Unharmed>
  );
}

const answersTo = (id: string) => ({
  onAccept: () => void order('accept', id),
  onDecline: () => void order('decline', id),
});

type Shape = 'dock' | 'bar' | 'sheet';

function useShape(): Shape {
  const narrow = useNarrow();
  const compact = useCompact();
  return compact ? 'sheet' : narrow ? 'bar' : 'dock';
}

interface RingingProps {
  call: Call;
  second: boolean;
  shape: Shape;
  aboutCaller: DockProps['aboutCaller'] | undefined;
  onAccept: () => void;
  onDecline: () => void;
}

function Ringing({ call, second, shape, aboutCaller, ...answers }: RingingProps) {
  const { t } = useWords();
  const callBack = isCallBackSession(call.id);
  const channel = call.channelName ?? t(($) => $.calls.private);
  const ringing = {
    person: personOf(call),
    target: channel,
    forwardedFrom: call.forwardedFrom,
    second,
    ...answers,
  };
  if (shape === 'bar') {
    return <RingingBar {...ringing} target={callBack ? `${t(($) => $.calls.callBack)} · ${channel}` : channel} />;
  }
  const about = second ? null : factsOf(call, aboutCaller);
  const card = (
    <Incoming {...ringing} callBack={callBack} about={about} ringsSince={call.startedAt} sheet={shape === 'sheet'} />
  );
  if (shape === 'sheet') return card;
  // The card is wider than the column: it projects beyond it, and covers the page only as far as it has to.
  return (
    <div className="relative z-dock h-0">
      <div className={second ? 'absolute bottom-2 left-0' : 'absolute bottom-0 left-0'}>{card}</div>
    </div>
  );
}

/** Nothing of colleagues and strangers. */
function factsOf({ remote, docId, channelName }: Call, aboutCaller: DockProps['aboutCaller']): ReactNode {
  const contactId = remote?.contactId ?? null;
  if (contactId === null || remote?.isTeam === true) return null;
  return aboutCaller?.({ contactId, docId, isOwnLine: channelName === null });
}

/** The running call that is captured for its documentation, and the one where somebody listens. */
function useLines(running: Running | null, calls: readonly Call[]) {
  const { rows } = useLive(phoneQueries.ongoingCalls, {});
  // A call that was taken has the session in which it rang: its event says which of ours it is.
  const taken = rows.find(({ id, docId }) => calls.some((call) => call.docId === docId && call.id !== id));
  const shown = running && { ...running, ...(taken && { firstId: taken.id }) };
  return { documented: shown && documentedCall(rows, shown), supervised: shown && supervisedCall(rows, shown) };
}

/** What is said of them below the call. */
function Lines({ documented, supervised }: ReturnType<typeof useLines>) {
  if (!documented && !supervised) return null;
  return (
    <Suspense fallback={null}>
      {documented && <DocumentedLine key={documented.id} call={documented} />}
      {supervised && <SupervisionLine key={`${supervised.id} listens`} call={supervised} />}
    </Suspense>
  );
}

interface TalkingProps extends CallActions {
  call: Running;
  shape: Shape;
  keypadOpen: boolean;
  readLevels: () => { you: number; them: number };
  documented: ReactNode;
  aboutThem: ReactNode;
}

function Talking({ shape, aboutThem, ...props }: TalkingProps) {
  if (shape === 'bar') return <Bar {...props} />;
  return <Active {...props} aboutThem={aboutThem} sheet={shape === 'sheet'} />;
}

interface OverProps {
  call: Call;
  shape: Shape;
  onRateQuality: DockProps['onRateQuality'] | undefined;
}

/** A call that ended, is ending, or is being handed over. */
function Over({ call, shape, onRateQuality }: OverProps) {
  if (call.state === 'Transferring') {
    const leave = wayOut(call) === 'none' ? {} : { onHangUp: () => void order('hangUp', call.id) };
    return <Transferring person={personOf(call)} how={endedWords(call)} shape={shape} {...leave} />;
  }
  return (
    <Ended
      person={personOf(call)}
      how={endedWords(call)}
      more={endedMore(call)}
      bad={endedBadly(call)}
      mark={endedMark(call)}
      seconds={secondsOf(call)}
      shape={shape}
      {...(onRateQuality ? { onRateQuality: () => onRateQuality(endedCallOf(call)) } : {})}
    />
  );
}

/** How long the two talked. */
function secondsOf({ establishedAt, endedAt }: Call): number {
  return establishedAt === null || endedAt === null ? 0 : (endedAt - establishedAt) / 1000;
}

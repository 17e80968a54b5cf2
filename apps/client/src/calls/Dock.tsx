import { phoneQueries } from '@sidetone/contract/documents/phone-queries.ts';
import type { ReactNode } from 'react';
import { useStore } from 'zustand';
import { useWords } from '#i18n/use-words.ts';
import { useLive } from '#live/live.ts';
import { useCompact, useNarrow } from '#platform/window-size.ts';
import {
  abortTransfer,
  acceptCall,
  type CallsView,
  callLevels,
  confirmRecording,
  declineCall,
  handOver,
  hangUp,
  sendTones,
  startConference,
  switchLine,
  toggleHold,
  toggleMute,
  toggleRecording,
  useCallsView,
} from './calls.ts';
import type { Call } from './core/call.ts';
import { lastToEnd } from './core/call-list.ts';
import { isOver } from './core/call-machine.ts';
import { type Phase, phaseOf } from './core/phase.ts';
import { wayOut } from './core/way-out.ts';
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
import type { CallActions } from './screens/Pad.tsx';
import { personOf } from './screens/person.ts';
import { isRingingIn, type Running, runningOf } from './screens/running.ts';
import { useCallHotkeys } from './screens/use-call-hotkeys.ts';
import { useFocusInside } from './screens/use-focus-inside.ts';
import './screens/dock.css';

interface DockProps {
  /** Opens the search for somebody to be asked into the call. */
  onAddParticipant: () => void;
  /** What can be done with the number of somebody whom nobody knows. */
  forStranger?: (number: string) => ReactNode;
  /** Asks what was wrong with a call that is over. */
  onRateQuality?: (call: EndedCall) => void;
}

/**
 * The calls, wherever they live: a dock at the foot of the left column, a bar at the foot of a narrow window, a sheet at
 * the foot of a very narrow one. Nothing without a call.
 */
export function Dock({ onAddParticipant, forStranger, onRateQuality }: DockProps) {
  const view = useCallsView();
  const phase = phaseOf(view.calls);
  const isSilent = useLive(phoneQueries.account, {}).rows[0]?.callSettings.holdMusic === 'off';
  const running = runningOf(view, isSilent ? 'silence' : 'music');
  const ringing = view.calls.find(isRingingIn) ?? null;
  const shape = useShape();
  const { consentFor, keypadFor } = useStore(dockState);
  const setConsentFor = (id: string | null) => dockState.setState({ consentFor: id });
  const [inside, dock] = useFocusInside(phase);

  const stranger = strangerInCall(view.calls);
  const leadId = running?.lead.id ?? '';
  const recordedId = view.transfer?.initialId ?? leadId;
  const askForConsent = (problem: CallProblem | null) => {
    if (problem === 'CONSENT_NEEDED') setConsentFor(recordedId);
  };
  const actions: CallActions = {
    onMute: () => toggleMute(leadId),
    onKeypad: () => dockState.setState({ keypadFor: keypadFor === leadId ? null : leadId }),
    onRecord: () => void toggleRecording(recordedId).then(askForConsent),
    onAdd: onAddParticipant,
    onHold: () => toggleHold(leadId),
    onSwitch: (id) => switchLine(id),
    // The key is a switch: off means back to the one that is shown first.
    onConference: () => (running?.conference ? switchLine(leadId) : startConference()),
    onHangUp: () => (view.transfer === null ? hangUp(leadId) : handOver()),
    onCancelTransfer: abortTransfer,
    // A code that is typed may ask for a recording.
    onTone: (tone) => void sendTones(leadId, tone).then(askForConsent),
  };
  const answers =
    ringing === null ? null : { onAccept: () => acceptCall(ringing.id), onDecline: () => declineCall(ringing.id) };
  const handed = view.calls.find((call) => call.state === 'Transferring' && wayOut(call) !== 'none');
  const leave = ringing !== null ? () => declineCall(ringing.id) : handed ? () => hangUp(handed.id) : null;
  useCallHotkeys(running, actions, answers, leave);
  const consents = view.calls.some((call) => call.id === consentFor && !isOver(call.state));

  return (
    <>
      <p className="sr-only" aria-live={ringing === null ? 'polite' : 'assertive'}>
        {announcementOf(view)}
      </p>
      <p className="sr-only" aria-live="polite">
        {running === null ? '' : noticeOf(running)}
      </p>
      <div ref={dock} {...inside} className="contents">
        {ringing !== null && answers !== null ? (
          <Ringing call={ringing} second={running !== null} shape={shape} {...answers} />
        ) : null}
        {running === null ? (
          <Finished view={view} phase={phase} shape={shape} onRateQuality={onRateQuality} />
        ) : (
          <Talking
            call={running}
            shape={shape}
            keypadOpen={keypadFor === leadId}
            readLevels={() => callLevels(leadId)}
            aboutThem={stranger === null ? null : forStranger?.(stranger)}
            {...actions}
          />
        )}
      </div>
      <ConsentDialog
        open={consents}
        onClose={() => setConsentFor(null)}
        onStart={(choice) => {
          if (consentFor !== null) void confirmRecording(consentFor, choice);
          setConsentFor(null);
        }}
      />
      <FirewallHelp />
    </>
  );
}

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
  onAccept: () => void;
  onDecline: () => void;
}

function Ringing({ call, second, shape, ...answers }: RingingProps) {
  const { t } = useWords();
  const ringing = {
    person: personOf(call),
    target: call.channelName ?? t(($) => $.calls.private),
    forwardedFrom: call.forwardedFrom,
    second,
    ...answers,
  };
  if (shape === 'bar') return <RingingBar {...ringing} />;
  const card = <Incoming {...ringing} ringsSince={call.startedAt} sheet={shape === 'sheet'} />;
  if (shape === 'sheet') return card;
  // The card is wider than the column: it stands out of it and covers no more than it must.
  return (
    <div className="relative z-dock h-0">
      <div className={second ? 'absolute bottom-2 left-0' : 'absolute bottom-0 left-0'}>{card}</div>
    </div>
  );
}

interface TalkingProps extends CallActions {
  call: Running;
  shape: Shape;
  keypadOpen: boolean;
  readLevels: () => { you: number; them: number };
  aboutThem: ReactNode;
}

function Talking({ shape, aboutThem, ...props }: TalkingProps) {
  if (shape === 'bar') return <Bar {...props} />;
  return <Active {...props} aboutThem={aboutThem} sheet={shape === 'sheet'} />;
}

interface FinishedProps {
  onRateQuality: DockProps['onRateQuality'] | undefined;
  view: CallsView;
  phase: Phase;
  shape: Shape;
}

/** Calls that are handed over: the one that was there first speaks for both. Else the one that ended last does. */
function Finished({ view, phase, shape, onRateQuality }: FinishedProps) {
  const [first] = view.calls;
  const last = lastToEnd(view.calls);
  if (first === undefined || last === null || isRingingIn(first)) return null;
  const call = phase === 'callEnded' ? last : first;
  if (call.state === 'Transferring') {
    const leave = wayOut(call) === 'none' ? {} : { onHangUp: () => hangUp(call.id) };
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

import { type RegisterableHotkey, useHotkeys } from '@tanstack/react-hotkeys';
import { useState } from 'react';
import { useWords } from '#i18n/use-words.ts';
import { useCompact, useNarrow } from '#platform/window-size.ts';
import {
  acceptCall,
  type CallsView,
  callLevels,
  declineCall,
  hangUp,
  sendTones,
  toggleHold,
  toggleMute,
  useCallsView,
} from './calls.ts';
import type { Call } from './core/call.ts';
import { activeCall } from './core/call-list.ts';
import { isOver } from './core/call-machine.ts';
import { type Phase, phaseOf } from './core/phase.ts';
import { Active, type CallActions, type RunningCall } from './screens/Active.tsx';
import { Bar, RingingBar } from './screens/Bar.tsx';
import { callHotkeys } from './screens/call-keys.ts';
import { announcementOf, endedBadly, endedWords } from './screens/call-words.ts';
import { Ended } from './screens/Ended.tsx';
import { Incoming } from './screens/Incoming.tsx';
import { personOf, shownNumber } from './screens/person.ts';
import './screens/dock.css';

/**
 * The call, wherever it lives: a dock at the foot of the left column, a bar at the foot of a narrow window, a sheet at
 * the foot of a very narrow one. Nothing without a call.
 */
export function Dock() {
  const view = useCallsView();
  const call = activeCall(view.calls);
  const phase = phaseOf(view.calls);
  return (
    <>
      <p className="sr-only" aria-live={phase === 'callIncoming' ? 'assertive' : 'polite'}>
        {call === null ? '' : announcementOf(call, isOver(call.state))}
      </p>
      {call === null || phase === 'noCall' ? null : <Shown key={call.id} view={view} call={call} phase={phase} />}
    </>
  );
}

interface ShownProps {
  view: CallsView;
  call: Call;
  phase: Phase;
}

function Shown({ view, call, phase }: ShownProps) {
  const { t } = useWords();
  const narrow = useNarrow();
  const compact = useCompact();
  const [keypadOpen, setKeypadOpen] = useState(false);
  const { id } = call;
  const person = personOf(call);
  const channel = call.channelName ?? t(($) => $.calls.private);
  const actions: CallActions = {
    onMute: () => toggleMute(id),
    onHold: () => toggleHold(id),
    onHangUp: () => hangUp(id),
    onTone: (tone) => sendTones(id, tone),
    onKeypad: () => setKeypadOpen((open) => !open),
  };
  useCallHotkeys(call, phase, actions);

  if (phase === 'callIncoming') {
    const answers = { onAccept: () => acceptCall(id), onDecline: () => declineCall(id) };
    const ringing = { person, target: channel, ...answers };
    if (narrow && !compact) return <RingingBar {...ringing} />;
    const card = <Incoming {...ringing} ringsSince={call.startedAt} sheet={compact} />;
    // The card is wider than the column: it stands out of it and covers no more than it must.
    return compact ? (
      card
    ) : (
      <div className="relative z-dock h-0">
        <div className="absolute bottom-0 left-0">{card}</div>
      </div>
    );
  }
  if (isOver(call.state) || call.state === 'Terminating') {
    return (
      <Ended
        person={person}
        how={endedWords(call)}
        bad={endedBadly(call)}
        mark={markOf(call)}
        seconds={secondsOf(call)}
        shape={compact ? 'sheet' : narrow ? 'bar' : 'dock'}
      />
    );
  }
  const running = runningCall(view, call, channel);
  const levels = () => callLevels(id);
  const props = { call: running, keypadOpen, readLevels: levels, ...actions };
  return narrow && !compact ? <Bar {...props} /> : <Active {...props} sheet={compact} />;
}

function runningCall({ elsewhere }: CallsView, call: Call, channel: string): RunningCall {
  const talks = call.state === 'Established' || call.state === 'WarmTransferStarted';
  return {
    person: personOf(call),
    channel,
    ownNumber: call.ownNumber === null ? '' : shownNumber(call.ownNumber, true),
    stage: talks ? 'talking' : call.state === 'Establishing' ? 'connecting' : 'dialling',
    establishedAt: call.establishedAt,
    muted: call.mute === 'USER',
    // While the phone system is being asked, the key already shows what was asked for.
    held: call.hold === 'holding' || call.hold === 'held',
    typed: call.typed,
    elsewhere,
  };
}

/** Plain letters answer; everything else carries modifiers and works wherever the focus is. */
function useCallHotkeys(call: Call, phase: Phase, { onMute, onHold, onHangUp, onKeypad }: CallActions): void {
  const incoming = phase === 'callIncoming';
  const running = !incoming && !isOver(call.state);
  const talking = call.state === 'Established' || call.state === 'WarmTransferStarted';
  const key = (hotkey: RegisterableHotkey, press: () => void, enabled: boolean, ignoreInputs = false) => ({
    hotkey,
    callback: (event: KeyboardEvent) => {
      // On Windows AltGr arrives as Ctrl and Alt: somebody writes a letter. A key that is held down presses once.
      if (event.repeat || event.getModifierState('AltGraph')) return;
      event.preventDefault();
      press();
    },
    options: { enabled, ignoreInputs, preventDefault: false },
  });
  useHotkeys([
    key(callHotkeys.accept, () => acceptCall(call.id), incoming, true),
    key(callHotkeys.decline, () => declineCall(call.id), incoming, true),
    key(callHotkeys.mute, onMute, running),
    key(callHotkeys.keypad, onKeypad, talking),
    key(callHotkeys.hold, onHold, talking),
    key(callHotkeys.hangUp, onHangUp, incoming || running),
  ]);
}

function markOf(call: Call): 'none' | 'hungUp' | 'otherDevice' | 'notFound' {
  if (call.state === 'AcceptedElsewhere' || call.state === 'ContinuedElsewhere') return 'otherDevice';
  if (call.reason === 'NOT_FOUND') return 'notFound';
  return endedBadly(call) ? 'hungUp' : 'none';
}

/** How long the two talked. */
function secondsOf({ establishedAt, endedAt }: Call): number {
  return establishedAt === null || endedAt === null ? 0 : (endedAt - establishedAt) / 1000;
}

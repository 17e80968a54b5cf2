import type { OngoingCall, OngoingTransfer } from '@sidetone/contract/entities/ongoing-call.ts';
import { closeMicrophone } from '#audio/microphone.ts';
import type { EngineFact, EngineTransfer, RunningTransfer, TransferRequest } from '../../call-engine.ts';
import { CallError, transferError } from '../../call-error.ts';
import { createFactTap } from '../../fact-tap.ts';
import { commandsInOrder } from '../../in-order.ts';
import { isRunning, joinedLate, ongoingFacts } from '../../ongoing-facts.ts';
import { type CallAudio, createCallAudio } from './call-audio.ts';
import type { ClassicCall, ClassicCallParts } from './classic-call-parts.ts';
import { createClassicOrders, knownId } from './classic-orders.ts';
import { endSurely, rejectSurely } from './end-surely.ts';
import { startWarmTransfer, type WarmTransfer } from './warm-transfer.ts';

type Ended = Extract<EngineFact, { type: 'ended' }>;

/** The event that says why comes about when the row says that; this long it is waited for. */
const reasonWaitMs = 700;
const handingWaitMs = 3_000;
/** A call that the server never told of after this long is not known to it. */
const unknownAfterMs = 10_000;

/** A call that the server makes on this client's behalf: events and rows become facts, orders become requests. */
export function createClassicCall(parts: ClassicCallParts): ClassicCall {
  const { facts, server, clock, log, clientId } = parts;
  const tap = createFactTap();
  const inOrder = commandsInOrder();
  const orders = createClassicOrders({ server, log, clock, clientId, inOrder, callId: () => id });
  const bornAt = clock.now();
  const incoming = facts.direction === 'INCOMING';
  let id: string | null = parts.inherited?.callId ?? null;
  let claimed = !incoming;
  let answered = parts.inherited?.answered ?? false;
  let held = false;
  let connected = parts.inherited !== undefined;
  let row: OngoingCall | null = null;
  let transfer: WarmTransfer | null = null;
  /** Transfers that are known here, also those that were given up: the row shows them a moment longer. */
  const knownTransfers = new Set<string>();
  /**
   * The call is being handed over: ordered, under way, or by hanging up with a second line. The server's row tells what
   * came of it.
   */
  let handing: 'no' | 'asked' | 'blind' | 'over' = 'no';
  let cancelEnd = () => {};
  const audio: CallAudio =
    parts.inherited?.audio ?? createCallAudio({ clock, openPeer: parts.openPeer, tell: tellOfAudio });
  audio.passOn(tellOfAudio);

  function finish(end: Ended, how: 'end' | 'leave' = 'end') {
    if (tap.isEnded) return;
    cancelEnd();
    transfer?.end(end);
    audio.close(how);
    tap.tell(end);
    parts.onEnd(call);
  }

  /** INITIAL left: TARGET is the user's call from now on, in the same leg and with the same audio. */
  function leaveTo(next: WarmTransfer, rows: readonly OngoingCall[]) {
    cancelEnd();
    transfer = null;
    const { sessionId, direction, number, displayName, calledNumber, channelId } = next.line;
    const heirFacts = { sessionId: next.ownRow(rows)?.id ?? sessionId };
    const playing = audio.now();
    const heir = parts.succeed(
      call,
      { direction, number, displayName, calledNumber, channelId, ...heirFacts },
      { callId: known(), audio, answered: next.isAnswered() },
    );
    // Whatever plays INITIAL stops when it ends; from here on TARGET is to be played.
    tap.tell({ type: 'ended', reason: 'HANGUP', by: 'remote' });
    next.goOn(heir);
    if (playing !== null) heir.play(playing);
    heir.read(rows);
  }

  function finishSoon(end: Ended) {
    cancelEnd();
    cancelEnd = clock.after(reasonWaitMs, () => finish(end));
  }

  /** The row says first that the call ended, and then to whom it was handed. */
  function failHandingSoon() {
    cancelEnd();
    cancelEnd = clock.after(handingWaitMs, () => {
      tap.tell({ type: 'transferFailed' });
      finish({ type: 'ended', reason: 'HANGUP', by: 'system' });
    });
  }

  function tellHeld(value: boolean) {
    if (held === value) return;
    held = value;
    tap.tell({ type: 'held', held: value });
  }

  function answer() {
    if (answered) return;
    answered = true;
    audio.stopLooking();
    tap.tell({ type: 'answered' });
    if (connected) tap.tell({ type: 'connected' });
  }

  /** Our audio is up before the other side answers; until then it flows one way at most. */
  function tellOfAudio(fact: EngineFact) {
    if (fact.type === 'connected') connected = true;
    if (fact.type !== 'connected' || answered) tap.tell(fact);
  }

  const known = () => knownId(id);

  const sendEnd = (callId: string) => endSurely(callId, { server, clock, log });

  function endedByFarSide(reason: Ended['reason']): Ended {
    const unanswered = incoming ? !claimed : !answered;
    return { type: 'ended', reason: unanswered && reason === 'HANGUP' ? 'CANCELLED' : reason, by: 'remote' };
  }

  function openTransfer(request: TransferRequest, callId: string, running?: OngoingTransfer): WarmTransfer {
    transfer = startWarmTransfer({
      request,
      callId,
      sessionId: facts.sessionId,
      before: running === undefined ? (row?.transfer?.id ?? null) : null,
      ...(running === undefined ? {} : { running }),
      server,
      clock,
      log,
      inOrder,
      main: call,
      isMainOver: () => tap.isEnded,
    });
    return transfer;
  }

  function joinTransfer(running: OngoingTransfer): RunningTransfer {
    const { number, sessionId } = running;
    const warm = openTransfer({ number: number ?? '', sessionId, ownNumber: null }, known(), running);
    return { ...warm, ...joinedLate(running) };
  }

  function readTransfer({ state, transfer: now }: OngoingCall) {
    // Another program began it, or a typed code: it has to be on the screen, or hanging up would surprise.
    const mayJoin = transfer === null && handing === 'no' && state === 'talking';
    if (mayJoin && isRunning(now) && !knownTransfers.has(now.id)) {
      tap.tell({ type: 'transferBegan', transfer: joinTransfer(now) });
    }
    if (transfer === null) return;
    if (now !== null) knownTransfers.add(now.id);
    transfer.read(now);
    if (transfer.isOver()) transfer = null;
  }

  const call: ClassicCall = {
    ...facts,
    get callId() {
      return id;
    },
    get isOurs() {
      return claimed;
    },

    listen: (listener) => tap.listen(listener),

    begin(callId, stream) {
      id = callId;
      if (stream === null) return;
      audio.connect(callId, stream).then(
        () => {
          if (!answered) audio.lookForEarlyMedia();
        },
        (cause: unknown) => {
          if (tap.isEnded) return;
          log('error', 'no audio', { callId, cause: String(cause) });
          sendEnd(callId);
          finish({ type: 'ended', reason: 'TERMINATED', by: 'system' });
        },
      );
    },

    async resume() {
      claimed = true;
      const stream = await parts.openMicrophone();
      await audio.connect(known(), stream);
      answer();
    },

    resumeTransfer: (running) => joinTransfer(running),
    play: (sound) => tap.tell(sound),

    async accept() {
      const stream = await parts.openMicrophone();
      if (tap.isEnded) return closeMicrophone(stream);
      if ((await orders.claim(stream)) === 'elsewhere') {
        finish({ type: 'ended', reason: 'ACCEPTED_ELSEWHERE', by: 'remote' });
        return;
      }
      claimed = true;
      try {
        await audio.connect(known(), stream);
      } catch (cause) {
        if (tap.isEnded) return;
        throw cause instanceof CallError ? cause : new CallError('CALL_ACCEPTING_ERROR', cause);
      }
      if (!tap.isEnded) answer();
    },

    refuse(how) {
      if (tap.isEnded) return;
      const callId = known();
      if (claimed) sendEnd(callId);
      else rejectSurely(callId, how === 'declined' ? 'declined' : 'busy', { server, clock, log });
      finish({ type: 'ended', reason: how === 'declined' ? 'DECLINED' : 'BUSY_HERE', by: 'user' });
    },

    hangUp() {
      if (tap.isEnded || handing === 'over') return;
      if (id !== null) sendEnd(id);
      if (transfer?.hasBegun()) {
        handing = 'over';
        audio.close('end');
        return;
      }
      finish({ type: 'ended', reason: 'HANGUP', by: 'user' });
    },

    openMicrophone: (open) => audio.openMicrophone(open),

    async hold(value) {
      await orders.hold(value);
      // The row tells as well, but a hold that is taken back at once may never be seen there.
      tellHeld(value);
    },

    record: (on) => orders.record(on),
    recordingCode: '*6',
    sendTones: (tones) => orders.sendTones(tones),

    async startTransfer(request): Promise<EngineTransfer> {
      const warm = openTransfer(request, known());
      try {
        await warm.started;
      } catch (cause) {
        if (transfer === warm) transfer = null;
        throw new CallError('DIAL_FAILED', cause);
      }
      return warm;
    },

    async transferTo(number) {
      const before = handing;
      handing = 'asked';
      try {
        await inOrder(() => server.transfer(known(), number));
        handing = 'blind';
      } catch (cause) {
        handing = before;
        throw transferError(cause);
      }
      tap.tell({ type: 'transferring' });
    },

    hear({ name, payload }) {
      if (tap.isEnded) return;
      switch (name) {
        case 'ringing':
          if (!incoming && !answered) tap.tell({ type: 'remoteRings' });
          return;
        case 'accepted':
          if (!incoming) answer();
          else if (!claimed && payload.clientId !== clientId) {
            finish({ type: 'ended', reason: 'ACCEPTED_ELSEWHERE', by: 'remote' });
          }
          return;
        case 'transferring':
          // A second line is told like this, too, whoever began it; the row says more about it.
          if (handing !== 'no' || transfer !== null || payload.transferId != null) return;
          handing = 'blind';
          tap.tell({ type: 'transferring' });
          return;
        case 'transferred':
        case 'transfer-failed':
          // TARGET that does not answer is told as well, but INITIAL goes on then.
          // What comes of an order that is on its way its reply tells.
          if (handing === 'no' || handing === 'asked') return;
          tap.tell({ type: name === 'transferred' ? 'transferred' : 'transferFailed' });
          finish({ type: 'ended', reason: 'HANGUP', by: 'system' });
          return;
        case 'remote-hangup':
          if (handing === 'no') finish(endedByFarSide('HANGUP'));
          return;
        case 'terminated':
          if (handing === 'no') finish(endedByFarSide(payload.reason));
          return;
        case 'error':
          log('error', payload.code, { callId: id });
          if (!answered) finish({ type: 'ended', reason: 'TERMINATED', by: 'system' });
          return;
        default:
      }
    },

    read(rows) {
      const mine = rows.find((each) => each.id === facts.sessionId);
      if (tap.isEnded) return;
      if (transfer !== null && handing === 'no' && transfer.ownRow(rows) !== null) return leaveTo(transfer, rows);
      // A row of the same session from before: this call is younger.
      if (mine?.state === 'ended' && row === null && clock.now() - bornAt < unknownAfterMs) return;
      if (mine === undefined) {
        const isUnknown = row !== null || clock.now() - bornAt > unknownAfterMs;
        if (isUnknown && id !== null) finishSoon(endedByFarSide('HANGUP'));
        return;
      }
      cancelEnd();
      // INITIAL left, and the row of TARGET is about to become the user's own: that is no hand-over.
      if (mine.state === 'ended' && transfer !== null && handing === 'no') {
        finishSoon(endedByFarSide('HANGUP'));
        return;
      }
      const before = row;
      row = mine;
      for (const fact of ongoingFacts(before, mine)) {
        if (fact.type === 'held') tellHeld(fact.held);
        else tap.tell(fact);
      }
      // An ended row has no transfer any more, but TARGET may have a row of its own.
      if (mine.state !== 'ended') readTransfer(mine);
      if (mine.transferredTo !== null) {
        finish({ type: 'ended', reason: 'HANGUP', by: 'system' });
        return;
      }
      if (mine.state === 'talking') {
        if (!incoming) answer();
        else if (!claimed) finishSoon({ type: 'ended', reason: 'ACCEPTED_ELSEWHERE', by: 'remote' });
      }
      if (mine.state !== 'ended') return;
      if (handing === 'no') finishSoon(endedByFarSide('HANGUP'));
      else failHandingSoon();
    },

    networkBack: () => audio.networkBack(),

    leave() {
      audio.close('leave');
      if (answered) tap.tell({ type: 'continuedElsewhere' });
      finish({ type: 'ended', reason: 'TERMINATED', by: 'system' }, 'leave');
    },
  };
  return call;
}

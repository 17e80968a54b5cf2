import type { Remote } from '@sidetone/contract/entities/remote.ts';
import { withheldSenders } from '@sidetone/contract/entities/sender.ts';
import type { CallStartingPoint } from '@sidetone/contract/rules/defaults.ts';
import { docIdOf } from '@sidetone/contract/rules/doc-id.ts';
import { type Call, newCall } from '../core/call.ts';
import { addCall, admitOutgoing, liveCalls } from '../core/call-list.ts';
import { checkDialled } from '../core/dial-rules.ts';
import type { EngineCall } from '../engine/call-engine.ts';
import { CallError } from '../engine/call-error.ts';
import type { BeginningCalls } from './beginning-calls.ts';
import type { Parts } from './parts.ts';
import type { Stage } from './stage.ts';
import type { Transfers } from './transfers/transfers.ts';

export interface DialOrder {
  /** As typed, pasted or stored. */
  readonly number: string;
  readonly channelId: string | null;
  /** The person who is called, where they are known already. */
  readonly remote?: Remote | null;
  /** The sender of this call alone; missing or null for the one of the channel. */
  readonly sender?: CallSender | null;
  /**
   * The generation that it is meant for, as its sender is: a phone or a number. Left out where it does not matter.
   * SAPI-058
   */
  readonly hasNeoPbx?: boolean;
  /** Where the user started it from. */
  readonly startingPoint?: CallStartingPoint;
}

/** What was chosen for one call. */
interface CallSender {
  /** In E.164, or `anonymous` or `suppressed`; null for the phone's own. */
  readonly phoneNumber: string | null;
  /** Of the classic generation: the phone that the call leaves by. */
  readonly phoneId: string | null;
}

interface DialSteps {
  begin: BeginningCalls['begin'];
  hangUp(id: string): void;
  lookUpRemote(call: Call): void;
  hear(id: string, engineCall: EngineCall): void;
}

interface Dialling {
  readonly parts: Parts;
  readonly stage: Stage;
  readonly transfers: Transfers;
  readonly steps: DialSteps;
}

/** Starts calls: alone, or beside an established one as the second line of a warm transfer. */
export function createDialling(parts: Parts, stage: Stage, transfers: Transfers, steps: DialSteps) {
  const dialling: Dialling = { parts, stage, transfers, steps };

  /** Throws `CallError` when the call cannot be started. */
  return async function dial(order: DialOrder): Promise<void> {
    const { dialled, admission } = check(dialling, order);
    const running = liveCalls(stage.store.getState().calls);
    if (admission === 'endOthersAndDial') for (const { id } of running) steps.hangUp(id);
    const call = born(parts, order, dialled);
    parts.log('info', 'dialling', { sessionId: call.id, from: order.startingPoint ?? null });
    const [initial] = running;
    try {
      if (admission === 'transfer' && initial !== undefined) await beside(dialling, initial.id, call);
      else await alone(dialling, call, order.sender ?? null);
    } catch (error) {
      await failed(dialling, call, error);
    }
  };
}

/** Checks everything that may forbid a call before it is shown. Returns how it goes out. */
function check({ parts, stage }: Dialling, order: DialOrder) {
  const { surroundings } = parts;
  const { dialled, emergency } = checkOrder(order, surroundings);
  const { calls, line } = stage.store.getState();
  const admission = admitOutgoing(calls, emergency);
  if (admission === 'ALREADY_IN_CALL') {
    throw new CallError(admission, new Error('New call cannot be started while another call is ringing'));
  }
  if (admission === 'MAX_CALLS_REACHED') throw new CallError(admission);
  const isUp = line.status === 'REGISTERED';
  if (!isUp && line.noPhone && surroundings.isOnline()) throw new CallError('PHONE_NOT_FOUND');
  // Specification 4: online is browser, websocket and line together. For help the line alone is enough.
  if (!isUp || !(surroundings.isOnline() || emergency)) throw new CallError('OFFLINE');
  if (!emergency && admission === 'dial') {
    const missing = surroundings.missingDevice();
    if (missing !== null) throw new CallError(missing);
  }
  return { dialled, admission };
}

function born(parts: Parts, { channelId, remote = null, sender = null }: DialOrder, dialled: string): Call {
  const { surroundings, clock } = parts;
  const channel = surroundings.channel(channelId);
  const id = parts.newSessionId();
  return newCall({
    id,
    docId: docIdOf(id, dialled),
    direction: 'OUTGOING',
    number: dialled,
    remote,
    channelId,
    channelName: channel?.name ?? null,
    ownNumber: shownNumber(sender) ?? channel?.number ?? null,
    startedAt: clock.now(),
    closesAtOnce: channel?.closesAtOnce ?? false,
  });
}

async function alone({ stage, steps }: Dialling, call: Call, sender: CallSender | null) {
  const { id, channelId } = call;
  // The server reads the channel's own number as no choice, and a number without its plus as a choice.
  const ownNumber = sender?.phoneNumber?.replace(/^\+/, '') ?? call.ownNumber;
  const phoneId = sender?.phoneId ?? null;
  stage.setCalls(addCall(stage.store.getState().calls, call));
  // Before it rings: the microphone opens only after the user has allowed it, which may take long.
  steps.lookUpRemote(call);
  const engineCall = await steps.begin({ number: call.number ?? '', sessionId: id, channelId, ownNumber, phoneId });
  // The user may have hung up while the microphone was still being opened.
  if (engineCall === null) return;
  stage.engineCalls.set(id, engineCall);
  stage.go(id, 'Ringing');
  steps.hear(id, engineCall);
}

async function beside({ stage, transfers, steps }: Dialling, initialId: string, call: Call) {
  const { id } = call;
  const started = transfers.start(initialId, call);
  steps.lookUpRemote(call);
  const { line, abort } = await started;
  // The user may have given it up in the meantime.
  if (stage.call(id)?.state !== 'Initial') {
    await abort();
    return;
  }
  stage.engineCalls.set(id, line);
  // It is heard through the connection of the first call.
  stage.connected.add(id);
  stage.go(id, 'Ringing');
  steps.hear(id, line);
}

/** Ends a call that could not be started, and notes it. Throws the error for the user, unless they gave the call up. */
async function failed({ parts, stage }: Dialling, { id, channelId, number, ownNumber }: Call, error: unknown) {
  const { surroundings, log } = parts;
  const call = stage.call(id);
  const isGivenUp = call?.endedBy === 'user';
  const problem = error instanceof CallError ? error : new CallError('DIAL_FAILED', error);
  if (call !== null) {
    if (!isGivenUp) stage.change(id, { endedBy: 'system', reason: 'TERMINATED' });
    if (call.state === 'Initial') stage.go(id, 'Terminating');
    if (stage.call(id)?.state === 'Terminating') stage.go(id, 'Terminated');
  }
  if (isGivenUp) return;
  log('error', `dial failed: ${problem.code}`, { sessionId: id, cause: String(problem.cause) });
  const attempt = { channelId, target: number ?? '', sender: ownNumber, sessionId: id, problem: problem.code };
  await surroundings.addFailedDial(attempt).catch((cause: unknown) => {
    log('warn', 'failed dial not noted', { sessionId: id, cause: String(cause) });
  });
  throw problem;
}

/** The number of the chosen sender for the dock; null where a name or nothing is sent instead. */
function shownNumber(sender: CallSender | null): string | null {
  const number = sender?.phoneNumber ?? null;
  return number === null || (withheldSenders as readonly string[]).includes(number) ? null : number;
}

/** Checks the order itself: its number, and the generation that it was meant for. */
function checkOrder({ number, hasNeoPbx }: DialOrder, surroundings: Parts['surroundings']) {
  const checked = checkDialled(number, surroundings.ground());
  if ('problem' in checked) throw new CallError(checked.problem);
  const isMeantForHere = hasNeoPbx === undefined || hasNeoPbx === surroundings.hasNeoPbx();
  if (!isMeantForHere && !checked.emergency) throw new CallError('INVALID_STATE_ERROR');
  return checked;
}

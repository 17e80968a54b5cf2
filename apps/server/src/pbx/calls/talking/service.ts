import { ledTo, type MenuChoice } from '../../routing/route-plan.ts';
import { isAnswerWritten, isOpened } from '../booking.ts';
import type { Choosing, Service, Serving } from '../call.ts';
import { endCall } from '../endings/end-call.ts';
import { afterOffer, hasAudio, isConnected } from '../leg-media.ts';
import { become, kept, openCallerMedia, type Turn } from '../turn.ts';
import { hear } from '../waiting.ts';
import { startEchoTone } from './echo-test.ts';

/** The exchange itself answers a caller whom nobody took yet, or speaks to one who is on the line already. */
export function beginService(turn: Turn<Choosing>, service: Service): void {
  const { plan, returnTo, speaking } = turn.call;
  const served = become<Serving>(turn, {
    ...kept(turn.call),
    state: 'serving',
    plan,
    returnTo,
    speaking,
    service,
    isServed: false,
    taken: 'not',
  });
  const { call } = served;
  const { caller } = call;
  if (caller.state === 'talking') {
    if (isDialled(call)) serveAnswered(served);
    else serveCaller(served);
    return;
  }
  // Nothing was offered early yet, so the caller is answered as anybody else.
  if (caller.early === 'wanted' && caller.media === 'none') delete caller.early;
  if (hasAudio(caller.media)) {
    caller.state = 'answering';
    answerForService(served);
  } else openCallerMedia(served, call.codecs);
}

/** A caller who came from another call to a code that was dialled for them was answered long ago. */
export function serveAnswered(turn: Turn<Serving>): void {
  const { call, orders } = turn;
  const { caller } = call;
  if (!isDialled(call) || call.taken !== 'not' || caller.state !== 'talking') return;
  call.taken = 'taken';
  orders.push({ do: 'bookEstablished', legId: caller.legId, userId: caller.userId });
  orders.push({ do: 'announceEstablished' });
  serveCaller(turn);
}

/** Another caller is served from now on, from the beginning. */
export function serveInstead(turn: Turn<Serving>): void {
  turn.call.isServed = false;
  turn.call.caller.alerted = false;
  serveCaller(turn);
}

/** One who is on the line already. */
function serveCaller(turn: Turn<Serving>): void {
  const { caller } = turn.call;
  if (!caller.virtual) hear(turn, caller, 'nothing');
  startService(turn);
}

const dialledKinds: ReadonlySet<string> = new Set([
  'greeting',
  'lastCaller',
  'messages',
  'night',
  'page',
  'pause',
  'room',
  'sayAnnouncement',
  'supervise',
  'switch',
]);

/** A code that was dialled is a call that is taken, and so is one to a conference room. */
const isDialled = ({ service }: Serving): boolean => service === 'echo' || dialledKinds.has(service.kind);

/**
 * 200 to the caller. A code that was dialled is a call that was taken, which the book knows before; what answers in the
 * place of members is taken by nobody, so the book learns nothing of it.
 */
export function answerForService({ call, orders }: Turn<Serving>): void {
  const { caller } = call;
  if (caller.state !== 'answering' || caller.sdp === null || !isOpened(call.booking)) return;
  const wasDialled = isDialled(call);
  if (wasDialled && !isAnswerWritten(call.booking)) {
    if (call.taken !== 'not') return;
    call.taken = 'booking';
    orders.push({ do: 'bookEstablished', legId: caller.legId, userId: caller.userId });
    return;
  }
  caller.state = 'answered';
  if (wasDialled) call.taken = 'taken';
  if (caller.offer === null && !caller.early) caller.media = afterOffer(caller.media);
  orders.push({ do: 'leg', order: { do: 'answer', legId: caller.legId, sdp: caller.early ? '' : caller.sdp } });
  if (wasDialled) orders.push({ do: 'announceEstablished' });
}

/** As soon as the caller can hear: a sound played into a handshake would be lost. */
export function startService(turn: Turn<Serving>): void {
  const { service, caller, isServed } = turn.call;
  if (service === 'echo') startEchoTone(turn);
  else if (caller.state === 'talking' && !isServed) {
    if (caller.mediaKind === 'rtp' || isConnected(caller.media)) serve(turn);
  }
}

function serve({ call, orders }: Turn<Serving>): void {
  if (call.service === 'echo') return;
  call.isServed = true;
  orders.push({ do: 'serve', legId: call.caller.legId, service: call.service });
}

/** A key that the caller pressed. */
export function serviceKey({ call, orders }: Turn<Serving>, legId: string, digit: string): void {
  if (call.isServed && legId === call.caller.legId) orders.push({ do: 'serviceKey', legId, digit });
}

/** True when the call was over with its service; else it continues with what is left to try, unless that `isFinal`. */
export function serviceOver(
  turn: Turn<Serving>,
  { isFinal = false, choice }: { readonly isFinal?: boolean; readonly choice?: MenuChoice },
): boolean {
  const { call } = turn;
  if (!call.isServed) return true;
  call.isServed = false;
  if (choice) followChoice(turn, choice);
  if (call.plan !== null && call.taken !== 'taken' && !isFinal) return false;
  endCall(turn, call.taken === 'taken' ? 'HANGUP' : 'TEMPORARILY_UNAVAILABLE');
  return true;
}

/** The call goes on where a voice menu leads it, and its event, with those of later stages, says what was pressed. */
function followChoice({ call, orders }: Turn<Serving>, choice: MenuChoice): void {
  const { path } = choice;
  call.plan = ledTo(call.plan, choice);
  const came = call.events.findLast(({ direction }) => direction === 'INCOMING');
  if (!came || path === '') return;
  const menuPath = came.menuPath === undefined ? path : `${came.menuPath}, ${path}`;
  call.events = call.events.map((event) => (event === came ? { ...came, menuPath } : event));
  const { channelId, docId } = came;
  orders.push({ do: 'bookMenu', event: { channelId, docId }, path: menuPath });
}

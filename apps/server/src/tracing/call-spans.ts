import { sessionIdOf } from '@sidetone/contract/rules/doc-id.ts';
import { type CallSteps, type InviteTimes, preciseNow } from '../pbx/call-steps.ts';
import type { Call } from '../pbx/calls/call.ts';
import type { CallFact, CallOrder } from '../pbx/calls/call-facts.ts';
import { type CallSpan, traceIdOf } from './call-span.ts';
import { type CallTrace, openTrace } from './call-trace.ts';

interface CallSpans extends CallSteps {
  /** The end of the call is in the inboxes. */
  ended(callId: string, reason: string): void;
  /** The call with this inbox event is documented. */
  documented(docId: string): void;
}

/** More INVITEs than this do not wait for an answer at the same time, nor do more calls run; the oldest are no longer traced. */
const mostWaiting = 2_000;
const mostRunning = 20_000;
/** Calls that are over are kept for what may still come: late answers of devices, and their documentation. */
const mostOver = 2_000;

interface Arriving {
  readonly times: InviteTimes | undefined;
  readonly routingAt: number;
  readonly from: string;
}

/** Makes spans of what calls come through: one trace for each call, from its INVITE to the inbox and its documentation. */
export function callSpans(emit: (span: CallSpan) => void, now: () => number = preciseNow): CallSpans {
  const running = new Map<string, CallTrace>();
  const over = new Map<string, CallTrace>();

  const traceOf = (call: Call): CallTrace | undefined => {
    const known = running.get(call.callId) ?? over.get(call.callId);
    if (known) return known;
    const made = openTrace({ call, begin: now(), attributes: {}, emit, now });
    keep(running, call.callId, made, mostRunning);
    return made;
  };

  return {
    ...arrivals({ emit, now, running }),
    stepped(call, fact, orders) {
      const trace = traceOf(call);
      if (!trace) return;
      hearFact(trace, fact);
      for (const order of orders) hearOrder(trace, call, order);
      if (call.state === 'talking' && trace.end('answer')) trace.begin('talk', 'call.talk');
      if (call.state !== 'over') return;
      for (const key of ['ring', 'answer', 'talk', 'stage', 'service']) trace.end(key);
    },
    ended(callId, reason) {
      const trace = running.get(callId);
      if (!trace) return;
      trace.end('write ended');
      trace.end('end');
      trace.close({ 'sidetone.end': reason });
      running.delete(callId);
      keep(over, callId, trace, mostOver);
    },
    documented(docId) {
      const sessionId = sessionIdOf(docId);
      const trace = [...over.values()].find((each) => each.sessionId === sessionId);
      if (sessionId === null) return;
      const end = now();
      const about = trace ?? { traceId: traceIdOf(sessionId), rootId: null, closedAt: end };
      emit({
        traceId: about.traceId,
        spanId: null,
        parentId: about.rootId,
        name: 'call.documentation',
        begin: about.closedAt ?? end,
        end,
        attributes: {},
        isFailed: false,
      });
    },
  };
}

interface Ground {
  readonly emit: (span: CallSpan) => void;
  readonly now: () => number;
  readonly running: Map<string, CallTrace>;
}

/** INVITEs until they are calls, or refused. */
function arrivals({ emit, now, running }: Ground): Pick<CallSpans, 'proved' | 'routing' | 'routed'> {
  const proved = new Map<string, InviteTimes>();
  const arriving = new Map<string, Arriving>();
  return {
    proved: (sipCallId, times) => keep(proved, sipCallId, times, mostWaiting),
    routing({ legId, sipCallId, from }) {
      keep(arriving, legId, { times: proved.get(sipCallId), routingAt: now(), from: from.kind }, mostWaiting);
      proved.delete(sipCallId);
    },
    routed(legId, outcome) {
      const arrived = arriving.get(legId);
      arriving.delete(legId);
      if (!arrived) return;
      const begin = arrived.times?.receivedAt ?? arrived.routingAt;
      const attributes = { 'sidetone.caller': arrived.from };
      if ('call' in outcome) {
        const { call } = outcome;
        const trace = openTrace({ call, begin, attributes, emit, now });
        keep(running, call.callId, trace, mostRunning);
        tellArrival(trace, arrived, now());
        return;
      }
      const { status, code } = outcome;
      const call = { callId: `refused ${legId}`, sessionId: `refused ${legId}` };
      const trace = openTrace({ call, begin, attributes, emit, now });
      tellArrival(trace, arrived, now());
      trace.close({ 'sip.status': status, 'sidetone.refused': code }, status >= 500);
    },
  };
}

/** Keeps at most so many: the oldest go. */
function keep<T>(map: Map<string, T>, key: string, value: T, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}

function tellArrival(trace: CallTrace, { times, routingAt }: Arriving, routedAt: number): void {
  if (times) {
    const { receivedAt, provedAt } = times;
    trace.tell('call.invite', receivedAt, routingAt);
    trace.tell('call.proof', receivedAt, provedAt);
  }
  trace.tell('call.routing', routingAt, routedAt);
}

/** What facts bring to an end. */
function hearFact(trace: CallTrace, fact: CallFact): void {
  switch (fact.type) {
    case 'openedBooked':
    case 'openedNotBooked':
      return void trace.end('write opened', { 'sidetone.durable': fact.type === 'openedBooked' });
    case 'establishedSettled':
      return void trace.end('write established');
    case 'mediaOpened':
      return void trace.end(`offer ${fact.legId}`);
    case 'mediaRefused':
      for (const what of ['offer', 'agree'])
        trace.end(`${what} ${fact.legId}`, { 'sidetone.problem': fact.code }, true);
      return;
    case 'mediaAgreed':
      return void trace.end(`agree ${fact.legId}`, { 'sidetone.codec': fact.codec });
    case 'answered':
      trace.end('ring');
      if (trace.end(`fork ${fact.legId}`, { 'sip.status': 200 })) trace.begin('answer', 'call.answer');
      return;
    case 'refused':
      return void trace.end(`fork ${fact.legId}`, { 'sip.status': fact.status });
    case 'unreachable':
      return void trace.end(`fork ${fact.legId}`, { 'sidetone.problem': 'UNREACHABLE' }, true);
    case 'stageChosen':
      return void trace.end('stage', { 'sidetone.stage': fact.stage.do });
    case 'serviceOver':
      return void trace.end('service');
  }
}

type Begun = readonly [key: string, name: string, attributes?: CallSpan['attributes']];
type Beginnings = {
  readonly [Kind in CallOrder['do']]?: (order: Extract<CallOrder, { do: Kind }>, call: Call) => Begun;
};

/** What orders begin. */
const beginnings: Beginnings = {
  openMedia: ({ legId }, call) => [`offer ${legId}`, 'call.media.offer', { 'sidetone.side': sideOf(call, legId) }],
  acceptAnswer: ({ legId }, call) => [`agree ${legId}`, 'call.media.answer', { 'sidetone.side': sideOf(call, legId) }],
  announceRinging: () => ['ring', 'call.ring'],
  nextStage: () => ['stage', 'call.routing.next'],
  serve: ({ service }) => ['service', 'call.service', { 'sidetone.service': service.kind }],
  bookOpened: () => ['write opened', 'inbox.write', { 'sidetone.what': 'opened' }],
  bookEstablished: () => ['write established', 'inbox.write', { 'sidetone.what': 'established' }],
  bookEnded: () => ['write ended', 'inbox.write', { 'sidetone.what': 'ended' }],
};

function hearOrder(trace: CallTrace, call: Call, order: CallOrder): void {
  if (order.do === 'leg' && order.order.do === 'invite') {
    trace.begin(`fork ${order.order.legId}`, 'call.fork', { 'sidetone.target': order.order.target.kind });
  }
  if (order.do === 'bookEnded') trace.begin('end', 'call.end', { 'sidetone.end': order.reason });
  const begun = (beginnings[order.do] as ((order: CallOrder, call: Call) => Begun) | undefined)?.(order, call);
  if (begun) trace.begin(...begun);
}

const sideOf = (call: Call, legId: string): string => (call.caller.legId === legId ? 'caller' : 'callee');

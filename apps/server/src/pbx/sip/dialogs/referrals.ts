import { acceptOrder, type Dialog, requestInside } from '@sidetone/sip/dialogs/dialog.ts';
import { readReferTo } from '@sidetone/sip/grammar/refer-to.ts';
import { cseqOf } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { LegOrder } from '../../calls/legs.ts';
import type { Flow } from '../wires/flow.ts';
import { capabilities, type Leg, type LegGround, type LegRoute } from './leg.ts';

type ReferOrder = Extract<LegOrder, { do: 'acceptRefer' | 'refuseRefer' | 'notifyRefer' }>;

/** What the far side asks to be called or joined (REFER inside the dialog, RFC 3515), and what it hears of it. */
export interface Referrals {
  receive(transaction: ServerTransaction<Flow>): void;
  order(order: ReferOrder): void;
  /** Sends immediately what waits behind an unanswered NOTIFY; the dialog is about to end. */
  flush(): void;
  stop(): void;
}

interface Referral {
  readonly id: string;
  readonly transaction: ServerTransaction<Flow>;
  /** RFC 4488: the far side wants no NOTIFY. */
  readonly silent: boolean;
  state: 'asked' | 'running' | 'over';
  /** Status lines that were not sent yet. */
  readonly waiting: string[];
  sending: boolean;
  cancelGuard: () => void;
}

/** A REFER without an answer would end its dialog at the phone (RFC 3261 §12.2.1.2), so one always comes. */
const answerWithinMs = 10_000;
/** RFC 3515 §2.4.4: how long the implicit subscription is promised to live. */
const promisedSeconds = 180;
/** That are asked or told of in one dialog at a time. */
const mostReferrals = 5;

interface Parts {
  readonly ground: LegGround;
  readonly leg: Leg;
  readonly dialog: Dialog;
  readonly route: LegRoute;
}

/** The referrals of one dialog that are not over, by their ids. */
interface Desk extends Parts {
  readonly referrals: Map<string, Referral>;
}

export function openReferrals(parts: Parts): Referrals {
  const desk: Desk = { ...parts, referrals: new Map() };
  const { referrals } = desk;
  return {
    receive: (transaction) => receive(desk, transaction),
    order(order) {
      const referral = referrals.get(order.referId);
      if (!referral) return;
      if (order.do === 'refuseRefer') return refuse(desk, referral, order.status);
      if (order.do === 'notifyRefer') return tell(desk, referral, order.status, order.phrase);
      if (referral.state !== 'asked') return;
      accept(referral);
      tell(desk, referral, 100, 'Trying');
    },
    flush() {
      for (const referral of [...referrals.values()]) {
        refuse(desk, referral, 603);
        while (referral.waiting.length > 0 && desk.route.current()) notify(desk, referral);
      }
    },
    stop() {
      for (const referral of referrals.values()) {
        referral.cancelGuard();
        referral.waiting.length = 0;
      }
      referrals.clear();
    },
  };
}

function receive(desk: Desk, transaction: ServerTransaction<Flow>) {
  const { ground, leg, dialog, referrals } = desk;
  const { request } = transaction;
  if (!acceptOrder(dialog, request)) return transaction.reply(500, { phrase: 'CSeq Out Of Order' });
  const read = readReferTo(request.headers.lines('Refer-To'));
  if (read.kind !== 'target') return transaction.reply(read.kind);
  const { method, user, replaces } = read.target;
  if (method !== 'INVITE') return transaction.reply(501);
  if ((user === undefined && !replaces) || /\p{Cc}/u.test(user ?? '') || (user ?? '').length > 200) {
    return transaction.reply(404);
  }
  // RFC 3261 §21.5.4: a phone that means it comes again.
  if (referrals.size >= mostReferrals) return transaction.reply(503, { headers: [['Retry-After', '10']] });
  const referral = begin(desk, transaction);
  const joined = replaces && ground.legOf(replaces);
  if (replaces && (!joined || joined === leg || joined.owner.userId !== leg.owner.userId)) {
    // Refused as its own INVITE with Replaces would be (RFC 3891 §3). A 481 to the REFER itself would end this call.
    accept(referral);
    return tell(desk, referral, 481, 'Call/Transaction Does Not Exist');
  }
  ground.emit({
    type: 'referred',
    legId: leg.legId,
    referId: referral.id,
    number: user ?? '',
    ...(joined ? { replacesLegId: joined.legId } : {}),
  });
}

function begin(desk: Desk, transaction: ServerTransaction<Flow>): Referral {
  const { ground, referrals } = desk;
  const id = ground.token();
  const referral: Referral = {
    id,
    transaction,
    silent: /^\s*false\b/i.test(transaction.request.headers.get('Refer-Sub') ?? ''),
    state: 'asked',
    waiting: [],
    sending: false,
    cancelGuard: ground.clock.after(answerWithinMs, () => refuse(desk, referral, 503)),
  };
  referrals.set(id, referral);
  return referral;
}

function accept(referral: Referral) {
  if (referral.state !== 'asked') return;
  referral.cancelGuard();
  referral.state = 'running';
  const refused: [string, string][] = referral.silent ? [['Refer-Sub', 'false']] : [];
  referral.transaction.reply(202, { headers: [...capabilities(referral.transaction.hop), ...refused] });
}

function refuse({ referrals }: Desk, referral: Referral, status: number) {
  if (referral.state !== 'asked') return;
  referral.cancelGuard();
  referral.state = 'over';
  referrals.delete(referral.id);
  referral.transaction.reply(status);
}

function tell(desk: Desk, referral: Referral, status: number, phrase: string) {
  if (referral.state !== 'running') return;
  if (status >= 200) referral.state = 'over';
  if (referral.silent) return void (status >= 200 && desk.referrals.delete(referral.id));
  // A status line must not write lines of its own.
  referral.waiting.push(`SIP/2.0 ${status} ${phrase.replace(/[\r\n]+/g, ' ')}`);
  if (!referral.sending) notify(desk, referral);
}

/** Sends the status line that waits longest. */
function notify(desk: Desk, referral: Referral) {
  const { ground, dialog, route, referrals } = desk;
  const line = referral.waiting.shift();
  if (line === undefined) return;
  const isLast = referral.state === 'over' && referral.waiting.length === 0;
  const flow = route.current();
  if (!flow) return void referrals.delete(referral.id);
  const forget = () => {
    referral.state = 'over';
    referral.waiting.length = 0;
    referrals.delete(referral.id);
  };
  referral.sending = true;
  const request = requestInside(dialog, 'NOTIFY', {
    headers: [
      // RFC 3515 §2.4.6: the number of the REFER tells which one, where there are several.
      ['Event', `refer;id=${cseqOf(referral.transaction.request).number}`],
      ['Subscription-State', isLast ? 'terminated;reason=noresource' : `active;expires=${promisedSeconds}`],
      ...capabilities(flow),
    ],
    body: { type: 'message/sipfrag;version=2.0', text: `${line}\r\n` },
  });
  if (isLast) referrals.delete(referral.id);
  ground.layer.request(request, flow, {
    onResponse({ status }) {
      if (status < 200) return;
      referral.sending = false;
      // RFC 6665 §4.2.2: a subscriber that refuses no longer has the subscription.
      if (status >= 300) forget();
      else notify(desk, referral);
    },
    onFailure: forget,
  });
}

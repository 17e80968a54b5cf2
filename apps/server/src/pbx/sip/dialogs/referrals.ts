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
  /** Sends at once what waits behind an unanswered NOTIFY; the dialog is about to end. */
  flush(): void;
  stop(): void;
}

interface Referral {
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

export function openReferrals(given: {
  readonly ground: LegGround;
  readonly leg: Leg;
  readonly dialog: Dialog;
  readonly route: LegRoute;
}): Referrals {
  const { ground, leg, dialog, route } = given;
  const { legId } = leg;
  const referrals = new Map<string, Referral>();

  const notify = (id: string, referral: Referral) => {
    const line = referral.waiting.shift();
    if (line === undefined) return;
    const isLast = referral.state === 'over' && referral.waiting.length === 0;
    const flow = route.current();
    if (!flow) return referrals.delete(id);
    const forget = () => {
      referral.state = 'over';
      referral.waiting.length = 0;
      referrals.delete(id);
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
    if (isLast) referrals.delete(id);
    ground.layer.request(request, flow, {
      onResponse({ status }) {
        if (status < 200) return;
        referral.sending = false;
        // RFC 6665 §4.2.2: whoever refuses has no such subscription any more.
        if (status >= 300) forget();
        else notify(id, referral);
      },
      onFailure: forget,
    });
  };
  const tell = (id: string, referral: Referral, status: number, phrase: string) => {
    if (referral.state !== 'running') return;
    if (status >= 200) referral.state = 'over';
    if (referral.silent) return void (status >= 200 && referrals.delete(id));
    // A status line must not write lines of its own.
    referral.waiting.push(`SIP/2.0 ${status} ${phrase.replace(/[\r\n]+/g, ' ')}`);
    if (!referral.sending) notify(id, referral);
  };
  const accept = (referral: Referral) => {
    if (referral.state !== 'asked') return;
    referral.cancelGuard();
    referral.state = 'running';
    const refused: [string, string][] = referral.silent ? [['Refer-Sub', 'false']] : [];
    referral.transaction.reply(202, { headers: [...capabilities(referral.transaction.hop), ...refused] });
  };
  const refuse = (id: string, referral: Referral, status: number) => {
    if (referral.state !== 'asked') return;
    referral.cancelGuard();
    referral.state = 'over';
    referrals.delete(id);
    referral.transaction.reply(status);
  };

  return {
    receive(transaction) {
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
      const id = ground.token();
      const silent = /^\s*false\b/i.test(request.headers.get('Refer-Sub') ?? '');
      const referral: Referral = {
        transaction,
        silent,
        state: 'asked',
        waiting: [],
        sending: false,
        cancelGuard: ground.clock.after(answerWithinMs, () => refuse(id, referral, 503)),
      };
      referrals.set(id, referral);
      const joined = replaces && ground.legOf(replaces);
      if (replaces && (!joined || joined === leg || joined.owner.userId !== leg.owner.userId)) {
        // Refused as its own INVITE with Replaces would be (RFC 3891 §3). A 481 to the REFER itself would end this call.
        accept(referral);
        return tell(id, referral, 481, 'Call/Transaction Does Not Exist');
      }
      ground.emit({
        type: 'referred',
        legId,
        referId: id,
        number: user ?? '',
        ...(joined ? { replacesLegId: joined.legId } : {}),
      });
    },
    order(order) {
      const referral = referrals.get(order.referId);
      if (!referral) return;
      if (order.do === 'refuseRefer') return refuse(order.referId, referral, order.status);
      if (order.do === 'notifyRefer') return tell(order.referId, referral, order.status, order.phrase);
      if (referral.state !== 'asked') return;
      accept(referral);
      tell(order.referId, referral, 100, 'Trying');
    },
    flush() {
      for (const [id, referral] of [...referrals]) {
        refuse(id, referral, 603);
        while (referral.waiting.length > 0 && route.current()) notify(id, referral);
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

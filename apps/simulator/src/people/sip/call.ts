import { randomInt } from 'node:crypto';
import {
  acceptOrder,
  ackInside,
  type Dialog,
  dialogKeyOfRequest,
  dialogOfCallee,
  dialogOfCaller,
  keyOfDialog,
  refreshTarget,
  requestInside,
} from '@sidetone/sip/dialogs/dialog.ts';
import { callIdOf, cseqOf, type SipRequest, type SipResponse } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import type { Voice } from '../audio/voice.ts';
import { PersonError } from '../person-error.ts';
import { inviteTo, repeatUntilStopped } from './invite.ts';
import { type Extra, type Line, systemTimers, token } from './line.ts';
import { answering, type Direction, type FarAudio, readFarAudio, writeAudio } from './sdp.ts';

/** Who ended a call and how: the SIP status of an unanswered one, 200 after a talk. */
export interface Ending {
  readonly by: 'me' | 'them';
  readonly status: number;
}

export interface CallListener {
  /** A provisional response to our call: 180 it rings, 183 they let something be heard. */
  onProgress(status: number): void;
  onEstablished(): void;
  /** The other side put us on hold or took us back. */
  onHeld(isHeld: boolean): void;
  /** The other side made another offer in the running call. */
  onOffered(): void;
  /** Said once; the call is forgotten then. */
  onEnded(ending: Ending): void;
}

type Phase = 'calling' | 'rung' | 'talking' | 'ended';
/** RFC 3261 §14.1 wants a wait after a clash of two re-INVITEs; so often it is tried. */
const renegotiations = 4;

/** One call of a person, placed or taken: its dialog, its descriptions and its voice. */
export class Call {
  readonly id: string;
  readonly voice: Voice;
  readonly #line: Line;
  readonly #listener: CallListener;
  readonly #sessionId = randomInt(2 ** 31);
  #version = 0;
  #phase: Phase;
  #direction: Direction = 'sendrecv';
  #far: FarAudio | undefined;
  #dialog: Dialog | undefined;
  /** The INVITE that was taken, until it is answered. */
  #invite: ServerTransaction | undefined;
  #sendAckAgain: (() => void) | undefined;
  #stopRepeating: (() => void) | undefined;
  #giveUp: (() => void) | undefined;
  /** Ends the waiting for an answer without one. */
  #forget: (() => void) | undefined;
  #isHeld = false;
  /** What a 183 of ours said. */
  #earlyAudio: string | undefined;

  private constructor(phase: Phase, id: string, line: Line, voice: Voice, listener: CallListener) {
    this.#phase = phase;
    this.id = id;
    this.#line = line;
    this.voice = voice;
    this.#listener = listener;
  }

  /** Calls a number; `answered` resolves once they talk, and rejects with `REFUSED`, `GIVEN_UP`, `UNREACHABLE`. */
  static place(line: Line, voice: Voice, number: string, listener: CallListener) {
    const call = new Call('calling', `${token()}@${line.host}`, line, voice, listener);
    return { call, answered: call.#place(number) };
  }

  /** Takes a call that comes in and lets it ring; undefined when it is refused for its audio. */
  static take(line: Line, voice: Voice, invite: ServerTransaction, listener: CallListener): Call | undefined {
    const { request } = invite;
    const far = request.body === '' ? undefined : readFarAudio(request.body);
    const dialog = dialogOfCallee(request, invite.localTag);
    if (!dialog || (request.body !== '' && !far)) {
      invite.reply(dialog ? 488 : 400);
      return undefined;
    }
    const call = new Call('rung', callIdOf(request), line, voice, listener);
    call.#invite = invite;
    call.#dialog = dialog;
    call.#far = far;
    invite.reply(180, { headers: [['Contact', line.contact]] });
    return call;
  }

  get phase(): Phase {
    return this.#phase;
  }

  get onHold(): boolean {
    return this.#direction === 'sendonly';
  }

  /** Answers a call that rings. */
  answer(): void {
    const invite = this.#invite;
    if (this.#phase !== 'rung' || !invite) throw new PersonError('NO_CALL', 'nothing rings');
    this.#phase = 'talking';
    this.#invite = undefined;
    this.#replyWithAudio(invite);
    this.#listenAndSpeak();
    this.#listener.onEstablished();
  }

  /** Lets the caller hear us before we answer: 183 with our audio (RFC 3960). */
  speakEarly(): void {
    const invite = this.#invite;
    if (this.#phase !== 'rung' || !invite || !this.#far)
      throw new PersonError('NO_CALL', 'nothing rings with an offer');
    this.#earlyAudio = this.#answerTo(invite);
    invite.reply(183, {
      headers: [['Contact', this.#line.contact]],
      body: { type: 'application/sdp', text: this.#earlyAudio },
    });
    this.#listenAndSpeak();
  }

  /** Refuses a call that rings; without a status, as a person who presses the button for it. */
  decline(given?: number): void {
    if (this.#phase !== 'rung') throw new PersonError('NO_CALL', 'nothing rings');
    const status = given ?? 486;
    // The Reason says that it was the person and not the phone, which may be busy while another of theirs still rings.
    this.#invite?.reply(status, given ? {} : { headers: [['Reason', 'SIP;cause=603;text="Declined"']] });
    this.#end({ by: 'me', status });
  }

  /** Ends the call, whatever it is at; resolves when the exchange knows. */
  async hangUp(): Promise<void> {
    const dialog = this.#dialog;
    if (this.#phase === 'rung') this.decline();
    else if (this.#phase === 'calling') this.#giveUp?.();
    else if (this.#phase === 'talking' && dialog) {
      this.#end({ by: 'me', status: 200 });
      await this.#line.ask((extra) => requestInside(dialog, 'BYE', { headers: extra }));
    }
  }

  /** Forgets the call without a word to anyone: for when the exchange does not answer any more. */
  abandon(): void {
    this.#forget?.();
    this.#end({ by: 'me', status: 408 });
  }

  /** Puts the other side on hold (RFC 6337 §5.3) or takes it back. */
  async hold(onHold: boolean): Promise<void> {
    for (let left = renegotiations; ; left--) {
      const dialog = this.#dialog;
      if (this.#phase !== 'talking' || !dialog) throw new PersonError('NO_CALL', 'there is no talk to hold');
      const response = await this.#offer(dialog, onHold ? 'sendonly' : 'sendrecv');
      if (response.status < 300) return;
      if (response.status !== 491 || left === 1) {
        throw new PersonError('REFUSED', `${response.status} ${response.phrase}`, { status: response.status });
      }
      await new Promise<void>((resolve) => systemTimers.after(randomInt(210, 400) * 10, resolve));
    }
  }

  /** Whether a request belongs to this call. */
  owns(request: SipRequest): boolean {
    return this.#dialog !== undefined && dialogKeyOfRequest(request) === keyOfDialog(this.#dialog);
  }

  /** A request inside the dialog. */
  receive(transaction: ServerTransaction): void {
    const { request } = transaction;
    const dialog = this.#dialog;
    if (!dialog || this.#phase === 'ended') transaction.reply(481);
    else if (!acceptOrder(dialog, request)) transaction.reply(500);
    else if (request.method === 'BYE') {
      transaction.reply(200);
      this.#end({ by: 'them', status: 200 });
    } else if (request.method === 'INVITE') this.#takeOffer(transaction, dialog);
    else if (request.method === 'UPDATE' && request.body === '') {
      refreshTarget(dialog, request);
      transaction.reply(200, { headers: [['Contact', this.#line.contact]] });
    } else if (request.method === 'INFO' || request.method === 'OPTIONS') transaction.reply(200);
    else transaction.reply(405);
  }

  /** The ACK of an answer of ours. */
  receiveAck(request: SipRequest): void {
    this.#stopRepeating?.();
    const far = request.body === '' ? undefined : readFarAudio(request.body);
    if (far) this.#agreeOn(far);
  }

  /** The caller gave up. */
  receiveCancel(transaction: ServerTransaction): void {
    transaction.reply(487);
    if (transaction === this.#invite) this.#end({ by: 'them', status: 487 });
  }

  #place(number: string): Promise<void> {
    const line = this.#line;
    const tag = token();
    let cseq = 0;
    const invite = (extra: Extra): SipRequest => {
      cseq += 1;
      return inviteTo(number, line, { id: this.id, tag, cseq, extra, body: this.#ownAudio('sendrecv') });
    };
    return new Promise((resolve, reject) => {
      let givenUp = false;
      const fail = (error: PersonError, status: number) => {
        this.#end({ by: givenUp ? 'me' : 'them', status });
        reject(error);
      };
      const sent = line.send(invite, {
        onResponse: (response, request) => {
          const { status, phrase } = response;
          if (status < 200) {
            if (status > 100) this.#listener.onProgress(status);
            const far = this.#phase === 'calling' && response.body !== '' ? readFarAudio(response.body) : undefined;
            if (far) this.#agreeOn(far);
          } else if (status < 300) {
            if (this.#dialog) return this.#sendAckAgain?.();
            const failed = this.#answered(request, response, givenUp);
            if (failed) reject(failed);
            else resolve();
          } else {
            const code = givenUp ? 'GIVEN_UP' : status === 401 || status === 407 ? 'WRONG_PASSWORD' : 'REFUSED';
            fail(new PersonError(code, `${status} ${phrase}`, { status }), status);
          }
        },
        onFailure: (cause) => fail(new PersonError(givenUp ? 'GIVEN_UP' : 'UNREACHABLE', cause), 408),
      });
      this.#forget = () => fail(new PersonError('UNREACHABLE', 'the exchange does not answer'), 408);
      this.#giveUp = () => {
        givenUp = true;
        sent.cancel();
      };
    });
  }

  /** Their 200. Gives why there is no talk all the same: we gave up in the meantime, or have no codec in common. */
  #answered(request: SipRequest, response: SipResponse, givenUp: boolean): PersonError | undefined {
    const dialog = dialogOfCaller(request, response);
    this.#dialog = dialog;
    this.#sendAckAgain = this.#line.sendAck(ackInside(dialog, cseqOf(request).number));
    const far = readFarAudio(response.body);
    this.#phase = 'talking';
    if (far && !givenUp) {
      this.#agreeOn(far);
      this.#listener.onEstablished();
      return undefined;
    }
    // They hear a BYE of a call that they just answered; whether it arrives is not what the caller waits for.
    this.hangUp().catch(() => undefined);
    return new PersonError(givenUp ? 'GIVEN_UP' : 'NO_COMMON_CODEC');
  }

  /** Sends a new offer and acknowledges its answer. */
  #offer(dialog: Dialog, direction: Direction): Promise<SipResponse> {
    const text = this.#ownAudio(direction);
    let acknowledge: (() => void) | undefined;
    return new Promise((resolve, reject) => {
      this.#line.send(
        (extra) =>
          requestInside(dialog, 'INVITE', {
            headers: [['Contact', this.#line.contact], ...extra],
            body: { type: 'application/sdp', text },
          }),
        {
          onResponse: (response, request) => {
            if (response.status < 200) return;
            if (response.status < 300) {
              if (acknowledge) return acknowledge();
              refreshTarget(dialog, response);
              acknowledge = this.#line.sendAck(ackInside(dialog, cseqOf(request).number));
              this.#direction = direction;
              const far = readFarAudio(response.body);
              if (far) this.#agreeOn(far);
            }
            resolve(response);
          },
          onFailure: (cause) => reject(new PersonError('UNREACHABLE', cause)),
        },
      );
    });
  }

  #takeOffer(transaction: ServerTransaction, dialog: Dialog): void {
    this.#listener.onOffered();
    const { body } = transaction.request;
    const far = body === '' ? undefined : readFarAudio(body);
    if (body !== '' && !far) transaction.reply(488);
    else {
      refreshTarget(dialog, transaction.request);
      if (far) this.#agreeOn(far);
      this.#replyWithAudio(transaction);
    }
  }

  /** Says 200 with our audio, again and again until the ACK comes (RFC 3261 §13.3.1.4). */
  #replyWithAudio(transaction: ServerTransaction): void {
    // One offer has one answer: the 200 repeats what the 183 said.
    const text = this.#earlyAudio ?? this.#answerTo(transaction);
    this.#earlyAudio = undefined;
    const content = {
      headers: [['Contact', this.#line.contact]] as const,
      body: { type: 'application/sdp', text },
    };
    this.#stopRepeating?.();
    this.#stopRepeating = repeatUntilStopped(
      () => transaction.reply(200, content),
      () => this.hangUp().catch(() => undefined),
    );
  }

  #answerTo({ request }: ServerTransaction): string {
    const offered = request.body === '' ? undefined : this.#far;
    return offered
      ? this.#ownAudio(answering(offered.direction, this.#direction), offered)
      : this.#ownAudio(this.#direction);
  }

  #ownAudio(direction: Direction, answers?: FarAudio): string {
    this.#version += 1;
    const own = { host: this.#line.host, port: this.voice.port, direction };
    return writeAudio(answers ? { ...own, answers } : own, this.#sessionId, this.#version);
  }

  #agreeOn(far: FarAudio): void {
    this.#far = far;
    this.#listenAndSpeak();
    const isHeld = far.direction === 'sendonly' || far.direction === 'inactive';
    if (isHeld === this.#isHeld || this.#phase !== 'talking') return;
    this.#isHeld = isHeld;
    this.#listener.onHeld(isHeld);
  }

  #listenAndSpeak(): void {
    if (!this.#far) return;
    // A phone that holds sends silence and lets nobody be heard.
    const talks = !this.onHold;
    const { direction } = this.#far;
    const speaking = talks && (direction === 'sendrecv' || direction === 'recvonly');
    this.voice.sendTo(this.#far, { speaking, listening: talks });
  }

  #end(ending: Ending): void {
    if (this.#phase === 'ended') return;
    this.#phase = 'ended';
    this.#stopRepeating?.();
    this.#invite = undefined;
    this.voice.close();
    this.#listener.onEnded(ending);
  }
}

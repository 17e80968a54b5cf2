import { EventEmitter, once } from 'node:events';
import { HeaderFields } from '@sidetone/sip/messages/headers.ts';
import type { SipRequest } from '@sidetone/sip/messages/message.ts';
import type { ServerTransaction } from '@sidetone/sip/transactions/server-transaction.ts';
import { type Account, readAccount } from './account.ts';
import { areKeys } from './audio/keys.ts';
import { type Loudness, loudnessOf } from './audio/recording.ts';
import { type Sound, sampleRate, toneSound, wavSound } from './audio/sound.ts';
import { Voice } from './audio/voice.ts';
import { PersonError } from './person-error.ts';
import { Call, type CallListener, type Ending } from './sip/call.ts';
import { asksToAnswer, type Caller, callerOf } from './sip/invite.ts';
import { type Extra, Line, systemTimers, token } from './sip/line.ts';

interface PersonEvents {
  /** Someone calls this person. */
  rung: [caller: Caller];
  /** A provisional response to the person's call: 180 it rings there. */
  progress: [status: number];
  established: [];
  /** The other side pressed a key. */
  key: [key: string];
  /** The other side put this person on hold (true) or took them back. */
  held: [isHeld: boolean];
  /** The other side made another offer in the running call (a re-INVITE), whatever it is about. */
  offered: [];
  ended: [ending: Ending];
  /** The exchange forgot this phone and could not be reached to mend that; it is tried again and again. */
  lost: [error: PersonError];
}

/** How long a registration is asked for, in seconds. */
const registeredFor = 120;

/** A person with a telephone: a real SIP phone over UDP with G.711, one call at a time. */
export class Person extends EventEmitter<PersonEvents> {
  readonly account: Account;
  readonly #line: Line;
  readonly #registration = { callId: token(), tag: token(), cseq: 0 };
  #call: Call | undefined;
  /** The voice of the newest call, kept so that what was heard can be looked at afterwards. */
  #voice: Voice | undefined;
  #sound: Sound | undefined;
  #keys = '';
  #taking = false;
  /** Calls that ask for it are answered by the phone itself; off: it rings for them too. */
  answersItself = true;
  #renewal: (() => void) | undefined;
  #gone = false;

  private constructor(account: Account, line: Line) {
    super();
    this.account = account;
    this.#line = line;
  }

  /**
   * Gives a person their phone, registered. Throws `BAD_ACCOUNT`, `WRONG_PASSWORD`, `UNREACHABLE` or `REFUSED`. Has to
   * be ended by `leaves`.
   */
  static async register(account: Account | string): Promise<Person> {
    const known = typeof account === 'string' ? readAccount(account) : account;
    const line: Line = await Line.open(known, {
      onRequest: (transaction) => person.#receive(transaction),
      onAck: (request) => {
        if (person.#call?.owns(request)) person.#call.receiveAck(request);
      },
      onCancel: (transaction) => (person.#call ? person.#call.receiveCancel(transaction) : transaction.reply(487)),
    });
    const person = new Person(known, line);
    try {
      await person.#register();
    } catch (error) {
      person.#gone = true;
      line.close();
      throw error;
    }
    return person;
  }

  /** Calls a number and waits until someone answers. Throws `IN_A_CALL`, `REFUSED`, `GIVEN_UP`, `UNREACHABLE`… */
  async calls(number: string): Promise<void> {
    if (this.#call || this.#taking) throw new PersonError('IN_A_CALL');
    this.#taking = true;
    const voice = await this.#newVoice().finally(() => {
      this.#taking = false;
    });
    const { call, answered } = Call.place(this.#line, voice, number, this.#listener);
    this.#call = call;
    await answered;
  }

  /** Waits until it rings; throws `NOBODY_RANG` after `limit` ms. */
  async isRung(limit = 10_000): Promise<void> {
    if (this.isRinging) return;
    await once(this, 'rung', { signal: AbortSignal.timeout(limit) }).catch((cause: unknown) => {
      throw new PersonError('NOBODY_RANG', `within ${limit} ms`, { cause });
    });
  }

  /** Answers the call that rings, or the one that comes within `limit` ms. Throws `NOBODY_RANG`. */
  async answers(limit?: number): Promise<void> {
    await this.isRung(limit);
    this.#talk().answer();
  }

  /** Lets the caller hear this person before they answer, as the phone systems of others do with their music. */
  async speaksEarly(): Promise<void> {
    await this.isRung();
    const call = this.#talk();
    call.voice.speaks(this.#sound);
    call.speakEarly();
  }

  /** Refuses the call that rings, or the one that comes within `limit` ms: as a person does, or by a bare status. */
  async declines(status?: number, limit?: number): Promise<void> {
    await this.isRung(limit);
    this.#talk().decline(status);
  }

  /** Says a tone (Hz, on and on), a WAV file (once) or nothing, now or as soon as there is a call. */
  async speaks(what: number | string | undefined): Promise<void> {
    const sound = typeof what === 'string' ? await wavSound(what) : what === undefined ? what : toneSound(what);
    this.#sound = sound;
    this.#call?.voice.speaks(sound);
  }

  /** Presses keys, 100 ms each; resolves when they are sent. Throws `BAD_KEYS`, `NO_CALL` or `NO_KEYS`. */
  async presses(keys: string): Promise<void> {
    if (!areKeys(keys)) throw new PersonError('BAD_KEYS', keys);
    const { phase, voice } = this.#talk();
    if (phase !== 'talking') throw new PersonError('NO_CALL', 'nobody has answered yet');
    if (!voice.takesKeys) throw new PersonError('NO_KEYS');
    await voice.presses(keys);
  }

  /** How loud each frequency is in what arrives in the next 0.8 s. */
  async hears(...frequencies: number[]): Promise<Loudness> {
    const { voice } = this.#talk();
    const before = voice.heard.length;
    const seconds = 0.8;
    await new Promise<void>((resolve) => systemTimers.after(seconds * 1000, resolve));
    // Not all that is new: a break that ends now lies in the recording as silence, although it is past.
    const start = Math.max(before, voice.heard.length - Math.round(seconds * sampleRate));
    return loudnessOf(voice.heard.since(start), seconds, frequencies);
  }

  /** Puts the other side on hold by a re-INVITE. Throws `NO_CALL` or `REFUSED`. */
  holds(): Promise<void> {
    return this.#talk().hold(true);
  }

  /** Takes the other side back. */
  resumes(): Promise<void> {
    return this.#talk().hold(false);
  }

  /** Ends the call, gives it up or declines it; fine without one. */
  async hangsUp(): Promise<void> {
    await this.#call?.hangUp();
  }

  /** Keys that the other side pressed in the newest call. */
  get keys(): string {
    return this.#keys;
  }

  /** What was heard in the newest call: samples between −1 and 1 at 8 kHz. */
  get heard(): Float32Array {
    return this.#voice?.heard.since() ?? new Float32Array(0);
  }

  get inCall(): boolean {
    return this.#call !== undefined;
  }

  get isRinging(): boolean {
    return this.#call?.phase === 'rung';
  }

  static readonly sampleRate = sampleRate;

  /** Hangs up, signs the phone off and closes everything. Never throws: who leaves, leaves. */
  async leaves(): Promise<void> {
    if (this.#gone) return;
    this.#gone = true;
    this.#renewal?.();
    let stop: (() => void) | undefined;
    const patience = new Promise<void>((resolve) => {
      stop = systemTimers.after(2_000, resolve);
    });
    await Promise.race([this.#leaveInPeace(), patience]);
    stop?.();
    this.#call?.abandon();
    this.#line.close();
    this.removeAllListeners();
  }

  /** An exchange that is down hears no goodbye; the registration runs out by itself. */
  async #leaveInPeace(): Promise<void> {
    const ended = this.#call?.phase === 'calling' ? once(this, 'ended') : undefined;
    await this.hangsUp().catch(() => undefined);
    await ended;
    await this.#line.ask((extra) => this.#registerRequest(0, extra)).catch(() => undefined);
  }

  async #register(): Promise<void> {
    const response = await this.#line.ask((extra) => this.#registerRequest(registeredFor, extra));
    const { status, phrase } = response;
    if (status >= 300) {
      const code = status === 401 || status === 403 || status === 407 ? 'WRONG_PASSWORD' : 'REFUSED';
      throw new PersonError(code, `${status} ${phrase}`, { status });
    }
    this.#renewIn((registeredFor * 1000) / 2);
  }

  #renewIn(ms: number): void {
    if (this.#gone) return;
    this.#renewal = systemTimers.after(ms, () => {
      this.#register().catch((error: unknown) => {
        if (this.#gone) return;
        this.emit('lost', error instanceof PersonError ? error : new PersonError('UNREACHABLE', '', { cause: error }));
        this.#renewIn(5_000);
      });
    });
  }

  #registerRequest(seconds: number, extra: Extra): SipRequest {
    const line = this.#line;
    const own = this.#registration;
    own.cseq += 1;
    const headers = new HeaderFields([
      ['Max-Forwards', '70'],
      ['From', `<${line.identity}>;tag=${own.tag}`],
      ['To', `<${line.identity}>`],
      ['Call-ID', own.callId],
      ['CSeq', `${own.cseq} REGISTER`],
      ['Contact', line.contact],
      ['Expires', String(seconds)],
      ['User-Agent', 'Sidetone simulator'],
      ...extra,
    ]);
    return { kind: 'request', method: 'REGISTER', uri: `sip:${line.domain}`, headers, body: '' };
  }

  #receive(transaction: ServerTransaction): void {
    const { request } = transaction;
    if (this.#call?.owns(request)) this.#call.receive(transaction);
    else if (/;tag=/.test(request.headers.get('To') ?? '')) transaction.reply(481);
    else if (request.method === 'INVITE') this.#isCalled(transaction).catch(() => transaction.reply(500));
    else if (request.method === 'OPTIONS') transaction.reply(200);
    else transaction.reply(405);
  }

  async #isCalled(transaction: ServerTransaction): Promise<void> {
    if (this.#call || this.#taking || this.#gone) return transaction.reply(486);
    this.#taking = true;
    const voice = await this.#newVoice().finally(() => {
      this.#taking = false;
    });
    // The caller may have given up while the port was opened.
    const call = transaction.answered ? undefined : Call.take(this.#line, voice, transaction, this.#listener);
    if (!call) return voice.close();
    this.#call = call;
    this.emit('rung', callerOf(transaction.request));
    if (this.answersItself && asksToAnswer(transaction.request)) call.answer();
  }

  async #newVoice(): Promise<Voice> {
    const voice = await Voice.open(this.#line.host, (key) => {
      this.#keys += key;
      this.emit('key', key);
    });
    this.#keys = '';
    this.#voice = voice;
    voice.speaks(this.#sound);
    return voice;
  }

  get #listener(): CallListener {
    return {
      onProgress: (status) => this.emit('progress', status),
      onEstablished: () => {
        // Who answers begins to speak, and does not go on where they were while it rang.
        this.#call?.voice.speaks(this.#sound);
        this.emit('established');
      },
      onHeld: (isHeld) => this.emit('held', isHeld),
      onOffered: () => this.emit('offered'),
      onEnded: (ending) => {
        this.#call = undefined;
        this.emit('ended', ending);
      },
    };
  }

  #talk(): Call {
    if (!this.#call) throw new PersonError('NO_CALL');
    return this.#call;
  }
}

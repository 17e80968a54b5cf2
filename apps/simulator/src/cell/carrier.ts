import { awake, clockAwake, type WhenAwake } from '../../../server/src/cell/awake.ts';
import { handingOver } from '../../../server/src/cell/handing-over.ts';
import { onceSure } from '../../../server/src/cell/once-sure.ts';
import { keepTidying } from '../../../server/src/cell/tidy.ts';
import { waitForSeat } from '../../../server/src/cell/wait-for-seat.ts';
import { type CallPace, callPace } from '../../../server/src/pbx/call-pace.ts';
import { type Exchange, startExchange } from '../../../server/src/pbx/exchange.ts';
import type { ExchangeClock } from '../../../server/src/pbx/ports.ts';
import type { DialogStore } from '../../../server/src/pbx/sip/dialogs/stored-dialog.ts';
import type { RegistrationStore } from '../../../server/src/pbx/sip/registrar/registration-store.ts';
import { openSipCore } from '../../../server/src/pbx/sip/sip-core.ts';
import type { Flow } from '../../../server/src/pbx/sip/wires/flow.ts';
import { type KeptLease, keepLease } from '../../../server/src/storage/node-lease.ts';
import { carrierBook } from './carrier-book.ts';
import { type HomesView, openHomesView } from './homes-view.ts';
import type { Life } from './machine.ts';
import { openMediaLine } from './media-line.ts';
import { sipAddressOf } from './network.ts';
import { accountOf, credentialsOf, directoryOf } from './people.ts';
import { quietLog } from './quiet-log.ts';
import type { Claim } from './store/seats.ts';
import type { CarrierView, Surroundings } from './surroundings.ts';

/** As `services.ts` and `ending.ts` have it. */
const leavingMs = 300;

/** The services process: what of it matters to who carries a node, put together as `services.ts` does it. */
export class Carrier implements CarrierView {
  readonly life: Life;
  readonly #world: Surroundings;
  claim: Claim | undefined;
  exchange: Exchange | undefined;
  homes: HomesView | undefined;
  #kept: KeptLease | undefined;
  #whenAwake: WhenAwake = (task) => task();
  #clock: ExchangeClock;
  #sip: ReturnType<typeof openSipCore> | undefined;
  #isLeaving = false;
  /** Since when it is being handed over. */
  drainingSince: number | undefined;
  readonly #pace: CallPace;

  constructor(world: Surroundings, life: Life) {
    this.#world = world;
    this.life = life;
    this.#clock = life.clock;
    this.#pace = callPace(() => life.steadyMs);
  }

  /** Whether calls may begin here. */
  get isServing(): boolean {
    return this.exchange !== undefined && !this.#isLeaving && !this.life.isOver;
  }

  async run(): Promise<void> {
    const { life } = this;
    this.claim = await this.#takeSeat();
    const { claim } = this;
    this.#world.claimed(this, claim);
    this.#kept = keepLease(
      {
        ...claim,
        renew: () => this.#ask((store) => store.renew(claim)),
        release: () => this.#ask((store) => store.seats.release(claim)),
      },
      { onLost: () => this.#end('another has its node'), onFailure() {} },
      life.beats,
    );
    if (this.#world.planted !== 'wakesUpBlind') this.#whenAwake = awake(this.#sure, life.beats);
    this.#clock = clockAwake(life.clock, this.#whenAwake);
    this.homes = await openHomesView(this.#world.database, life, claim.node);
    keepTidying(
      {
        time: () => this.#time(),
        tidy: () => this.#ask((store) => store.tidy()),
        onTidied: (nodes) => this.#world.tidied(this, nodes),
        onTrouble() {},
      },
      life.beats,
    );
    const sip = await this.#openSip(claim, this.homes);
    this.exchange = await this.#startExchange(claim, this.homes, sip);
    this.#world.note(`${life.machine.name} serves ${claim.node}, epoch ${claim.epoch}`);
    this.#heedHandOver(claim, this.exchange);
  }

  /** As SIGTERM has it: what runs here goes on with the next carrier. */
  async leave(to: 'nextLife' | 'spare'): Promise<void> {
    if (this.#isLeaving) return;
    this.#isLeaving = true;
    const { life, claim } = this;
    if (!claim || !this.#sip) return this.#end('was asked to');
    // However hard it is to end in order.
    life.after(8_000, () => this.#end('takes too long to leave'));
    this.#pace.hold(true);
    await life.pause(leavingMs);
    this.#world.network.close(life);
    await this.#sip.stop();
    await life.pause(leavingMs);
    this.#kept?.stop();
    const give =
      to === 'spare' ? this.#ask((store) => store.seats.release(claim)) : this.#ask((store) => store.renew(claim));
    await Promise.resolve(give).catch(() => {});
    this.#end(to === 'spare' ? `hands ${claim.node} over` : 'leaves');
  }

  #end(why: string): void {
    if (this.life.isOver) return;
    this.#world.note(`${this.life.machine.name} ends: ${why}`);
    this.#world.ended(this);
  }

  async #takeSeat(): Promise<Claim> {
    const { life } = this;
    const { name, node } = life.machine;
    const place = { carrier: name, sipAddress: sipAddressOf(name) };
    const claim = (isSure: boolean) =>
      this.#ask(({ seats }) =>
        node === undefined ? seats.claimVacant(place, isSure) : seats.claimFree(node, place, isSure),
      );
    // A process whose database is not there when it begins ends, and its supervisor starts it again.
    const first = await claim(this.#world.planted === 'sparesAreAlwaysSure');
    if (first) return first;
    return await waitForSeat({
      claim: (isSure) => claim(isSure || this.#world.planted === 'sparesAreAlwaysSure'),
      time: () => this.#time(),
      pause: (ms) => life.pause(ms),
      now: () => life.wallMs,
      onLook() {},
      onTrouble() {},
    });
  }

  /** Datagrams to phones; one flow for each address. */
  #flows(claim: Claim): (address: string) => Flow {
    const { life } = this;
    const known = new Map<string, Flow>();
    const flowOf = (address: string): Flow => ({
      id: `udp:${address}`,
      transport: 'udp',
      reliable: false,
      remote: { address, port: 5060 },
      ownName: claim.node,
      via: { transport: 'UDP', host: claim.node, port: 5060 },
      open: true,
      trusted: false,
      send: (text) => {
        if (life.isOver) return false;
        this.#world.says(this, address, text);
        this.#world.network.toPhone(life.machine, address, text);
        return true;
      },
      keepAlive() {},
      close() {},
    });
    return (address) => {
      const flow = known.get(address) ?? flowOf(address);
      known.set(address, flow);
      return flow;
    };
  }

  /** What this process keeps of devices and dialogs, once it is sure of its node. */
  #stores(claim: Claim) {
    return {
      registrations: onceSure<RegistrationStore>(
        {
          load: () => this.#ask((store) => store.loadRegistrations(claim)),
          write: (changes) => this.#ask((store) => store.writeRegistrations(claim, changes)),
        },
        this.#sure,
      ),
      dialogs: onceSure<DialogStore>(
        {
          load: () => this.#ask((store) => store.loadDialogs(claim)),
          save: (dialogs) => this.#ask((store) => store.saveDialogs(claim, dialogs)),
          remove: (legIds) => this.#ask((store) => store.removeDialogs(claim, legIds)),
        },
        this.#sure,
      ),
    };
  }

  async #openSip(claim: Claim, homes: HomesView) {
    const { life } = this;
    const { network } = this.#world;
    let serial = 0;
    const flowTo = this.#flows(claim);
    const sip = openSipCore({
      credentials: credentialsOf(homes.isElsewhere),
      ...this.#stores(claim),
      clock: this.#clock,
      log: quietLog,
      token: () => {
        serial += 1;
        return `${life.machine.name}${claim.epoch}x${serial}`;
      },
      random: () => 0.5,
      waysOut: { udp: ({ address }) => flowTo(address), tcp: () => undefined },
      messageBytes: 65_536,
      isTrustedProxy: () => true,
      gate: { isFull: () => this.#pace.isFull(), isBusy: () => this.#pace.isBusy(), isForHelp: () => false },
      homes: {
        isAlone: () => false,
        isEdge: () => true,
        ofNode: homes.ofNode,
        ofDevice: async (username) => homes.ofAccount(accountOf(username)),
        ofNumber: async () => undefined,
      },
    });
    this.#sip = sip;
    await Promise.all([sip.bindings.load(), sip.book.load()]);
    network.open(life, (address, text) => this.#whenAwake(() => sip.listener.onMessage(flowTo(address), text)));
    homes.onMove(({ from, users }) => {
      if (from === claim.node) void sip.closeFlowsOf({ userIds: users });
    });
    return sip;
  }

  async #startExchange(claim: Claim, homes: HomesView, sip: ReturnType<typeof openSipCore>): Promise<Exchange> {
    const { life } = this;
    const { media: host, time, planted, database } = this.#world;
    const exchange = await startExchange({
      ways: [{ takes: () => true, legs: sip.book.legs }],
      media: openMediaLine({ life, time, host, owner: claim, onOutlived: () => this.#end('media obeys another') }),
      directory: directoryOf(homes.isElsewhere),
      book: onceSure(carrierBook(database, life, claim, planted), this.#sure),
      whenAwake: this.#whenAwake,
      announce: { callRinging() {}, callEstablished() {}, callEnded() {} },
      clock: this.#clock,
      log: quietLog,
      pace: this.#pace,
    });
    homes.onMove(() => exchange.homesChanged(homes.isElsewhere));
    return exchange;
  }

  #heedHandOver(claim: Claim, exchange: Exchange): void {
    const { life } = this;
    const { look } = handingOver({
      isWanted: () => this.#ask((store) => store.seats.isDraining(claim)),
      pace: this.#pace,
      exchange: {
        callsToLose: () => (this.#world.planted === 'forgetsWhatRings' ? 0 : exchange.callsToLose()),
      },
      pause: (ms) => life.pause(ms),
      now: () => life.steadyMs,
      onState: (isLeaving) => {
        this.drainingSince = isLeaving ? this.#world.time.now : undefined;
        this.#world.note(`${life.machine.name} ${isLeaving ? `hands ${claim.node} over` : 'stays'}`);
      },
      leave: () => {
        this.#world.leftRinging(this, exchange.callsToLose());
        void this.leave('spare');
      },
    });
    const heed = (): void => void look().catch(() => {});
    this.homes?.onChange(heed);
    heed();
  }

  readonly #sure = async (): Promise<void> => {
    if (this.#world.planted !== 'bookAsksNobody') await this.#kept?.sure();
  };

  #time(): Promise<number> {
    return this.#ask(() => this.#world.databaseMs);
  }

  #ask<Answer>(statement: (store: Surroundings['store']) => Answer): Promise<Answer> {
    return this.#world.database.ask(this.life, statement);
  }
}

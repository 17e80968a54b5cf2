import type { Attempt } from './attempt.ts';
import { Carrier } from './carrier.ts';
import { beganAt, type Life, Machine } from './machine.ts';
import { MediaHost } from './media-host.ts';
import { Network } from './network.ts';
import { companies, people } from './people.ts';
import { Phone } from './phone.ts';
import { type Act, endOf, type MachineName, type Plan } from './plan.ts';
import type { Planted } from './planted.ts';
import { Rules, type Violation } from './rules.ts';
import { Scheduler } from './scheduler.ts';
import { chanceOf } from './seeded.ts';
import { DatabaseLine } from './store/line.ts';
import type { Claim } from './store/seats.ts';
import { Store } from './store/store.ts';
import type { CarrierView, Surroundings, Watched } from './surroundings.ts';

/** Restarts by the supervisor come so long after a process ended. */
const restartMs = 1_500;
/** After the last trouble; longer than any patience of those who are to find out by themselves. */
const quietMs = 120_000;
/** Silence that ends audio, as the media process measures it. */
const silenceMs = 30_000;
const silenceEveryMs = 5_000;
/** Nobody stays in a call for longer in which nobody else is. */
const hearsNobodyMs = 45_000;
const moveAgainMs = 1_000;
const mostMoves = 60;

/** What came of a plan. */
export interface Outcome {
  readonly violation: Violation | undefined;
  readonly story: readonly string[];
  readonly steps: number;
  /** Calls that two people talked in. */
  readonly talked: number;
}

/** A cell of three machines, a media host, a database and five phones. */
export class World implements Surroundings, Watched {
  readonly time = new Scheduler();
  readonly planted: Planted | undefined;
  readonly store: Store;
  readonly database: DatabaseLine;
  readonly network: Network;
  readonly media: MediaHost;
  readonly machines: ReadonlyMap<MachineName, Machine>;
  readonly carriers = new Map<Machine, Carrier>();
  readonly phones: ReadonlyMap<string, Phone>;
  readonly attempts: Attempt[] = [];
  readonly rules: Rules;
  readonly #plan: Plan;
  readonly #story: string[] = [];
  #databaseSkewMs = 0;

  constructor(plan: Plan, planted?: Planted) {
    this.#plan = plan;
    this.planted = planted;
    const chance = chanceOf(plan.seed ^ 0x5bd1e995);
    this.store = new Store(() => this.databaseMs, planted);
    this.database = new DatabaseLine(this.store, this.time, chance);
    const machine = (name: MachineName, node?: string) => [name, new Machine(name, node, this.time)] as const;
    this.machines = new Map([machine('a', 'node-1'), machine('b', 'node-2'), machine('c')]);
    this.network = new Network(this.time, chance, this.store, [...this.machines.values()]);
    this.network.weather = plan.weather;
    this.media = new MediaHost(this.time, planted);
    this.rules = new Rules(this);
    this.phones = new Map(people.map((person) => [person.name, this.#phone(person)]));
    for (const [company, node] of companies) this.store.homes.set(company, node);
  }

  /** By the clock of the database. */
  get databaseMs(): number {
    return beganAt + this.time.now + this.#databaseSkewMs;
  }

  note(text: string): void {
    this.#story.push(`${(this.time.now / 1000).toFixed(3).padStart(8)}  ${text}`);
  }

  async run(): Promise<Outcome> {
    for (const machine of this.machines.values()) this.#start(machine);
    for (const phone of this.phones.values()) this.time.after(2_000, () => phone.register());
    for (const act of this.#plan.acts) this.time.after(act.at, () => this.#do(act));
    this.#watchSilence(new Map());
    const quietAt = Math.max(0, ...this.#plan.acts.map(endOf));
    await this.time.runUntil(quietAt + quietMs, () => this.rules.violation !== undefined);
    if (!this.rules.violation) this.rules.checkQuiet();
    for (const machine of this.machines.values()) machine.kill();
    const talked = this.attempts.filter(({ confirmedAt }) => confirmedAt !== undefined).length;
    return { violation: this.rules.violation, story: this.#story, steps: this.time.steps, talked };
  }

  claimed(carrier: CarrierView, claim: Claim): void {
    this.note(`${carrier.life.machine.name} claims ${claim.node}, epoch ${claim.epoch}`);
    this.rules.claimed(claim);
  }

  ended(carrier: CarrierView): void {
    const { machine } = carrier.life;
    if (machine.life !== carrier.life) return;
    machine.kill();
    this.time.after(restartMs, () => machine.life ?? this.#start(machine));
  }

  tidied(carrier: CarrierView, nodes: readonly string[]): void {
    this.note(`${carrier.life.machine.name} tidies up after ${nodes.join(', ')}`);
    this.rules.tidied();
  }

  leftRinging(carrier: CarrierView, calls: number): void {
    this.rules.leftRinging(carrier, calls);
  }

  says(carrier: CarrierView, address: string, text: string): void {
    this.rules.says(carrier, address, text);
  }

  #start(machine: Machine): void {
    const life: Life = machine.begin();
    const carrier = new Carrier(this, life);
    this.carriers.set(machine, carrier);
    carrier.run().catch((error: unknown) => {
      if (life.isOver) return;
      this.note(`${machine.name} cannot start: ${error instanceof Error ? error.message : error}`);
      this.ended(carrier);
    });
  }

  #phone(person: (typeof people)[number]): Phone {
    const phone: Phone = new Phone({
      person,
      time: this.time,
      watch: this.rules.watch,
      send: (text) => this.network.fromPhone(person.address, text),
    });
    this.network.addPhone(person.address, person.accountId, (text) => phone.hear(text));
    return phone;
  }

  #do(act: Act): void {
    const doer = this.#doers[act.do] as (act: Act) => void;
    doer(act);
  }

  readonly #doers: { readonly [Kind in Act['do']]: (act: Extract<Act, { do: Kind }>) => void } = {
    call: (act) => this.#call(act),
    freeze: ({ machine, ms }) => {
      this.note(`${machine} is frozen for ${seconds(ms)}`);
      this.#machine(machine).freeze(ms);
    },
    kill: ({ machine: name, awayMs }) => {
      this.note(`${name} is killed, and is away for ${seconds(awayMs)}`);
      const machine = this.#machine(name);
      machine.kill();
      this.time.after(awayMs, () => machine.life ?? this.#start(machine));
    },
    restart: ({ machine }) => {
      this.note(`${machine} is asked to restart`);
      const carrier = this.carriers.get(this.#machine(machine));
      carrier?.life.take(() => void carrier.leave('nextLife'));
    },
    databaseAway: ({ ms }) => {
      this.note(`the database is away for ${seconds(ms)}`);
      this.rules.databaseTrouble(ms);
      this.database.goAway(ms);
    },
    cutDatabase: ({ machine, ms }) => {
      this.note(`${machine} is cut off from the database for ${seconds(ms)}`);
      this.rules.databaseTrouble(ms);
      this.database.cut(this.#machine(machine), ms);
    },
    cutPhones: ({ machine, ms }) => {
      this.note(`${machine} is cut off from the phones for ${seconds(ms)}`);
      this.rules.phonesTrouble(ms);
      this.network.cut(this.#machine(machine), ms);
    },
    mediaDies: ({ ms }) => {
      this.note(`the media host dies, and is away for ${seconds(ms)}`);
      this.media.kill(ms);
    },
    setClock: (act) => this.#setClock(act),
    handOver: ({ node }) => {
      this.note(`the operator hands ${node} over`);
      this.database.change((store) => store.seats.drain(node));
    },
    move: ({ company, to }) => this.#move(company, to, mostMoves),
  };

  #machine(name: MachineName): Machine {
    return this.machines.get(name) as Machine;
  }

  #call({ from, to, wish }: Extract<Act, { do: 'call' }>): void {
    const [caller, callee] = [this.phones.get(from), this.phones.get(to)];
    if (!caller || !callee || caller.sides.length > 0) return;
    const name = `call ${this.attempts.length + 1}`;
    const attempt: Attempt = {
      name,
      from: caller.person,
      to: callee.person,
      wish,
      callId: `${name.replace(' ', '-')}-of-${from}`,
      begunAt: this.time.now,
      sides: [],
    };
    this.attempts.push(attempt);
    this.note(`${name}: ${from} calls ${to}`);
    caller.call(attempt);
  }

  #setClock({ of, ms }: Extract<Act, { do: 'setClock' }>): void {
    this.note(`the clock of ${of === 'database' ? 'the database' : of} is set by ${seconds(ms)}`);
    if (of === 'database') this.#databaseSkewMs += ms;
    else this.#machine(of).skewMs += ms;
  }

  /** The command tries again until no call runs. */
  #move(company: string, to: string, tries: number): void {
    if (this.store.homes.get(company) === to || tries === 0) return;
    let isMoved = false;
    this.database.change((store) => {
      isMoved = store.move(company, to);
    });
    if (!isMoved) return void this.time.after(moveAgainMs, () => this.#move(company, to, tries - 1));
    this.rules.moved(company);
    this.note(`${company} moves to ${to}`);
  }

  /** Audio of phones that have hung up in some way is silent; the media host notices. */
  #watchSilence(silentSince: Map<number, number>): void {
    const speaking = new Set([...this.phones.values()].flatMap(({ sides }) => sides.map(({ port }) => port)));
    for (const { node, endpointId, farPort } of this.media.endpoints()) {
      if (farPort === undefined || speaking.has(farPort)) continue;
      const since = silentSince.get(farPort) ?? this.time.now;
      silentSince.set(farPort, since);
      if (this.time.now - since >= silenceMs) this.media.failed(node, endpointId);
    }
    for (const phone of this.phones.values()) {
      for (const side of phone.sides) {
        const isAlone = side.attempt.sides.every((one) => one === side || !speaking.has(one.port));
        side.aloneSince = isAlone && side.isUp ? (side.aloneSince ?? this.time.now) : undefined;
        if (this.time.now - (side.aloneSince ?? this.time.now) >= hearsNobodyMs) phone.hangUp(side);
      }
    }
    this.rules.checkBook();
    this.time.after(silenceEveryMs, () => this.#watchSilence(silentSince));
  }
}

const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

import type { Life, Machine } from './machine.ts';
import type { Scheduler } from './scheduler.ts';
import type { Chance } from './seeded.ts';
import type { Store } from './store/store.ts';

/** How bad the network between phones and machines is. */
export interface Weather {
  /** Of messages: lost, come twice. */
  readonly loss: number;
  readonly double: number;
  /** The longest delay in ms; what is sent later may arrive first. */
  readonly delayMs: number;
  /** Of requests that begin something: brought to just any machine. */
  readonly astray: number;
}

export const fineWeather: Weather = { loss: 0, double: 0, delayMs: 20, astray: 0 };

/** Takes what comes from phones. */
export type Door = (address: string, text: string) => void;

interface Served {
  readonly life: Life;
  readonly door: Door;
}

/** How often the edge looks who carries what, in ms. */
const lookEveryMs = 1_000;

/** A machine that has not answered for so long is asked no longer. */
const branchMs = 1_500;

/**
 * Datagrams between phones and machines, and the edge in between: it brings a request to the carrier that its URI names or its company
 * has, as it knew a second ago, follows a 302 of a carrier, and keeps to one machine for one transaction.
 */
export class Network {
  readonly #time: Scheduler;
  readonly #chance: Chance;
  readonly #store: Store;
  readonly #machines: readonly Machine[];
  readonly #doors = new Map<Machine, Served>();
  readonly #phones = new Map<string, { hear(text: string): void; readonly accountId: string }>();
  readonly #cutUntil = new Map<Machine, number>();
  /** Where the edge believes nodes and companies to be. */
  #carriers = new Map<string, string | null>();
  #homes = new Map<string, string>();
  /** Of each transaction: what was sent, and to whom. */
  readonly #sent = new Map<
    string,
    { readonly text: string; readonly from: string; readonly tried: Set<Machine>; readonly since: number; to: Machine }
  >();
  weather: Weather = fineWeather;

  constructor(time: Scheduler, chance: Chance, store: Store, machines: readonly Machine[]) {
    this.#time = time;
    this.#chance = chance;
    this.#store = store;
    this.#machines = machines;
    this.#look();
  }

  addPhone(address: string, accountId: string, hear: (text: string) => void): void {
    this.#phones.set(address, { hear, accountId });
  }

  /** From now on what comes to this machine is for this process. */
  open(life: Life, door: Door): void {
    this.#doors.set(life.machine, { life, door });
    life.atEnd(() => this.#close(life));
  }

  close(life: Life): void {
    this.#close(life);
  }

  cut(machine: Machine, ms: number): void {
    this.#cutUntil.set(machine, this.#time.now + ms);
  }

  isCut(machine: Machine): boolean {
    return this.#time.now < (this.#cutUntil.get(machine) ?? 0);
  }

  fromPhone(address: string, text: string): void {
    const machine = this.#wayOf(address, text);
    if (machine) this.#carry(machine, () => this.#arrive(machine, address, text));
  }

  toPhone(machine: Machine, address: string, text: string): void {
    this.#carry(machine, () => {
      if (text.startsWith('SIP/2.0 302')) this.#follow(text);
      else this.#phones.get(address)?.hear(text);
    });
  }

  #carry(machine: Machine, arrive: () => void): void {
    const { loss, double, delayMs } = this.weather;
    const times = this.#chance.is(loss) ? 0 : this.#chance.is(double) ? 2 : 1;
    for (let time = 0; time < times; time += 1) {
      this.#time.after(this.#chance.between(1, delayMs), () => {
        if (!this.isCut(machine)) arrive();
      });
    }
  }

  #arrive(machine: Machine, address: string, text: string): void {
    const served = this.#doors.get(machine);
    served?.life.take(() => served.door(address, text));
  }

  #close(life: Life): void {
    if (this.#doors.get(life.machine)?.life === life) this.#doors.delete(life.machine);
  }

  #look(): void {
    this.#carriers = new Map([...this.#store.seats.rows.values()].map(({ node, sipAddress }) => [node, sipAddress]));
    this.#homes = new Map(this.#store.homes);
    this.#time.after(lookEveryMs, () => this.#look());
  }

  #wayOf(address: string, text: string): Machine | undefined {
    const known = this.#sent.get(transactionOf(text));
    if (known && this.#time.now - known.since < branchMs) return known.to;
    const uriHost = /^[A-Z]+ sip:(?:[^@\s]*@)?([^\s:;]+)/.exec(text)?.[1] ?? '';
    const home = this.#homes.get(this.#phones.get(address)?.accountId ?? '') ?? '';
    const isInDialog = this.#carriers.has(uriHost);
    const node = isInDialog ? uriHost : home;
    const isAstray = !isInDialog && this.#chance.is(this.weather.astray);
    const to = isAstray ? this.#chance.of(this.#machines) : this.#machineAt(this.#carriers.get(node) ?? null);
    if (!to) return undefined;
    if (!text.startsWith('SIP/'))
      this.#sent.set(transactionOf(text), { text, from: address, tried: new Set([to]), since: this.#time.now, to });
    return to;
  }

  #follow(text: string): void {
    const sent = this.#sent.get(transactionOf(text));
    const to = this.#machineAt(/^Contact:\s*<sip:([^;>]+)/im.exec(text)?.[1] ?? null);
    if (!sent || !to || sent.tried.has(to)) return;
    sent.tried.add(to);
    sent.to = to;
    this.#carry(to, () => this.#arrive(to, sent.from, sent.text));
  }

  #machineAt(sipAddress: string | null): Machine | undefined {
    return this.#machines.find(({ name }) => sipAddress === sipAddressOf(name));
  }
}

export const sipAddressOf = (machine: string): string => `${machine}.cell:5060`;

/** A CANCEL, and the ACK of a refusal, go where their INVITE went. */
const transactionOf = (text: string): string => /branch=([^;,\s]+)/.exec(text)?.[1] ?? '';

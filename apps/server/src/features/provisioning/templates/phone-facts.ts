/** Everything that the settings of a phone are made of. */
export interface PhoneFacts {
  readonly model: string;
  /** Its user, as others see them. */
  readonly userName: string;
  /** The extension of its user; null where there is none. */
  readonly extension: string | null;
  readonly username: string;
  readonly password: string;
  readonly server: string;
  /** By TLS audio is encrypted, and otherwise it cannot be. */
  readonly way: { readonly transport: 'tls' | 'udp' | 'tcp'; readonly port: number };
  readonly language: 'de' | 'en';
  readonly clock: PhoneClock;
  /** From where it fetches its settings from now on. */
  readonly setupAddress: string;
  readonly phoneBook: { readonly address: string; readonly name: string };
  /** Where the certificate of the own authority is; null where phones know who signed ours. */
  readonly authorityAddress: string | null;
  readonly keys: readonly { readonly extension: string; readonly label: string }[];
}

/** The clock on the wall, in the words that phones have for it. */
export interface PhoneClock {
  /** Minutes ahead of UTC in winter. */
  readonly offset: number;
  /** By whose rule an hour is added in summer; null for none. */
  readonly summer: SummerRule | null;
  /** Such as `Europe/Berlin`. */
  readonly timeZone: string;
}

/** A change of the clock: on this Sunday of the month (5: the last), at this hour of the wall. */
interface ClockChange {
  readonly month: number;
  readonly sunday: 1 | 2 | 5;
  readonly hour: number;
}

export interface SummerRule {
  readonly begins: ClockChange;
  readonly ends: ClockChange;
}

/** How a vendor writes settings and phone books. */
export interface PhoneTemplate {
  readonly contentType: string;
  /** Whether a phone of this vendor asks by this name, in lower case, for its settings. */
  isSettings(file: string, mac: string): boolean;
  settings(facts: PhoneFacts): string;
  /** The company's phone book, with its title; null where phones of this vendor read none. */
  readonly phoneBook: ((name: string, entries: readonly PhoneBookEntry[]) => string) | null;
}

export interface PhoneBookEntry {
  readonly name: string;
  readonly numbers: readonly { readonly label: 'extension' | 'number'; readonly number: string }[];
}

/** How long a registration lasts, and how often a phone looks for new settings, in seconds. */
export const seconds = { registration: 600, refresh: 24 * 60 * 60 } as const;

import type { EntityType, Integration } from '@sidetone/contract/entities/integration.ts';
import type { IntegrationErrorKey } from '@sidetone/contract/rules/integration-errors.ts';
import type { CrmForm, CrmSide } from '../crm/crm-side.ts';

/** What an integration is, before anyone has connected it. */
export type Offer = Omit<Integration, 'id' | 'authenticationRequired'>;

/** What someone entered to connect. `key` is the secret; with a user name it comes as `user:key`. */
export interface Entered {
  readonly url: string | null;
  readonly key: string | null;
  /**
   * Origins besides that of `url` that a stored key may be sent to, and no others; null for one that was entered just now,
   * which may follow what was entered wherever that leads. `notKept`: it was entered before origins were kept, and may do so
   * over https.
   */
  readonly origins: readonly string[] | 'notKept' | null;
  /** Gives the access token of a connection that was signed in at the vendor's page; absent where a key was entered. */
  readonly accessToken?: (signal: AbortSignal) => Promise<string>;
  /** Keeps another key that the other side gave in place of this one, before it is used; absent while a key is tried. */
  readonly keepKey?: (key: string) => Promise<void>;
}

/** Where else a key may go for certain: nowhere, of one that was entered just now or before origins were kept. */
export const keptOrigins = (origins: Entered['origins']): readonly string[] =>
  origins === null || origins === 'notKept' ? [] : origins;

/** A contact as its source keeps it. Numbers as they are written there; the mirror makes E.164 of them. */
export interface SourceContact {
  /** The contact's id at the source, at most 1,000 characters. */
  readonly externalId: string;
  /** The kind of record it is there; absent: contacts. */
  readonly type?: EntityType;
  /** The version; changes with every change. Null where the source has none. */
  readonly etag: string | null;
  readonly name: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly organization: string | null;
  readonly email: string | null;
  readonly phoneNumbers: readonly { readonly label: string; readonly number: string }[];
  readonly avatarUrl: string | null;
  readonly contactUrl: string | null;
  readonly readonly: boolean;
  readonly relatesTo: readonly {
    readonly id: string;
    readonly type: string;
    readonly label?: string | null;
    readonly url?: string | null;
    readonly isOpen?: boolean | null;
  }[];
  /** What else the source keeps, in its own form; given back with a change, so that nothing of it is lost. */
  readonly original: unknown;
}

/** What people change of a contact. */
export interface ContactDraft {
  readonly name: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly organization: string | null;
  readonly email: string | null;
  readonly phoneNumbers: readonly { readonly label: string; readonly number: string }[];
}

/** A portion of what has changed; `state` is what a later `changes` begins at once this portion is written. */
export interface Portion {
  readonly written: readonly SourceContact[];
  /** External ids of what is gone. */
  readonly gone: readonly string[];
  readonly state: unknown;
  /** How many contacts there are in all, where the source tells. */
  readonly total: number | null;
}

/**
 * What is mirrored: external id → etag, of these ids or of all. A source that lists everything tells by it what it need
 * not fetch, what is gone, and, after a synchronisation that was cut off, what is left to do.
 */
export type Mirrored = (externalIds?: readonly string[]) => Promise<ReadonlyMap<string, string | null>>;

/**
 * A connection to one address book or CRM. Every method rejects with an `IntegrationError`, and gives up when `signal`
 * says so.
 */
export interface Connection {
  /** Origins that the key was sent to, and that it is needed at. */
  readonly origins: readonly string[];
  /** The key that the other side gave in place of what was entered, which is no longer taken; absent where none did. */
  readonly renewedKey?: string | null;
  /** Whose CRM it is, where the vendor tells: ids of records mean something else in another one. */
  readonly tenant?: string;
  /** Why some of what the source names is left out; null where nothing is. */
  readonly leftOut: IntegrationError | null;
  /** A portion may be asked for while the one before it is written: none depends on what that brings. */
  readonly readsAhead?: boolean;
  /**
   * What changed since `state`, the portion of an earlier call; with null everything that is not mirrored. Without
   * `readsAhead` a portion is asked for once the one before is written.
   */
  changes(state: unknown, mirrored: Mirrored, signal: AbortSignal): AsyncIterable<Portion>;
  get(externalId: string, signal: AbortSignal): Promise<SourceContact | null>;
  findByNumber(e164: string, signal: AbortSignal): Promise<SourceContact[]>;
  search(query: string, signal: AbortSignal): Promise<SourceContact[]>;
  /** The same `key` again, after nobody knew what became of it, makes no second contact; null wants a new one in any case. */
  create(draft: ContactDraft, key: string | null, signal: AbortSignal): Promise<SourceContact>;
  /** CONFLICT where the source has another version than `before`. */
  update(before: SourceContact, draft: ContactDraft, signal: AbortSignal): Promise<SourceContact>;
  delete(before: SourceContact, signal: AbortSignal): Promise<void>;
  /** Records of the source that a contact belongs to. */
  entities(externalId: string, signal: AbortSignal): Promise<SourceContact['relatesTo']>;
  /** What logs calls there; absent where the source takes none. */
  readonly crm?: CrmSide;
}

/** How users sign in at the vendor's own page, by OAuth 2. */
export interface SignIn {
  /** The vendor has to be told whose CRM it is, such as Salesforce. */
  readonly needsAccountUrl: boolean;
  readonly scopes: readonly string[];
  /** How the operator's client shows its secret at the token endpoint. */
  readonly clientAuthentication: 'post' | 'basic';
  /** Throws an `IntegrationError` (invalid_url) for an address that is not the vendor's. */
  pages(accountUrl: string | null): {
    readonly authorizeUrl: string;
    readonly tokenUrl: string;
    readonly revokeUrl: string | null;
  };
  /**
   * Where the API answers for this sign-in, by what the token endpoint answered: kept as the address of the connection. Null
   * where it is the same place for all.
   */
  apiUrlOf(answer: Readonly<Record<string, unknown>>): string | null;
  /** Whose CRM it is as the page found out, by what it added to the address; null where it says nothing. Throws like `pages`. */
  accountUrlOf?(query: Readonly<Record<string, string | undefined>>): string | null;
  /**
   * For how many seconds the token endpoint wants to be left alone that answers with this error; null where the error does
   * not say so. Absent where such an answer comes with a status of its own.
   */
  busySecondsOf?(error: string): number | null;
  /** The `tenant` of a company that removed the app, by the id that the vendor tells then; absent where vendors tell nothing. */
  tenantOfRemoved?(company: string): string;
}

/** One address book or CRM: a folder beside this file, named in `registry.ts`. */
export interface Connector {
  readonly offer: Offer;
  /** How the id ends of what `create` makes with a key, and of nothing else; absent where only the source names it. */
  readonly idEndingOf?: (key: string) => string;
  /** Absent where only a key can be entered. Used where the operator has a client there, see `registry`. */
  readonly signIn?: SignIn;
  /** Absent where no calls are taken. */
  readonly crm?: CrmForm;
  /**
   * Tries what was entered; rejects with an `IntegrationError` that says what is wrong. `heard` is called with every answer
   * that comes to the connection.
   */
  connect(entered: Entered, signal: AbortSignal, heard?: () => void): Promise<Connection>;
}

/**
 * Kinds of errors of an integration. `refresh`: its sign-in is no longer taken, it has to be connected again;
 * `rate_limited`: it was asked too often; `invalid`: it refuses the contents.
 */
export type IntegrationErrorType =
  | 'refresh'
  | 'unreachable'
  | 'invalid_url'
  | 'not_found'
  | 'email_conflict'
  | 'conflict'
  | 'too_many_numbers'
  | 'invalid_phone_type'
  | 'forbidden'
  | 'limit'
  | 'rate_limited'
  | 'invalid'
  | 'failed';

/** What an address book or CRM did not do, and why. `detail` has no secrets and is shown where there are no better words. */
export class IntegrationError extends Error {
  readonly type: IntegrationErrorType;
  readonly detail: string;
  readonly translationKey: IntegrationErrorKey | undefined;
  /** How long the other side wants to be left alone; null where it did not say. */
  readonly retryAfterSeconds: number | null;
  /** The other side certainly did nothing: it was not reached, or it refused. Otherwise a write may have happened. */
  readonly provablyNotTaken: boolean;

  constructor(
    type: IntegrationErrorType,
    detail: string,
    options: ErrorOptions & {
      translationKey?: IntegrationErrorKey;
      retryAfterSeconds?: number | null;
      provablyNotTaken?: boolean;
    } = {},
  ) {
    super(`${type}: ${detail}`, options);
    this.name = 'IntegrationError';
    this.type = type;
    this.detail = detail;
    this.translationKey = options.translationKey;
    this.retryAfterSeconds = options.retryAfterSeconds ?? null;
    this.provablyNotTaken = options.provablyNotTaken ?? false;
  }
}

/** The other side sends more than is taken at once. Connectors that can ask for less. */
export class AnswerTooLarge extends IntegrationError {
  constructor(host: string) {
    super('failed', `${host} sends more than this server accepts`, { translationKey: 'tooLarge' });
    this.name = 'AnswerTooLarge';
  }
}

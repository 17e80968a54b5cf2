import { z } from 'zod';
import { e164, timestamp, typedName } from './common.ts';

/** `registration`: we register there with a user name; `address`: the other side knows us by where we send from. */
export const trunkKinds = ['registration', 'address'] as const;
export type TrunkKind = (typeof trunkKinds)[number];

export const trunkTransports = ['udp', 'tcp', 'tls'] as const;
export type TrunkTransport = (typeof trunkTransports)[number];

/** How numbers are written towards the trunk: `+4930…`, `4930…`, or as in the account's country, `030…`. */
export const trunkNumberForms = ['e164', 'digits', 'national'] as const;
export type TrunkNumberForm = (typeof trunkNumberForms)[number];

/**
 * Where the number of the caller is: in From, or in P-Asserted-Identity or P-Preferred-Identity (RFC 3325) while From
 * names the account that is registered.
 */
export const callerIdPlaces = ['from', 'assertedIdentity', 'preferredIdentity'] as const;
export type CallerIdPlace = (typeof callerIdPlaces)[number];

/**
 * What is said of a call that is forwarded to the outside, or rings a mobile there: only the own number; in addition who sent it
 * (Diversion, RFC 5806, and History-Info, RFC 7044); or with that the number of who calls in the place of the own one, which
 * providers have to allow.
 */
export const forwardedIdentities = ['own', 'diversion', 'caller'] as const;
export type ForwardedIdentity = (typeof forwardedIdentities)[number];

/** Where an incoming call tells which number was called: request URI, To, or P-Called-Party-ID (RFC 7315). */
export const calledNumberPlaces = ['requestUri', 'to', 'calledPartyId'] as const;
export type CalledNumberPlace = (typeof calledNumberPlaces)[number];

/** Encryption of the audio (SDES, RFC 4568). */
export const trunkSrtp = ['off', 'offer', 'require'] as const;
export type TrunkSrtp = (typeof trunkSrtp)[number];

/**
 * `off`: switched off. `trying`: nothing is known yet. `registered`: its registrar has us. `reachable`: it answers OPTIONS.
 * `failing`: neither, and `failure` says why.
 */
export const trunkStates = ['off', 'trying', 'registered', 'reachable', 'failing'] as const;
/** A state that this version does not know reads `trying`. */
export const trunkState = z.enum(trunkStates).catch('trying');
export type TrunkState = (typeof trunkStates)[number];

/**
 * What the server does not take of an account that does not run it: a source network that is too wide, not on the public
 * internet, or another account's; a host within the server's own network.
 */
export const trunkProblems = ['wideNetwork', 'innerNetwork', 'othersNetwork', 'innerHost'] as const;
export type TrunkProblem = (typeof trunkProblems)[number];

/** A host name or an address, IPv6 with or without brackets; its port has a field of its own. */
const host = z
  .string()
  .trim()
  .regex(/^(\[[0-9a-f:.]+\]|[0-9a-f:.]*:[0-9a-f:.]*|[a-z0-9]([a-z0-9.-]*[a-z0-9])?)$/i, 'not a host name or address')
  .max(253);

/** An address, or a range of them in CIDR notation. */
export const sourceAddress = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

/** What is in a SIP URI or a header field: no control characters, quotes or brackets. */
export const sipWord = z
  .string()
  .trim()
  .min(1)
  .max(128)
  .regex(/^[^\p{Cc}\s<>"]+$/u, 'not a SIP user name');

const fields = {
  name: typedName(100),
  kind: z.enum(trunkKinds),
  host,
  /** Null: by the name service (RFC 3263), else the transport's own. */
  port: z.int().min(1).max(65535).nullable(),
  transport: z.enum(trunkTransports),
  username: sipWord.nullable(),
  /** For digest authentication, where it differs from `username`. */
  authUsername: sipWord.nullable(),
  /** `host`, `host:port` or a SIP URI; everything is sent there first. */
  outboundProxy: z.string().trim().min(1).max(255).nullable(),
  /** Calls leave by the trunk of the smallest number that is there; of equal ones by the oldest. */
  priority: z.int().min(0).max(999),
  /** Calls may come from these besides the addresses that `host` and `outboundProxy` have. */
  sourceAddresses: z.array(sourceAddress).max(50),
  numberForm: z.enum(trunkNumberForms),
  /** Every call shows this number, whoever makes it; null: the number of who calls. */
  fixedNumber: e164.nullable(),
  callerIdIn: z.enum(callerIdPlaces),
  calledNumberIn: z.enum(calledNumberPlaces),
  forwardedAs: z.enum(forwardedIdentities),
  srtp: z.enum(trunkSrtp),
  /** Emergency calls leave by this one. */
  isEmergency: z.boolean(),
  /** Emergency calls carry the emergency address of the caller (Geolocation by value, RFC 6442). */
  sendsAddress: z.boolean(),
  /** The provider has confirmed that it has the emergency address of each number; a new number or another address undoes it. */
  addressConfirmed: z.boolean(),
  /** Calls in both directions at once; emergency calls are never counted out. Null: as many as come. */
  maxCalls: z.int().min(1).max(10_000).nullable(),
  isEnabled: z.boolean(),
};

type Checked = {
  [Name in 'kind' | 'username' | 'transport' | 'srtp']?: z.infer<(typeof fields)[Name]> | undefined;
};

/** What fields say together; of a change only what it says itself can be looked at. */
function fits({ value, issues }: { value: Checked; issues: z.core.$ZodRawIssue[] }): void {
  const { kind, username, transport, srtp } = value;
  const say = (path: string, message: string) => issues.push({ code: 'custom', input: value, path: [path], message });
  if (kind === 'registration' && username === null) say('username', 'a registration needs a user name');
  if (srtp !== undefined && srtp !== 'off' && transport !== undefined && transport !== 'tls') {
    say('srtp', 'the keys of encrypted audio travel over TLS only');
  }
}

const password = z.string().min(1).max(256);

/** A trunk as an administrator makes it. The password is never given back. */
export const newTrunk = z
  .object({
    ...fields,
    port: fields.port.default(null),
    transport: fields.transport.default('udp'),
    username: fields.username.default(null),
    authUsername: fields.authUsername.default(null),
    outboundProxy: fields.outboundProxy.default(null),
    priority: fields.priority.default(10),
    sourceAddresses: fields.sourceAddresses.default([]),
    numberForm: fields.numberForm.default('e164'),
    fixedNumber: fields.fixedNumber.default(null),
    callerIdIn: fields.callerIdIn.default('from'),
    calledNumberIn: fields.calledNumberIn.default('requestUri'),
    forwardedAs: fields.forwardedAs.default('own'),
    srtp: fields.srtp.default('off'),
    isEmergency: fields.isEmergency.default(false),
    sendsAddress: fields.sendsAddress.default(false),
    addressConfirmed: fields.addressConfirmed.default(false),
    maxCalls: fields.maxCalls.default(null),
    isEnabled: fields.isEnabled.default(true),
    /** For digest authentication; null where the other side asks for none. */
    password: password.nullable().default(null),
  })
  .check(fits);
export type NewTrunk = z.infer<typeof newTrunk>;

/** What an administrator changes; what is missing stays, the password too. */
export const trunkChange = z
  .object({ ...fields, password: password.nullable() })
  .partial()
  .check(fits);
export type TrunkChange = z.infer<typeof trunkChange>;

/** A trunk as administrators see it, with how it fares now. */
export const trunk = z.object({
  id: z.string(),
  ...fields,
  name: z.string(),
  hasPassword: z.boolean(),
  state: trunkState,
  /** Why it fails, in words of the server; null where nothing does. */
  failure: z.string().nullable(),
  /** Since when it has been in this state. */
  stateSince: timestamp,
});
export type Trunk = z.infer<typeof trunk>;

type EmergencyWay = Pick<Trunk, 'isEnabled' | 'isEmergency' | 'sendsAddress' | 'addressConfirmed'>;

/** Whether emergency calls may leave by this trunk. */
export const isForEmergencies = ({ isEnabled, isEmergency }: EmergencyWay): boolean => isEnabled && isEmergency;

/** Whether its provider learns where help has to go: with the call, or because it has confirmed the address before. */
export const knowsAddress = ({ sendsAddress, addressConfirmed }: EmergencyWay): boolean =>
  sendsAddress || addressConfirmed;

/** `noTrunk`: emergency calls have no way out; `untold`: one of the ways may lead to a provider without the address. */
export type AddressState = 'sent' | 'confirmed' | 'untold' | 'noTrunk';

/** Whether providers learn where help has to go. Every trunk for emergency calls may be the one that is taken. */
export function addressState(trunks: readonly EmergencyWay[]): AddressState {
  const ways = trunks.filter(isForEmergencies);
  if (ways.length === 0) return 'noTrunk';
  if (ways.every(({ sendsAddress }) => sendsAddress)) return 'sent';
  return ways.every(knowsAddress) ? 'confirmed' : 'untold';
}

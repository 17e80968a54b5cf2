import type { Trunk } from '@sidetone/contract/entities/trunk.ts';

/** A trunk as its form has it: an optional value is an empty text. */
export interface TrunkValues {
  name: string;
  kind: Trunk['kind'];
  host: string;
  port: string;
  transport: Trunk['transport'];
  username: string;
  authUsername: string;
  password: string;
  outboundProxy: string;
  priority: string;
  sourceAddresses: string;
  numberForm: Trunk['numberForm'];
  fixedNumber: string;
  callerIdIn: Trunk['callerIdIn'];
  calledNumberIn: Trunk['calledNumberIn'];
  forwardedAs: Trunk['forwardedAs'];
  srtp: Trunk['srtp'];
  isEmergency: boolean;
  sendsAddress: boolean;
  addressConfirmed: boolean;
  maxCalls: string;
  isEnabled: boolean;
}

/** The start of the form for this trunk, or for a new one. */
export function trunkValues(trunk: Trunk | null): TrunkValues {
  return {
    name: trunk?.name ?? '',
    kind: trunk?.kind ?? 'registration',
    host: trunk?.host ?? '',
    port: trunk?.port?.toString() ?? '',
    transport: trunk?.transport ?? 'udp',
    username: trunk?.username ?? '',
    authUsername: trunk?.authUsername ?? '',
    password: '',
    outboundProxy: trunk?.outboundProxy ?? '',
    priority: String(trunk?.priority ?? 10),
    sourceAddresses: trunk?.sourceAddresses.join('\n') ?? '',
    numberForm: trunk?.numberForm ?? 'e164',
    fixedNumber: trunk?.fixedNumber ?? '',
    callerIdIn: trunk?.callerIdIn ?? 'from',
    calledNumberIn: trunk?.calledNumberIn ?? 'requestUri',
    forwardedAs: trunk?.forwardedAs ?? 'own',
    srtp: trunk?.srtp ?? 'off',
    isEmergency: trunk?.isEmergency ?? false,
    sendsAddress: trunk?.sendsAddress ?? false,
    addressConfirmed: trunk?.addressConfirmed ?? false,
    maxCalls: trunk?.maxCalls?.toString() ?? '',
    isEnabled: trunk?.isEnabled ?? true,
  };
}

const orNull = (text: string) => (text.trim() === '' ? null : text.trim());
const countOrNull = (text: string) => (text.trim() === '' ? null : Number(text));

/**
 * The form as the server reads it. An empty password leaves the present one; an encrypted line needs TLS. `before`
 * is the trunk that is changed.
 */
export function trunkBody(
  { password, ...values }: TrunkValues,
  readNumber: (typed: string) => string,
  before: Pick<Trunk, 'name' | 'host'> | null,
): object {
  const isAddress = values.kind === 'address';
  // The set-up names a trunk after its host: a host that is corrected takes its name along.
  const isNamedByHost = before !== null && before.name === before.host && values.name === before.name;
  return {
    ...values,
    name: isNamedByHost ? values.host : values.name,
    port: countOrNull(values.port),
    username: orNull(values.username),
    authUsername: orNull(values.authUsername),
    outboundProxy: orNull(values.outboundProxy),
    priority: Number(values.priority),
    sourceAddresses: values.sourceAddresses.split(/[\s,]+/).filter((address) => address !== ''),
    fixedNumber: values.fixedNumber.trim() === '' ? null : readNumber(values.fixedNumber),
    maxCalls: countOrNull(values.maxCalls),
    srtp: values.transport === 'tls' ? values.srtp : 'off',
    ...(password === '' ? {} : { password }),
    ...(isAddress && values.username.trim() === '' ? { username: null } : {}),
  };
}

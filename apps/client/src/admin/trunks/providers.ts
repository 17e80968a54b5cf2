import type { TrunkValues } from './trunk-form.ts';

/** What a form of a trunk asks for, as far as providers differ in it. */
export type ProviderField =
  | 'host'
  | 'port'
  | 'transport'
  | 'srtp'
  | 'outboundProxy'
  | 'username'
  | 'password'
  | 'numberForm'
  | 'callerIdIn'
  | 'sourceAddresses';

interface Provider {
  readonly id: ProviderId;
  readonly name: string;
  /** What its public pages say. */
  readonly fills: Partial<TrunkValues>;
  /** What only its customer knows. */
  readonly asks: readonly ProviderField[];
  /** What its public pages, as far as they were found, do not say: the form keeps what it has. */
  readonly unsaid: readonly ProviderField[];
  /** Where that was read. */
  readonly source: string | null;
}

export const providerIds = [
  'sipgate',
  'telekom',
  'telekomTrunk',
  'easybell',
  'vodafone',
  'dusnet',
  'twilio',
  'telnyx',
] as const;
type ProviderId = (typeof providerIds)[number];

/** The name of a trunk once another provider was chosen: one that somebody typed stays. */
export const nameFor = (typed: string, before: NamedProvider | undefined, next: NamedProvider | undefined): string =>
  typed.trim() === '' || typed === before?.name ? (next?.name ?? '') : typed;

type NamedProvider = Pick<Provider, 'name'>;

/**
 * Providers whose facts were read on 30 November 2026, on their own public pages or, where those do not say them, in the public guides
 * and sources of other phone systems; `docs/OPERATIONS.md` lists what was read where. Nothing here is guessed.
 */
export const providers: readonly Provider[] = [
  {
    id: 'sipgate',
    name: 'sipgate trunking',
    fills: {
      kind: 'registration',
      host: 'sipconnect.sipgate.de',
      numberForm: 'digits',
      callerIdIn: 'preferredIdentity',
      forwardedAs: 'diversion',
    },
    asks: ['username', 'password'],
    unsaid: ['port', 'transport', 'srtp'],
    source: 'https://help.sipgate.de/trunking/wie-setze-ich-bei-sipgate-trunking-die-absenderrufnummer',
  },
  {
    id: 'telekom',
    name: 'Telekom CompanyFlex',
    fills: { kind: 'registration', host: 'tel.t-online.de', numberForm: 'e164' },
    asks: ['outboundProxy', 'username', 'password'],
    unsaid: ['port', 'transport', 'srtp', 'callerIdIn'],
    source: 'https://company-hilfe.deutschland-lan.de/de/grundlagen/systemvoraussetzungen',
  },
  {
    id: 'telekomTrunk',
    name: 'Telekom DeutschlandLAN SIP-Trunk',
    fills: { kind: 'registration', host: 'reg.sip-trunk.telekom.de', transport: 'tcp', numberForm: 'e164' },
    asks: ['username', 'password'],
    unsaid: ['port', 'srtp', 'outboundProxy', 'callerIdIn'],
    source:
      'https://github.com/pascomnet/documentation/blob/main/site/content/trunk-templates/telekom-sip-trunk/_index.de.md',
  },
  {
    id: 'easybell',
    name: 'easybell',
    fills: { kind: 'registration', host: 'voip.easybell.de', callerIdIn: 'assertedIdentity' },
    asks: ['username', 'password'],
    unsaid: ['port', 'transport', 'srtp', 'numberForm'],
    source:
      'https://en.easybell.de/help/questions/questions-concerning-the-internet-connection/answer/how-can-i-change-my-sip-password.html',
  },
  {
    id: 'vodafone',
    name: 'Vodafone IP Anlagen-Anschluss',
    fills: { kind: 'address', port: '5060', transport: 'udp' },
    asks: ['host', 'username'],
    unsaid: ['srtp', 'numberForm', 'callerIdIn'],
    source:
      'https://github.com/pascomnet/documentation/blob/main/site/content/trunk-templates/vodafone-ngn/_index.de.md',
  },
  {
    id: 'dusnet',
    name: 'DUS.net',
    fills: { kind: 'registration', host: 'secure.dus.net', port: '5061', transport: 'tls', srtp: 'require' },
    asks: ['username', 'password'],
    unsaid: ['numberForm', 'callerIdIn'],
    source: 'https://www.dus.net/de/sip',
  },
  {
    id: 'twilio',
    name: 'Twilio Elastic SIP Trunking',
    fills: { kind: 'address', numberForm: 'e164', callerIdIn: 'from' },
    asks: ['host', 'username', 'password', 'sourceAddresses'],
    unsaid: ['port', 'transport', 'srtp'],
    source: 'https://www.twilio.com/docs/sip-trunking/sending-sip-to-twilio-best-practices',
  },
  {
    id: 'telnyx',
    name: 'Telnyx',
    fills: { kind: 'registration', host: 'sip.telnyx.eu', port: '5061', transport: 'tls', numberForm: 'e164' },
    asks: ['username', 'password'],
    unsaid: ['srtp', 'callerIdIn'],
    source: 'https://developers.telnyx.com/docs/voice/sip-trunking/network-configuration/ip-whitelisting',
  },
];

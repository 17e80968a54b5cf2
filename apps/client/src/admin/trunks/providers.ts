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

export const providerIds = ['sipgate', 'telekom', 'easybell', 'vodafone', 'dusnet', 'twilio', 'telnyx'] as const;
type ProviderId = (typeof providerIds)[number];

/** The name of a trunk once another provider was chosen: one that somebody typed stays. */
export const nameFor = (typed: string, before: NamedProvider | undefined, next: NamedProvider | undefined): string =>
  typed.trim() === '' || typed === before?.name ? (next?.name ?? '') : typed;

type NamedProvider = Pick<Provider, 'name'>;

/**
 * Providers whose facts were read on their public pages on 30 November 2026; `docs/OPERATIONS.md` lists what each page says.
 * Nothing here is guessed.
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
    name: 'Telekom CompanyFlex / DeutschlandLAN SIP-Trunk',
    fills: { kind: 'registration' },
    asks: ['host', 'outboundProxy', 'username', 'password'],
    unsaid: ['port', 'transport', 'srtp', 'numberForm', 'callerIdIn'],
    source: 'https://company-hilfe.deutschland-lan.de/de/grundlagen/systemvoraussetzungen',
  },
  {
    id: 'easybell',
    name: 'easybell',
    fills: { kind: 'registration' },
    asks: ['host', 'username', 'password'],
    unsaid: ['port', 'transport', 'srtp', 'numberForm', 'callerIdIn'],
    source:
      'https://en.easybell.de/help/questions/questions-concerning-the-internet-connection/answer/how-can-i-change-my-sip-password.html',
  },
  {
    id: 'vodafone',
    name: 'Vodafone Anlagen-Anschluss',
    fills: {},
    asks: ['host', 'outboundProxy', 'username', 'password'],
    unsaid: ['port', 'transport', 'srtp', 'numberForm', 'callerIdIn'],
    source: null,
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

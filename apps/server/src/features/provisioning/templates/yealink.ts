import { mostPhoneKeys } from '@sidetone/contract/entities/phone-setup.ts';
import { queueRing } from '@sidetone/contract/rules/queues/queue-ring.ts';
import { signedClock } from './phone-clock.ts';
import { type PhoneFacts, type PhoneTemplate, type SummerRule, seconds } from './phone-facts.ts';
import { keyValueLines, xmlDocument, xmlElement } from './written.ts';

type Pair = readonly [key: string, value: string | number];

/** How Yealink numbers transports. */
const transports = { udp: 0, tcp: 1, tls: 2 } as const;
/** What a key does, by Yealink's numbers. */
const keyTypes = { line: 15, lamp: 16 } as const;

/** Yealink T and W series, firmware 84 and later: lines `key = value` below a line that names their version. */
export const yealink: PhoneTemplate = {
  contentType: 'text/plain; charset=utf-8',
  isSettings: (file, mac) => file === `${mac}.cfg`,
  settings: (facts) =>
    `#!version:1.0.0.1\n${keyValueLines([...account(facts), ...surroundings(facts), ...keys(facts)])}\n`,
  phoneBook: (name, entries) =>
    xmlDocument([
      '<YealinkIPPhoneDirectory>',
      xmlElement('Title', name),
      ...entries.map(
        (entry) =>
          `<DirectoryEntry>${xmlElement('Name', entry.name)}${entry.numbers
            .map(({ label, number }) =>
              xmlElement('Telephone', number, { label: label === 'extension' ? 'Extension' : 'Number' }),
            )
            .join('')}</DirectoryEntry>`,
      ),
      '</YealinkIPPhoneDirectory>',
    ]),
};

const account = ({ userName, extension, username, password, server, way }: PhoneFacts): Pair[] => [
  ['account.1.enable', 1],
  ['account.1.label', extension === null ? userName : `${extension} ${userName}`],
  ['account.1.display_name', userName],
  ['account.1.user_name', username],
  ['account.1.auth_name', username],
  ['account.1.password', password],
  ['account.1.sip_server.1.address', server],
  ['account.1.sip_server.1.port', way.port],
  ['account.1.sip_server.1.transport_type', transports[way.transport]],
  ['account.1.sip_server.1.expires', seconds.registration],
  // 2: nothing but SRTP.
  ['account.1.srtp_encryption', way.transport === 'tls' ? 2 : 0],
  ['account.1.subscribe_mwi', 1],
  ...['g722', 'pcma', 'pcmu'].flatMap((codec, at): Pair[] => [
    [`account.1.codec.${codec}.enable`, 1],
    [`account.1.codec.${codec}.priority`, at + 1],
  ]),
  ...['g729', 'opus'].map((codec): Pair => [`account.1.codec.${codec}.enable`, 0]),
  ['account.1.alert_info_url_enable', 1],
  ['distinctive_ring_tones.alert_info.1.text', queueRing],
  ['distinctive_ring_tones.alert_info.1.ringer', 2],
];

const surroundings = ({ language, clock, phoneBook, setupAddress, authorityAddress }: PhoneFacts): Pair[] => {
  const words = language === 'de' ? 'German' : 'English';
  return [
    ['lang.gui', words],
    ['lang.wui', words],
    ['local_time.time_zone', shortOffset(clock.offset)],
    ...(clock.summer === null ? [summerTime('off')] : [summerTime('byRule'), ...changes(clock.summer)]),
    ['local_time.time_format', 1],
    ['local_time.date_format', language === 'de' ? 6 : 5],
    // The keys for “Do not disturb” and forwarding switch what the app does, and the phone does nothing of it by itself.
    ['features.feature_key_sync.enable', 1],
    ...['dnd', 'forward'].flatMap((feature): Pair[] => [
      [`features.${feature}.feature_key_sync.enable`, 1],
      [`features.${feature}.feature_key_sync.local_processing.enable`, 0],
    ]),
    // Pages and colleagues who call in are answered with a tone, never into a call, and they can hear the user.
    ...Object.entries({ allow: 1, mute: 0, tone: 1, barge: 0 }).map(
      ([name, value]): Pair => [`features.intercom.${name}`, value],
    ),
    ['remote_phonebook.data.1.url', phoneBook.address],
    ['remote_phonebook.data.1.name', phoneBook.name],
    ['features.remote_phonebook.enable', 1],
    ['features.remote_phonebook.flash_time', 3600],
    ['static.auto_provision.server.url', setupAddress],
    ['static.auto_provision.power_on', 1],
    ['static.auto_provision.repeat.enable', 1],
    ['static.auto_provision.repeat.minutes', seconds.refresh / 60],
    // 0: NOTIFY check-sync is followed by fetching, and by a restart only where it says reboot=true. With 2 it is ignored.
    ['sip.notify_reboot_enable', 0],
    ['static.security.trust_certificates', 1],
    ...(authorityAddress === null ? [] : ([['static.trusted_certificates.url', authorityAddress]] as const)),
  ];
};

const summerTime = (which: 'off' | 'byRule'): Pair => ['local_time.summer_time', which === 'off' ? 0 : 1];

/** `month/week/day/hour`; Sunday is 7, and the last week 5. */
const changes = ({ begins, ends }: SummerRule): Pair[] => [
  ['local_time.dst_time_type', 1],
  ['local_time.start_time', `${begins.month}/${begins.sunday}/7/${begins.hour}`],
  ['local_time.end_time', `${ends.month}/${ends.sunday}/7/${ends.hour}`],
  ['local_time.offset_time', 60],
];

/** The first key is the line of the phone. What an earlier file set beyond the last one is taken back. */
const keys = (facts: PhoneFacts): Pair[] => [
  ['linekey.1.type', keyTypes.line],
  ['linekey.1.line', 1],
  ...facts.keys.flatMap(({ extension, label }, at): Pair[] => [
    [`linekey.${at + 2}.type`, keyTypes.lamp],
    [`linekey.${at + 2}.line`, 1],
    [`linekey.${at + 2}.value`, extension],
    [`linekey.${at + 2}.label`, label],
  ]),
  ...Array.from(
    { length: Math.max(0, mostPhoneKeys - facts.keys.length) },
    (_none, at): Pair => [`linekey.${facts.keys.length + 2 + at}.type`, 0],
  ),
];

/** `+1`, `+5:30`. */
const shortOffset = (minutes: number): string =>
  signedClock(minutes).replace(/^([+-])0?(\d+):(\d\d)$/, (_all, sign, hours, rest) =>
    rest === '00' ? `${sign}${hours}` : `${sign}${hours}:${rest}`,
  );

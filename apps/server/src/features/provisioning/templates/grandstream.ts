import { signedClock } from './phone-clock.ts';
import { type PhoneClock, type PhoneFacts, type PhoneTemplate, seconds } from './phone-facts.ts';
import { xmlDocument, xmlElement } from './written.ts';

/** Grandstream GRP and GXP series: `<gs_provision>` of XML with numbered values. */
export const grandstream: PhoneTemplate = {
  contentType: 'text/xml; charset=utf-8',
  isSettings: (file, mac) => file === `cfg${mac}.xml`,
  settings: (facts) =>
    xmlDocument([
      '<gs_provision version="1">',
      '<config version="1">',
      ...[...account(facts), ...surroundings(facts), ...keys(facts)].map(([number, value]) =>
        xmlElement(`P${number}`, value),
      ),
      '</config>',
      '</gs_provision>',
    ]),
  phoneBook: (_name, entries) =>
    xmlDocument([
      '<AddressBook>',
      ...entries.map(
        (entry) =>
          `<Contact>${xmlElement('LastName', entry.name)}${entry.numbers
            .map(({ number }) => `<Phone>${xmlElement('phonenumber', number)}${xmlElement('accountindex', 1)}</Phone>`)
            .join('')}</Contact>`,
      ),
      '</AddressBook>',
    ]),
};

type Value = readonly [number: number, value: string | number];

const transports = { udp: 0, tcp: 1, tls: 2 } as const;
/** The eight choices of a codec, and what stands for G.722, A-law and µ-law in them. */
const codecChoices = [57, 58, 59, 60, 61, 62, 46, 98];
const payloads = [9, 8, 0];

const account = ({ userName, username, password, server, way }: PhoneFacts): Value[] => [
  [271, 1],
  [270, userName],
  [3, userName],
  [47, `${server}:${way.port}`],
  [35, username],
  [36, username],
  [34, password],
  [130, transports[way.transport]],
  // 2: nothing but SRTP.
  [183, way.transport === 'tls' ? 2 : 0],
  [32, seconds.registration / 60],
  [99, 1],
  // 1: as BroadWorks has it. The keys for “Do not disturb” and forwarding switch what the app does.
  [2325, 1],
  // It answers by itself where the exchange asks for it.
  [298, 1],
  ...codecChoices.map((number, at): Value => [number, payloads[at % payloads.length] ?? 9]),
];

const surroundings = ({ language, clock, setupAddress, phoneBook }: PhoneFacts): Value[] => [
  [1362, language],
  [64, 'customize'],
  [246, zoneRule(clock)],
  // HTTPS, from a folder that is written without its scheme.
  [212, 2],
  [237, withoutScheme(setupAddress)],
  [194, 1],
  [193, seconds.refresh / 60],
  // 1: NOTIFY check-sync is followed without a password.
  [4428, 1],
  [330, 3],
  [331, withoutScheme(phoneBook.address).replace(/\/phonebook\.xml$/, '')],
  [332, 60],
];

/**
 * Multi-purpose keys whose numbers all models share; the first is the line of the phone. What an earlier file set beyond
 * the last one is taken back.
 */
const mostLamps = 7;
const keyModes = { lamp: 11, none: -1 } as const;
const keys = (facts: PhoneFacts): Value[] =>
  Array.from({ length: mostLamps }, (_none, at) => facts.keys[at]).flatMap((key, at): Value[] =>
    key === undefined
      ? [[1365 + 2 * at, keyModes.none]]
      : [
          [1365 + 2 * at, keyModes.lamp],
          [1366 + 2 * at, 0],
          [1467 + 2 * at, key.label],
          [1468 + 2 * at, key.extension],
        ],
  );

const withoutScheme = (address: string): string => address.replace(/^https:\/\//, '').replace(/\/$/, '');

/** As POSIX writes it, whose sign is that of the way back to UTC. */
function zoneRule({ offset, summer }: PhoneClock): string {
  const back = (minutes: number) => signedClock(-minutes).replace(/^\+/, '');
  if (summer === null) return `STD${back(offset)}`;
  const change = ({ month, sunday, hour }: typeof summer.begins) =>
    `M${month}.${sunday}.0/${String(hour).padStart(2, '0')}:00:00`;
  return `STD${back(offset)}DST${back(offset + 60)},${change(summer.begins)},${change(summer.ends)}`;
}

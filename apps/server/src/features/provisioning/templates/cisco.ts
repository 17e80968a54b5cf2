import { signedClock } from './phone-clock.ts';
import { type PhoneClock, type PhoneFacts, type PhoneTemplate, seconds } from './phone-facts.ts';
import { xmlAttributes, xmlDocument, xmlElement } from './written.ts';

/** Cisco 6800, 7800 and 8800 with multiplatform firmware: `<flat-profile>` of XML. */
export const cisco: PhoneTemplate = {
  contentType: 'text/xml; charset=utf-8',
  isSettings: (file, mac) => file === `${mac}.xml`,
  settings: (facts) =>
    xmlDocument([
      '<flat-profile>',
      ...[...account(facts), ...surroundings(facts)].map(([name, given]) => value(name, given)),
      ...keys(facts),
      '</flat-profile>',
    ]),
  phoneBook: (name, entries) =>
    xmlDocument([
      '<CiscoIPPhoneDirectory>',
      xmlElement('Title', name),
      ...entries.flatMap((entry) =>
        entry.numbers.map(
          ({ number }) =>
            `<DirectoryEntry>${xmlElement('Name', entry.name)}${xmlElement('Telephone', number)}</DirectoryEntry>`,
        ),
      ),
      '</CiscoIPPhoneDirectory>',
    ]),
};

type Value = readonly [name: string, value: string | number];

/** Its user sees no settings. */
const anyUser = { ua: 'na' } as const;
const value = (name: string, given: string | number): string => xmlElement(name, given, anyUser);

const account = ({ userName, extension, username, password, server, way }: PhoneFacts): Value[] => [
  ['Line_Enable_1_', 'Yes'],
  ['Station_Display_Name', userName],
  ['Display_Name_1_', userName],
  ['Short_Name_1_', extension ?? userName],
  ['Proxy_1_', `${server}:${way.port}`],
  ['Register_1_', 'Yes'],
  ['Register_Expires_1_', seconds.registration],
  ['User_ID_1_', username],
  ['Use_Auth_ID_1_', 'Yes'],
  ['Auth_ID_1_', username],
  ['Password_1_', password],
  ['SIP_Transport_1_', way.transport.toUpperCase()],
  ['Secure_Call_Serv', way.transport === 'tls' ? 'Yes' : 'No'],
  ['Secure_Call_Option_1_', way.transport === 'tls' ? 'Strict' : 'Optional'],
  ['Preferred_Codec_1_', 'G722'],
  ['Second_Preferred_Codec_1_', 'G711a'],
  ['Third_Preferred_Codec_1_', 'G711u'],
  // The keys for “Do not disturb” and forwarding switch what the app does.
  ['Feature_Key_Sync_1_', 'Yes'],
  // It answers by itself where the exchange asks for it.
  ['Auto_Answer_Page', 'Yes'],
];

const surroundings = ({ clock, setupAddress, phoneBook, authorityAddress }: PhoneFacts): Value[] => [
  ['Time_Zone', `GMT${clock.offset === 0 ? '' : signedClock(clock.offset)}`],
  ['Daylight_Saving_Time_Enable', clock.summer === null ? 'No' : 'Yes'],
  ...(clock.summer === null ? [] : ([['Daylight_Saving_Time_Rule', summerRule(clock.summer)]] as const)),
  ['Profile_Rule', setupAddress],
  ['Resync_On_Reset', 'Yes'],
  ['Resync_Periodic', seconds.refresh],
  // NOTIFY check-sync, without a password.
  ['Resync_From_SIP', 'Yes'],
  ['Auth_Resync-Reboot_1_', 'No'],
  ['XML_Directory_Service_Name', phoneBook.name],
  ['XML_Directory_Service_URL', phoneBook.address],
  ...(authorityAddress === null ? [] : ([['Custom_CA_Rule', authorityAddress]] as const)),
];

/** Keys beside the display; the first is the line of the phone. What an earlier file set beyond the last one is taken back. */
const mostLamps = 9;
const keys = (facts: PhoneFacts): string[] =>
  Array.from({ length: mostLamps }, (_none, at) => facts.keys[at]).flatMap((key, at) => {
    const name = `Extended_Function_${at + 2}_`;
    const does = key && `fnc=blf+sd;sub=${key.extension}@${facts.server};nme=${withoutMarks(key.label)}`;
    return [
      value(`Extension_${at + 2}_`, 'Disabled'),
      does ? value(name, does) : `<${name}${xmlAttributes(anyUser)}/>`,
    ];
  });

/** What separates the parts of such a text cannot be in a name. */
const withoutMarks = (label: string): string => label.replace(/[;=@,]/g, ' ');

const summerRule = ({ begins, ends }: NonNullable<PhoneClock['summer']>): string => {
  // A negative week counts from the end of the month.
  const change = ({ month, sunday, hour }: typeof begins) =>
    `${month}/${sunday === 5 ? -1 : 1 + 7 * (sunday - 1)}/7/${hour}:0:0`;
  return `start=${change(begins)};end=${change(ends)};save=1`;
};

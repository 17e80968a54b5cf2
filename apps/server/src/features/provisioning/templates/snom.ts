import { mostPhoneKeys } from '@sidetone/contract/entities/phone-setup.ts';
import { queueRing } from '@sidetone/contract/rules/queues/queue-ring.ts';
import { type PhoneFacts, type PhoneTemplate, type SummerRule, seconds } from './phone-facts.ts';
import { xmlAttributes, xmlDocument, xmlElement } from './written.ts';

/** Snom D series, firmware 10: `<settings>` of XML. */
export const snom: PhoneTemplate = {
  contentType: 'text/xml; charset=utf-8',
  // `{mac}.xml` is what we tell it; with a folder alone it asks by the names that Snom gives them.
  isSettings: (file, mac) => new RegExp(`^(?:snom[a-z0-9]*-)?${mac}\\.(?:xml|htm)$`).test(file),
  settings: (facts) =>
    xmlDocument([
      '<settings>',
      '<phone-settings e="2">',
      ...account(facts),
      ...surroundings(facts),
      '</phone-settings>',
      '<functionKeys e="2">',
      ...functionKeys(facts),
      '</functionKeys>',
      ...(facts.authorityAddress === null
        ? []
        : ['<certificates>', `<certificate${xmlAttributes({ url: facts.authorityAddress })}/>`, '</certificates>']),
      '</settings>',
    ]),
  phoneBook: (name, entries) =>
    xmlDocument([
      '<SnomIPPhoneDirectory>',
      xmlElement('Title', name),
      ...entries.flatMap((entry) =>
        entry.numbers.map(
          ({ number }) =>
            `<DirectoryEntry>${xmlElement('Name', entry.name)}${xmlElement('Telephone', number)}</DirectoryEntry>`,
        ),
      ),
      '</SnomIPPhoneDirectory>',
    ]),
};

/** The first key is the line of the phone. What an earlier file set beyond the last one is taken back. */
const functionKeys = ({ keys, server }: PhoneFacts): string[] => {
  const key = (at: number, does: string, more: Readonly<Record<string, string>> = {}) =>
    xmlElement('fkey', does, { idx: String(at), context: '1', ...more });
  const lamps = keys.map(({ extension, label }, at) => key(at + 1, `blf <sip:${extension}@${server}>`, { label }));
  const rest = Array.from({ length: mostPhoneKeys - keys.length }, (_none, at) => key(keys.length + 1 + at, 'none'));
  return [key(0, 'line'), ...lamps, ...rest];
};

/** Users may change it, and each file sets it again; an empty attribute says the same, and a blank in it the contrary. */
const permission = 'RW';

/** Settings of the first line have its place as an attribute. */
const ofLine = (name: string, value: string | number) => xmlElement(name, value, { idx: '1', perm: permission });
const ofPhone = (name: string, value: string | number) => xmlElement(name, value, { perm: permission });

const account = ({ userName, username, password, server, way }: PhoneFacts): string[] => [
  ofLine('user_active', 'on'),
  ofLine('user_realname', userName),
  ofLine('user_name', username),
  ofLine('user_pname', username),
  ofLine('user_pass', password),
  ofLine('user_host', server),
  ofLine('user_outbound', `sip:${server}:${way.port};transport=${way.transport}`),
  ofLine('user_expiry', seconds.registration),
  ofLine('user_srtp', way.transport === 'tls' ? 'on' : 'off'),
  ofLine('user_savp', way.transport === 'tls' ? 'mandatory' : 'off'),
  ofLine('user_auth_tag', 'off'),
  ofLine('codec_priority_list', 'g722,pcma,pcmu,telephone-event'),
  // The keys for “Do not disturb” and forwarding switch what the app does (`as-feature-event`), and the phone does nothing by itself.
  ...serverManaged.map((feature) => ofLine(`using_server_managed_${feature}`, 'on')),
];

/** Always, when busy, and after a time. */
const serverManaged = ['dnd', 'fwd_all', 'fwd_busy', 'fwd_time'] as const;

const surroundings = ({ language, clock, phoneBook, setupAddress }: PhoneFacts): string[] => {
  const words = language === 'de' ? 'Deutsch' : 'English';
  return [
    ofPhone('language', words),
    ofPhone('web_language', words),
    ofPhone('utc_offset', clock.offset * 60),
    ofPhone('dst', clock.summer === null ? '0' : changes(clock.summer)),
    ofPhone('date_us_format', 'off'),
    ofPhone('time_24_format', 'on'),
    ofPhone('setting_server', setupAddress),
    ofPhone('settings_refresh_timer', seconds.refresh),
    // Pages and colleagues who call in are answered by a phone that nobody uses.
    ofPhone('answer_after_policy', 'idle'),
    ofPhone('alert_group_ring_text', queueRing),
    ofPhone('alert_group_ring_sound', 'Ringer3'),
    // The key with the phone book opens ours.
    xmlElement('dkey_directory', `url ${phoneBook.address}`, { perm: permission }),
  ];
};

/** `seconds month.week.day hour`, once for each change; Sunday is the seventh day, and the last week the fifth. */
const changes = ({ begins, ends }: SummerRule): string => {
  const one = ({ month, sunday, hour }: SummerRule['begins']) => `${two(month)}.${two(sunday)}.07 ${two(hour)}:00:00`;
  return `3600 ${one(begins)} ${one(ends)}`;
};
const two = (value: number): string => String(value).padStart(2, '0');

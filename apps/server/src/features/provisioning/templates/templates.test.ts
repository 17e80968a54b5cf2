import { phoneVendors } from '@sidetone/contract/entities/phone-setup.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { allOf, readLines, readXml, textIn, textOf } from '../testing/read-settings.ts';
import { someFacts } from '../testing/some-facts.ts';
import type { PhoneFacts } from './phone-facts.ts';
import { templates } from './templates.ts';

const facts = someFacts();
const lines = (more?: Partial<PhoneFacts>) => readLines(templates.yealink.settings(someFacts(more)));
const xml = (vendor: 'snom' | 'grandstream' | 'gigaset' | 'cisco', more?: Partial<PhoneFacts>) =>
  readXml(templates[vendor].settings(someFacts(more)));

test('phones answer by themselves where the exchange asks for it, and never in a call', () => {
  expect(Object.fromEntries(lines())).toMatchObject({
    'features.intercom.allow': '1',
    'features.intercom.barge': '0',
    'features.intercom.tone': '1',
  });
  expect(templates.snom.settings(facts)).toContain('>idle</answer_after_policy>');
  expect(templates.grandstream.settings(facts)).toContain('<P298>1</P298>');
  expect(templates.cisco.settings(facts)).toMatch(/<Auto_Answer_Page[^>]*>Yes</);
});

describe('Yealink', () => {
  test('the account is reached over TLS, and takes nothing but encrypted audio', () => {
    expect(Object.fromEntries(lines())).toMatchObject({
      'account.1.user_name': facts.username,
      'account.1.password': facts.password,
      'account.1.sip_server.1.address': 'phone.example',
      'account.1.sip_server.1.port': '5061',
      'account.1.sip_server.1.transport_type': '2',
      'account.1.srtp_encryption': '2',
      'account.1.codec.g722.priority': '1',
      'account.1.codec.pcma.priority': '2',
      'account.1.codec.g729.enable': '0',
    });
    const plain = lines({ way: { transport: 'udp', port: 5060 } });
    expect([plain.get('account.1.sip_server.1.transport_type'), plain.get('account.1.srtp_encryption')]).toEqual([
      '0',
      '0',
    ]);
  });

  test('the clock, the language, the phone book, the ringtone of queues and where it fetches from now on', () => {
    expect(Object.fromEntries(lines())).toMatchObject({
      'local_time.time_zone': '+1',
      'local_time.start_time': '3/5/7/2',
      'local_time.end_time': '10/5/7/3',
      'lang.gui': 'German',
      'remote_phonebook.data.1.url': facts.phoneBook.address,
      'remote_phonebook.data.1.name': 'Tannhorst & Söhne',
      'distinctive_ring_tones.alert_info.1.text': 'queue',
      'static.auto_provision.server.url': facts.setupAddress,
      'static.trusted_certificates.url': 'https://phone.example/ca.crt',
    });
    expect(lines({ authorityAddress: null }).has('static.trusted_certificates.url')).toBe(false);
  });

  test('keys watch the extensions, and those that an earlier file set do nothing', () => {
    const settings = lines();
    const key = (at: number) => ['type', 'value', 'label'].map((what) => settings.get(`linekey.${at}.${what}`));
    expect(key(1)).toEqual(['15', undefined, undefined]);
    expect(key(2)).toEqual(['16', '12', 'Jonas Reiter']);
    expect(key(3)).toEqual(['16', '20', 'Service']);
    expect(key(4)).toEqual(['0', undefined, undefined]);
    expect(key(61)).toEqual(['0', undefined, undefined]);
  });
});

test('Snom: account, clock, phone book, keys and authority', () => {
  const root = xml('snom');
  expect(root.name).toBe('settings');
  const of = (name: string) => textIn(root, name);
  expect([of('user_name'), of('user_pass'), of('user_outbound'), of('user_srtp'), of('user_savp')]).toEqual([
    facts.username,
    facts.password,
    'sip:phone.example:5061;transport=tls',
    'on',
    'mandatory',
  ]);
  expect([of('utc_offset'), of('dst'), of('language')]).toEqual([
    '3600',
    '3600 03.05.07 02:00:00 10.05.07 03:00:00',
    'Deutsch',
  ]);
  expect(of('setting_server')).toBe(facts.setupAddress);
  expect(of('dkey_directory')).toBe(`url ${facts.phoneBook.address}`);
  const keys = allOf(root).filter(({ name }) => name === 'fkey');
  expect(keys.slice(0, 4).map((key) => [key.attributes?.['idx'], key.attributes?.['label'], textOf(key)])).toEqual([
    ['0', undefined, 'line'],
    ['1', 'Jonas Reiter', 'blf <sip:12@phone.example>'],
    ['2', 'Service', 'blf <sip:20@phone.example>'],
    ['3', undefined, 'none'],
  ]);
  expect(allOf(root).find(({ name }) => name === 'certificate')?.attributes).toEqual({ url: facts.authorityAddress });
});

test('Grandstream: numbered values of account, clock, phone book and keys', () => {
  const root = xml('grandstream');
  const of = (...numbers: number[]) => numbers.map((number) => textIn(root, `P${number}`));
  expect(of(271, 47, 35, 34, 130, 183)).toEqual(['1', 'phone.example:5061', facts.username, facts.password, '2', '2']);
  expect(of(1362, 64, 246)).toEqual(['de', 'customize', 'STD-01:00DST-02:00,M3.5.0/02:00:00,M10.5.0/03:00:00']);
  expect(of(212, 237, 331)).toEqual(['2', facts.setupAddress.slice(8, -1), facts.setupAddress.slice(8, -1)]);
  expect(of(1365, 1366, 1467, 1468, 1367, 1470)).toEqual(['11', '0', 'Jonas Reiter', '12', '11', '20']);
});

test('Cisco: account, clock, phone book and keys whose names hold no marks', () => {
  const root = xml('cisco', { keys: [{ extension: '12', label: 'A;fnc=sd@b,c' }] });
  const of = (name: string) => textIn(root, name);
  expect([
    of('Proxy_1_'),
    of('User_ID_1_'),
    of('Password_1_'),
    of('SIP_Transport_1_'),
    of('Secure_Call_Option_1_'),
  ]).toEqual(['phone.example:5061', facts.username, facts.password, 'TLS', 'Strict']);
  expect([of('Time_Zone'), of('Daylight_Saving_Time_Rule')]).toEqual([
    'GMT+01:00',
    'start=3/-1/7/2:0:0;end=10/-1/7/3:0:0;save=1',
  ]);
  expect(of('XML_Directory_Service_URL')).toBe(facts.phoneBook.address);
  expect(of('Profile_Rule')).toBe(facts.setupAddress);
  expect(of('Extended_Function_2_')).toBe('fnc=blf+sd;sub=12@phone.example;nme=A fnc sd b c');
});

test('Grandstream and Cisco: keys that an earlier file set beyond the last one do nothing any longer', () => {
  const modes = [1365, 1367, 1369, 1371, 1373, 1375, 1377].map((number) => textIn(xml('grandstream'), `P${number}`));
  expect(modes).toEqual(['11', '11', '-1', '-1', '-1', '-1', '-1']);
  const functions = [2, 3, 4, 10].map((at) => textIn(xml('cisco'), `Extended_Function_${at}_`));
  expect(functions).toEqual([expect.stringContaining('sub=12@'), expect.stringContaining('sub=20@'), '', '']);
});

test('all name G.722 first, and those that can have the server follow their keys', () => {
  const yealink = lines();
  expect(['g722', 'pcma', 'pcmu'].map((codec) => yealink.get(`account.1.codec.${codec}.priority`))).toEqual([
    '1',
    '2',
    '3',
  ]);
  const synced = [
    'features.feature_key_sync.enable',
    'features.dnd.feature_key_sync.enable',
    'features.forward.feature_key_sync.enable',
  ];
  expect(synced.map((key) => yealink.get(key))).toEqual(['1', '1', '1']);
  expect(yealink.get('features.forward.feature_key_sync.local_processing.enable')).toBe('0');
  const snom = templates.snom.settings(someFacts());
  expect(snom).toContain('>g722,pcma,pcmu,telephone-event<');
  for (const feature of ['dnd', 'fwd_all', 'fwd_busy', 'fwd_time'])
    expect(snom).toContain(`<using_server_managed_${feature} idx="1" perm="RW">on<`);
  const grandstream = templates.grandstream.settings(someFacts());
  for (const value of ['<P57>9</P57>', '<P58>8</P58>', '<P59>0</P59>', '<P2325>1</P2325>'])
    expect(grandstream).toContain(value);
  const cisco = templates.cisco.settings(someFacts());
  expect(cisco).toContain('<Preferred_Codec_1_ ua="na">G722<');
  expect(cisco).toContain('<Feature_Key_Sync_1_ ua="na">Yes<');
  expect(templates.gigaset.settings(someFacts())).toContain('name="SipAccount.00001.FeatureKeySyncActive" value="1"');
});

test('NOTIFY check-sync is followed without a restart and without a password', () => {
  expect(lines().get('sip.notify_reboot_enable')).toBe('0');
  expect(textIn(xml('grandstream'), 'P4428')).toBe('1');
  expect(['Resync_From_SIP', 'Auth_Resync-Reboot_1_'].map((name) => textIn(xml('cisco'), name))).toEqual(['Yes', 'No']);
});

test('Gigaset: account and time zone', () => {
  const parameters = allOf(xml('gigaset')).filter(({ name }) => name === 'param');
  const of = (wanted: string) =>
    parameters.find(({ attributes }) => attributes?.['name'] === wanted)?.attributes?.['value'];
  expect([of('SipAccount.00001.AuthName'), of('SipAccount.00001.AuthPassword')]).toEqual([
    facts.username,
    facts.password,
  ]);
  expect([of('SipProvider.0.TransportProtocol'), of('SipProvider.0.SRTP_Enabled')]).toEqual(['3', '1']);
  expect(of('DmGlobal.0.TimeZone')).toBe('Europe/Berlin');
});

describe('file names', () => {
  const mac = '001565aabbcc';
  test.each([
    ['yealink', '001565aabbcc.cfg', true],
    ['yealink', 'y000000000066.cfg', false],
    ['yealink', '001565aabbcc.boot', false],
    ['snom', '001565aabbcc.xml', true],
    ['snom', 'snomd785-001565aabbcc.htm', true],
    ['snom', 'snomd785.htm', false],
    ['grandstream', 'cfg001565aabbcc.xml', true],
    ['grandstream', 'cfg001565aabbcc', false],
    ['cisco', '001565aabbcc.xml', true],
    ['gigaset', '001565aabbcc.xml', true],
  ] as const)('%s asks for %s: %s', (vendor, file, is) => {
    expect(templates[vendor].isSettings(file, mac)).toBe(is);
    expect(templates[vendor].isSettings(file.replace(mac, '001565aabbcd'), mac)).toBe(false);
  });
});

describe('hostile names', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc
      .array(
        fc.constantFrom(
          '\n',
          '\r',
          '\u2028',
          '\u0085',
          '\0',
          '"',
          "'",
          '<',
          '>',
          '&',
          '&#10;',
          ']]>',
          '%NULL%',
          'a = b',
          '#',
          '\uD800',
          '</settings>',
        ),
        {
          maxLength: 12,
        },
      )
      .map((parts) => parts.join('')),
  );
  const some = fc.record({ user: hostile, key: hostile, company: hostile });
  const named = ({ user, key, company }: { user: string; key: string; company: string }) =>
    someFacts({
      userName: user,
      keys: [{ extension: '12', label: key }],
      phoneBook: { ...facts.phoneBook, name: company },
    });
  const harmless = someFacts({ keys: [{ extension: '12', label: 'Key' }] });

  test('add no line to the settings of Yealink', () => {
    const keys = [...readLines(templates.yealink.settings(harmless)).keys()];
    fc.assert(
      fc.property(some, (names) => {
        const read = readLines(templates.yealink.settings(named(names)));
        expect([...read.keys()]).toEqual(keys);
        expect([...read.values()].filter((value) => /^%(NULL|EMPTY)%$/i.test(value))).toEqual([]);
      }),
    );
  });

  test.each(['snom', 'grandstream', 'gigaset', 'cisco'] as const)('add no element to the settings of %s', (vendor) => {
    const shape = (text: string) =>
      allOf(readXml(text)).map(({ name, attributes }) => [name, Object.keys(attributes ?? {})]);
    const expected = shape(templates[vendor].settings(harmless));
    fc.assert(
      fc.property(some, (names) => {
        expect(shape(templates[vendor].settings(named(names)))).toEqual(expected);
      }),
    );
  });

  test.each(phoneVendors)('add no entry to the phone book of %s', (vendor) => {
    const { phoneBook } = templates[vendor];
    if (phoneBook === null) return expect(vendor).toBe('gigaset');
    const shape = (text: string) => allOf(readXml(text)).map(({ name }) => name);
    const book = (company: string, name: string) =>
      phoneBook(company, [
        { name, numbers: [{ label: 'extension', number: '11' }] },
        { name: 'Next', numbers: [{ label: 'number', number: '+493055' }] },
      ]);
    const expected = shape(book('Company', 'Name'));
    fc.assert(
      fc.property(hostile, hostile, (company, name) => {
        expect(shape(book(company, name))).toEqual(expected);
      }),
    );
    expect(expected.filter((name) => /Entry|Contact/.test(name ?? ''))).toHaveLength(2);
  });
});

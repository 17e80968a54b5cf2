import { describe, expect, test } from 'vitest';
import { isOpenToOthers, readConfig } from './config.ts';

test('nothing set: everything stays on this machine, on the documented ports', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ host: '127.0.0.1', port: 8080, httpsPort: 8443, sipPort: 5060, mediaPort: 8090 });
  expect(config.rtpPorts).toEqual({ from: 16000, to: 16999 });
  expect(config.mediaProcesses).toBe(1);
  expect(isOpenToOthers(config)).toBe(false);
});

test('an empty variable counts as unset', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: '' }).port).toBe(8080);
});

test('values are read', () => {
  const config = readConfig({
    HOST: '0.0.0.0',
    PORT: '9000',
    RTP_PORTS: '20000-20099',
    PUBLIC_ADDRESS: '192.0.2.7, 2001:db8::7',
    TLS_CERT: '/a/cert.pem',
    TLS_KEY: '/a/key.pem',
    EMPTY: 'yes',
  });
  expect(config).toMatchObject({ port: 9000, empty: true, publicAddresses: ['192.0.2.7', '2001:db8::7'] });
  expect(config.tls).toEqual({ certFile: '/a/cert.pem', keyFile: '/a/key.pem' });
  expect(isOpenToOthers(config)).toBe(true);
});

test('links to pages outside the app are read one by one, and one without an address leads nowhere', () => {
  expect(readConfig({ EXTERNAL_LINKS: ' faq=https://help.example/?a=b  upgrade= ' }).links).toEqual({
    faq: 'https://help.example/?a=b',
    upgrade: null,
  });
});

describe('a wrong value is refused with the name of the variable and what it must be', () => {
  test.each([
    [{ PORT: 'eighty' }, /PORT must be a port number/],
    [{ PORT: '70000' }, /PORT must be a port number/],
    [{ HOST: 'my-server' }, /HOST must be an IP address/],
    [{ RTP_PORTS: '16000' }, /RTP_PORTS must be a range/],
    [{ RTP_PORTS: '17000-16000' }, /RTP_PORTS must be in/],
    [{ PUBLIC_ADDRESS: 'phone.example' }, /PUBLIC_ADDRESS must be IP addresses/],
    [{ TRUSTED_PROXIES: 'proxy.example' }, /TRUSTED_PROXIES must be IP addresses or networks/],
    [{ SIP_TLS_PORT: '5060' }, /SIP_PORT and SIP_TLS_PORT are both 5060|SIP_TLS_PORT and SIP_PORT are both 5060/],
    [{ PICTURE_HOSTS: 'x.example; script-src *' }, /PICTURE_HOSTS must be hosts/],
    [{ PICTURE_HOSTS: 'https://pictures.example' }, /PICTURE_HOSTS must be hosts/],
    [{ AI_PRIVATE_HOSTS: 'http://localhost:11434' }, /AI_PRIVATE_HOSTS must be hosts, IP addresses/],
    [{ DOMAIN_NAME_SERVERS: 'dns.example' }, /DOMAIN_NAME_SERVERS must be addresses such as/],
    [{ DOMAIN_NAME_SERVERS: '300.1.1.1:53' }, /DOMAIN_NAME_SERVERS must be addresses such as/],
    [{ DOMAIN_NAME_SERVERS: '192.0.2.53, 192.0.2.53:99999' }, /DOMAIN_NAME_SERVERS must be addresses such as/],
    [{ INTEGRATION_SALESFORCE_OBJECTS: 'deals=Deal__c' }, /INTEGRATION_SALESFORCE_OBJECTS must be such as/],
    [{ INTEGRATION_SALESFORCE_OBJECTS: "building_objects=A' OR" }, /INTEGRATION_SALESFORCE_OBJECTS must be such as/],
    [{ INTEGRATION_PRIVATE_HOSTS: 'https://dav.lan' }, /INTEGRATION_PRIVATE_HOSTS must be hosts, IP addresses/],
    [{ DATABASE_URL: 'mysql://x' }, /DATABASE_URL must begin with postgres/],
    [{ DATABASE_OWNER_URL: 'postgres://owner@db/phone' }, /DATABASE_OWNER_URL is set without DATABASE_URL/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL must be one of fatal/],
    [{ TLS_CERT: '/a.pem' }, /TLS_CERT and TLS_KEY belong together/],
    [{ PUSHER_KEY: 'k' }, /PUSHER_HOST, PUSHER_APP_ID/],
    [{ EXTERNAL_LINKS: 'faq=javascript:alert(1)' }, /EXTERNAL_LINKS must be such as "faq=/],
    [{ EXTERNAL_LINKS: 'faqs=https://help.example' }, /EXTERNAL_LINKS must be such as "faq=/],
    [{ PORT: '5060' }, /PORT and SIP_PORT are both 5060/],
    [{ MEDIA_PORT: '16010' }, /MEDIA_PORT 16010 is within RTP_PORTS/],
    [{ MEDIA_PROCESSES: 'many' }, /MEDIA_PROCESSES must be a number from 1 to 64, or auto/],
    [{ MEDIA_PROCESSES: '0' }, /MEDIA_PROCESSES must be a number from 1 to 64, or auto/],
    [{ MEDIA_PROCESSES: '3', MEDIA_PORT: '15998' }, /MEDIA_PORT 16000 is within RTP_PORTS/],
    [{ MEDIA_PROCESSES: '3', MEDIA_PORT: '65534' }, /MEDIA_PORT leaves no ports for MEDIA_PROCESSES=3/],
    [{ MEDIA_PROCESSES: '2', MEDIA_PORT: '5059' }, /SIP_PORT and MEDIA_PORT are both 5060/],
    [{ MEDIA_PROCESSES: '4', RTP_PORTS: '20000-20010' }, /RTP_PORTS holds too few ports for MEDIA_PROCESSES=4/],
  ])('%j', (env, words) => {
    expect(() => readConfig(env)).toThrow(words);
  });
});

test('bridges are listed as JSON, and what is wrong with one is named without the list', () => {
  const url = 'https://bridges.example/weclapp';
  const read = (list: unknown) => readConfig({ INTEGRATION_BRIDGES: JSON.stringify(list) }).bridges;
  expect(read([{ slug: 'weclapp', displayName: 'weclapp', url }])).toEqual([
    {
      slug: 'weclapp',
      displayName: 'weclapp',
      url,
      dialect: 'auto',
      needs: ['key'],
      entityTypes: ['contacts'],
      writesContacts: true,
      locale: 'de-DE',
    },
  ]);
  const one = { slug: 'a', displayName: 'A', url };
  const wrong = [
    [[{ ...one, slug: 'A B' }], '"slug" must be lower-case letters, digits and single underscores.'],
    [[{ ...one, url: 'https://user:secret@bridges.example' }], '"url" must have no user, no password'],
    [[{ ...one, url: 'ftp://bridges.example' }], '"url" must begin with https:// or http://.'],
    [[{ ...one, needs: ['user'] }], '"needs" must include key.'],
    [[one, one], 'must name each slug once.'],
  ] as const;
  for (const [list, words] of wrong) {
    expect(() => read(list)).toThrow(words);
    expect(() => read(list)).not.toThrow('secret');
  }
  expect(() => readConfig({ INTEGRATION_BRIDGES: '[' })).toThrow(/^INTEGRATION_BRIDGES must be JSON\.$/);
  expect(() => readConfig({ INTEGRATION_BRIDGES: 'x'.repeat(20_001) })).toThrow(/at most 20000 letters\.$/);
});

test('a wrong setting that may hold a password is named without its value', () => {
  expect(() => readConfig({ DATABASE_URL: 'mysql://root:hunter2@db' })).toThrow(
    /^DATABASE_URL must begin with postgres:\/\/\.$/,
  );
});

test('SIP over TLS is spoken where others can connect, and on loopback where it is asked for', () => {
  expect(readConfig({}).sipTlsPort).toBeUndefined();
  expect(readConfig({ SIP_TLS_PORT: '6061' }).sipTlsPort).toBe(6061);
  expect(readConfig({ HOST: '0.0.0.0' }).sipTlsPort).toBe(5061);
  expect(readConfig({ TLS_CERT: '/a/cert.pem', TLS_KEY: '/a/key.pem' }).sipTlsPort).toBe(5061);
});

test('trusted proxies are addresses and networks', () => {
  expect(readConfig({ TRUSTED_PROXIES: '10.0.0.0/8, 2001:db8::7' }).trustedProxies).toEqual([
    '10.0.0.0/8',
    '2001:db8::7',
  ]);
});

test('address books of the own network are named by host, address or network', () => {
  const named = readConfig({ INTEGRATION_PRIVATE_HOSTS: 'dav.lan, 10.0.0.0/8, ::1' });
  expect(named.integrationPrivateHosts).toEqual(['dav.lan', '10.0.0.0/8', '::1']);
  expect(readConfig({}).integrationPrivateHosts).toEqual([]);
  const servers = ['192.0.2.53', '192.0.2.53:5353', '2001:db8::53', '[2001:db8::53]:5353'];
  expect(readConfig({ DOMAIN_NAME_SERVERS: servers.join(', ') }).nameServers).toEqual(servers);
  expect(readConfig({ AI_PRIVATE_HOSTS: 'localhost, 192.168.178.0/24' }).aiPrivateHosts).toEqual([
    'localhost',
    '192.168.178.0/24',
  ]);
  expect(readConfig({}).aiPrivateHosts).toEqual([]);
});

test('TURN needs both its addresses and the shared secret', () => {
  expect(readConfig({ TURN_URLS: 'turn:a:3478, turns:a:5349', TURN_SECRET: 'north' }).ice.turn).toEqual({
    urls: ['turn:a:3478', 'turns:a:5349'],
    secret: 'north',
  });
  expect(() => readConfig({ TURN_URLS: 'turn:a' })).toThrow(/belong together/);
  expect(() => readConfig({ STUN_URLS: 'http://a' })).toThrow(/STUN_URLS must begin with stun:/);
});

test('mail needs a server and a sender, and a wrong server is named without its password', () => {
  const mail = { SMTP_URL: 'smtp://phone:north-wind@mail.example:587', MAIL_FROM: 'Sidetone <phone@company.example>' };
  expect(readConfig(mail).mail).toEqual({ smtpUrl: mail.SMTP_URL, from: mail.MAIL_FROM });
  expect(readConfig({}).mail).toBeUndefined();
  expect(() => readConfig({ SMTP_URL: mail.SMTP_URL })).toThrow(/SMTP_URL and MAIL_FROM belong together/);
  expect(() => readConfig({ ...mail, SMTP_URL: 'http://phone:north-wind@mail.example' })).toThrow(
    /^SMTP_URL must begin with smtp:\/\/ or smtps:\/\/\.$/,
  );
  expect(readConfig({ PUBLIC_URL: 'https://phone.company.example/app' }).publicUrl).toBe(
    'https://phone.company.example',
  );
});

test('SENT-031: objects of a company in Salesforce are named by their types here', () => {
  const text = 'building_objects=Building__c, building_object_leads=Building_Lead__c';
  expect(readConfig({ INTEGRATION_SALESFORCE_OBJECTS: text }).salesforceObjects).toEqual({
    building_objects: 'Building__c',
    building_object_leads: 'Building_Lead__c',
  });
  expect(readConfig({}).salesforceObjects).toEqual({});
});
